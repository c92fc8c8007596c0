"""Selectors of actions to tests on events: which calls, writes and contexts a spec speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flowtrace.binding.rules import last_name, listed
from flowtrace.flow.assumptions import matches
from flowtrace.flow.paths import Matcher
from flowtrace.flow.signatures import argument_of
from flowtrace.flow.trace import Event
from flowtrace.flow.values import ClassOf, Closure, Value, ancestry, chain_of
from flowtrace.graph.program import Program
from flowtrace.spec.model import Engine

_LOGS = ("debug", "info", "warning", "warn", "error", "exception", "critical", "log", "print")


def action(engine: Engine, selector: Mapping[str, Any]) -> Matcher:
    """A matcher for `{call: ...}`, `{write: ...}`, `{return: true}`, `{raise: true}` or `{log: level}`."""
    if "call" in selector:
        match = calls(engine, selector["call"])
    elif "write" in selector:
        patterns = [pattern for one in listed(selector["write"]) for pattern in _written(engine, one)]
        match = lambda event: event.kind == "write" and any(matches(p, event.chain) for p in patterns)  # noqa: E731
        if "from" in selector:
            match = _made_of(match, engine, selector["from"])
    elif selector.get("log"):
        match = is_log
    elif selector.get("return"):
        match = lambda event: event.kind == "return"  # noqa: E731
    else:
        match = lambda event: event.kind == "raise"  # noqa: E731
    receivers = _receivers(engine, selector.get("receiver"))
    within = selector.get("within")
    if receivers:
        match = _on(match, receivers)
    if within:
        match = _inside(match, engine, within)
    return match


def _written(engine: Engine, word: str) -> list[str]:
    """The chains that a write is meant to: those of an attribute role, on whatever it is, or a pattern itself."""
    return [f"*.{name}" for name in listed(engine.roles.get(word, {}).get("attribute"))] or [word]


def _made_of(match: Matcher, engine: Engine, role: str) -> Matcher:
    """Only where what is written was made of what stands on a role's chains."""
    patterns = listed(engine.roles.get(role, {}).get("chain"))

    def both(event: Event) -> bool:
        made = ancestry(event.result) if match(event) and event.result is not None else ()
        return any(matches(pattern, chain_of(value)) for value in made for pattern in patterns)

    return both


def argument(program: Program, event: Event, names: Sequence[str | int]) -> Value | None:
    """An argument of a call by a name or position it goes by; a position also by its parameter's name."""
    found = argument_of(event.args, dict(event.kwargs), names)
    if found is not None:
        return found
    parameters = _parameters(program, event.callee)
    for name in names:
        if name in parameters and parameters.index(str(name)) < len(event.args):
            return event.args[parameters.index(str(name))]
    return None


def _parameters(program: Program, callee: Value | None) -> list[str]:
    """The parameter names of what is called, in order; the fields of a class without its own constructor."""
    if isinstance(callee, Closure):
        names = [p.name for p in callee.function.header.parameters]
        return names[1:] if callee.receiver is not None else names
    if isinstance(callee, ClassOf):
        init = program.method(callee.cls, "__init__")
        if init is not None:
            return [p.name for p in init.header.parameters][1:]
        return [name for name, _, annotation, _ in callee.cls.header.attributes if annotation is not None]
    return []


def is_log(event: Event) -> bool:
    """Whether an event writes to a log (or the terminal)."""
    if event.kind != "call" or event.name not in _LOGS:
        return False
    return event.name == "print" or "log" in event.chain.lower() or "warnings" in event.chain


def _receivers(engine: Engine, receiver: Any) -> list[str]:
    return [pattern for name in listed(receiver) for pattern in engine.receivers.get(name, (name,))]


def _on(match: Matcher, receivers: list[str]) -> Matcher:
    """Only where what is called stands on one of these chains; a call of its method by name counts, too."""

    def both(event: Event) -> bool:
        return match(event) and any(matches(pattern, receiver_chain(event)) for pattern in receivers)

    return both


def receiver_chain(event: Event) -> str:
    """The chain of what a call is made on: everything before the last dot."""
    return event.chain.rpartition(".")[0]


def _inside(match: Matcher, engine: Engine, role: str) -> Matcher:
    wanted = {last_name(name) for name in listed(engine.roles.get(role, {}).get("context", role))}

    def both(event: Event) -> bool:
        return match(event) and any(_opens(context, wanted) for context in event.within)

    return both


def _opens(context: Value, wanted: set[str]) -> bool:
    return any(value.step.removeprefix("call ").rpartition(".")[2] in wanted for value in ancestry(context))


def calls(engine: Engine, selector: Any) -> Matcher:
    """A matcher for calls: a role (member or call), a pattern, or a list of these."""
    patterns: list[str] = []
    for one in listed(selector):
        role = engine.roles.get(one) if isinstance(one, str) else one
        if role is None:
            patterns.append(one)
        else:
            patterns += [
                str(name) for kind in ("method", "attribute", "call") for name in listed(role.get(kind))
            ]
            receivers = _receivers(engine, role.get("receiver"))
            if receivers:
                return _on(_named(patterns), receivers)
    return _named(patterns)


def _named(patterns: list[str]) -> Matcher:
    def match(event: Event) -> bool:
        return event.kind == "call" and any(_fits(pattern, event) for pattern in patterns)

    return match


def _fits(pattern: str, event: Event) -> bool:
    """A plain name fits the last name called, `*.name` a call on anything, a dotted one the whole chain."""
    if "." not in pattern:
        return event.name == pattern or event.chain.rpartition(".")[2] == pattern
    if pattern.startswith("*."):
        return event.name == pattern[2:] or event.chain.endswith(pattern[1:])
    return matches(pattern, event.chain) or matches(pattern, f"{receiver_chain(event)}.{event.name}")
