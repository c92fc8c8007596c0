"""Relevance: whether a function or an object's class speaks of anything a question is about.

A function that names a relevant function of its module is relevant itself; each module is read once for a set of words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flowtrace.facts import Module
from flowtrace.flow import members
from flowtrace.flow.run import Run
from flowtrace.flow.values import Closure, Object, Place
from flowtrace.graph.program import functions_of
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol, Key

_NOWHERE = Place("", 0, 0, "")


def relevant(run: Run, function: FunctionSymbol) -> bool:
    """Whether a function, or one of its module that it names, speaks of anything a question is about."""
    words = run.assumptions.rules.words
    known = run.program.relevant.get((function.module.file, words))
    if known is None:
        known = _relevant_functions(run, function.module)
        run.program.relevant[(function.module.file, words)] = known
    if function.key in known or function.name == "<lambda>":
        return True
    if function.owner is None or f"super().{function.name}" not in run.program.text(function):
        return False
    above = run.program.method(function.owner, function.name, above=function.owner)
    return above is not None and relevant(run, above)


def _relevant_functions(run: Run, module: Module) -> frozenset[Key]:
    """The functions of a module that speak of a word, or of a function of the module that does, and so on."""
    words, found = run.assumptions.rules.words, set[Key]()
    if not any(run.program.holds(module.file, word) for word in words):
        return frozenset()
    texts = {function: run.program.text(function) for function in functions_of(module)}
    while words:
        more = [f for f, its in texts.items() if f.key not in found and _names_one(its, words)]
        found.update(f.key for f in more)
        # `forward` and `__init__` are everywhere: naming them says nothing.
        words = frozenset(
            f.name for f in more if not f.name.startswith("__") and f.name != run.assumptions.rules.called
        )
    return frozenset(found)


def _names_one(text: str, words: frozenset[str]) -> bool:
    """Whether one of the words stands in a text as a whole word."""
    return any(word in text for word in words) and _whole(words).search(text) is not None


@lru_cache(maxsize=1024)
def _whole(words: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b")


def speaks(run: Run, callee: Closure) -> bool:
    """Whether an object's class has a member that a question is about, or hands on to an object whose class has."""
    receiver = callee.receiver
    if not isinstance(receiver, Object) or not isinstance(receiver.cls, ClassSymbol):
        return False
    if any(frame.module.file == receiver.cls.module.file for frame in run.stack):
        for name in _CALLED_MEMBER.findall(run.program.text(callee.function)):
            inner = members.lookup(run, receiver, name, callee.place or _NOWHERE)
            if isinstance(inner, Object) and isinstance(inner.cls, ClassSymbol):
                method = run.program.method(inner.cls, callee.function.name)
                if method is not None and relevant(run, method):
                    return True
    return any(
        method.name in run.assumptions.rules.words
        for base in run.program.mro(receiver.cls)
        if isinstance(base, ClassSymbol)
        for method in base.header.methods
    )


_CALLED_MEMBER = re.compile(r"\bself\.(\w+)\(")
