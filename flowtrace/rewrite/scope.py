"""What a spec says of a fault -> the functions of a release it can be planted in, and the names it speaks of.

Asks the graph and the evaluator; edits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flowtrace.binding import Binding, Subject
from flowtrace.binding.rules import last_name, listed
from flowtrace.flow import members
from flowtrace.flow.ask import Outcome
from flowtrace.flow.assumptions import Assumptions
from flowtrace.flow.run import Stopped
from flowtrace.flow.trace import events
from flowtrace.flow.values import Closure, Object, Place, Value
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.spec.model import Clause

_NAMING = ("method", "attribute", "call", "context", "key")  # what in a role is a name in the code
_NOWHERE = Place("", 0, 0, "")


def words(binding: Binding, given: Any) -> frozenset[str]:
    """The names in the code that roles, guards, channels and plain words stand for."""
    return frozenset(name for one in listed(given) for name in _names(binding, str(one)))


def _names(binding: Binding, word: str) -> Iterable[str]:
    engine = binding.engine
    if word in engine.roles:
        role = engine.roles[word]
        if "function" in role:
            found = [function.name for function in binding.functions(word)]
            return [name for name in found if not name.startswith("__")]  # constructors are called everywhere
        named = [name for key in _NAMING for name in listed(role.get(key))]
        return [last_name(str(name)) for name in named]
    if word in engine.channels:
        return [name for names in engine.channels[word].values() for name in listed(names)]
    if word in engine.guards:
        guard = engine.guards[word]
        tests = [name for test in listed(guard.get("test")) for name in re.findall(r"\w+", test)]
        return [*listed(guard.get("attribute")), *tests]
    return [word]


def functions(
    binding: Binding, clause: Clause, subject: Subject, methods: Sequence[str]
) -> Iterator[FunctionSymbol]:
    """The functions asked about: the subject or these methods of it, then what they enter."""
    assumptions = binding.assumptions(clause.assume, clause.given[0], driven=True)
    if subject.function is not None:
        yield subject.function
        yield from _entered(binding.asked(subject.function, assumptions))
        return
    assert subject.cls is not None
    for method in methods:
        *chain, name = [method] if method in binding.engine.roles else method.split(".")
        for one in binding.names(name):
            yield from _method(binding, subject, assumptions, chain, one)


def _method(
    binding: Binding, subject: Subject, assumptions: Assumptions, chain: Sequence[str], name: str
) -> Iterator[FunctionSymbol]:
    cls = subject.cls
    assert cls is not None
    if not chain and (name == "__init__" or not _is_registered(binding, cls)):
        method = binding.program.method(cls, name)
        if method is not None:
            yield method
        return
    run, owner = binding.asker.built(cls, assumptions, binding.config_role(subject.role))
    value: Value = owner
    try:
        for attribute in chain:
            value = members.read(run, value, attribute, owner.place or _NOWHERE)
    except Stopped:
        return
    if not isinstance(value, Object) or not isinstance(value.cls, ClassSymbol):
        return
    method = binding.program.method(value.cls, name)
    if method is None:
        return
    yield method
    if name != "__init__":
        yield from _entered(binding.asker.call(run, value, method))


def _entered(outcome: Outcome) -> Iterator[FunctionSymbol]:
    for event in events(outcome.trace):
        callee = event.callee
        if isinstance(callee, Closure):
            yield callee.function
        elif isinstance(callee, Object) and isinstance(callee.cls, ClassSymbol):
            called = outcome.run.program.method(callee.cls, outcome.run.assumptions.rules.called)
            if called is not None:
                yield called


def _is_registered(binding: Binding, cls: ClassSymbol) -> bool:
    return any(cls == other for _, other in binding.registered())
