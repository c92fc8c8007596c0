"""`reads`: a function, or the class of a draft, reads these keys of a config."""

from __future__ import annotations

import re
from typing import Any

from flowtrace.binding.rules import listed
from flowtrace.checks.question import HOLDS, Answer, Question, step
from flowtrace.findings import Step, Verdict
from flowtrace.flow.values import Place
from flowtrace.graph.program import functions_of
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether each key is read: by attribute, subscript, `get`, `getattr`, `hasattr` or `in`."""
    functions = _reach(question)
    seen: list[Step] = []
    missing = []
    for key in (*listed(body["keys"]), *_holder(body)):
        found = [place for function in functions for place in _reading(question, function, key)]
        if found:
            seen += [step(place, f"reads {key}") for place in found[:2]]
        else:
            missing.append(key)
    if not missing:
        return HOLDS
    who = question.cls.name if question.subject.cls is not None else question.subject.symbol
    holder = "" if set(missing) & set(_holder(body)) else f" of {body['of']}"
    message = f"{who} never reads {' or '.join(missing)}{holder}"
    return Answer(Verdict.BROKEN, message, _first_place(question, seen), tuple(seen))


def _holder(body: dict[str, Any]) -> list[str]:
    """The key of a config in which the keys stand, if they do: it has to be read itself."""
    of = str(body.get("of", ""))
    return [] if not of or of.startswith("config.") else [of]


def _first_place(question: Question, seen: list[Step]) -> Place | None:
    """Where the neighbouring keys are read, in the subject's own file."""
    for one in seen:
        if one.file == question.subject.file and question.subject.cls is None:
            return Place(one.file, one.line, 0, one.symbol)
    return None


def _reach(question: Question) -> list[FunctionSymbol]:
    """The functions asked: the subject, and the helpers of its module that it names; or all of a class's."""
    program = question.binding.program
    if question.subject.function is not None:
        return _with_helpers(question, _whole(question, question.subject.function))
    cls = question.cls
    found: list[FunctionSymbol] = []
    for base in program.mro(cls):
        if isinstance(base, ClassSymbol):
            found += [f for f in functions_of(base.module) if f not in found]
    return found


def _whole(question: Question, function: FunctionSymbol) -> FunctionSymbol:
    """The function that a method belongs to as a part of it: the one method of its class that calls it."""
    program = question.binding.program
    owner = function.owner
    if owner is None or function.name == "__init__":
        return function
    pattern = re.compile(rf"\bself\.{re.escape(function.name)}\(")
    calling = [
        other
        for other in functions_of(function.module)
        if other.owner == owner and other != function and pattern.search(program.text(other))
    ]
    return calling[0] if len(calling) == 1 else function


def _with_helpers(question: Question, function: FunctionSymbol) -> list[FunctionSymbol]:
    program = question.binding.program
    others = list(functions_of(function.module))
    found = [function]
    for one in found:
        words = set(re.findall(r"\w+", program.text(one)))
        found += [other for other in others if other.name in words and other not in found]
    return found


def _reading(question: Question, function: FunctionSymbol, key: str) -> list[Place]:
    """The lines of a function that read a key, comments left out."""
    pattern = re.compile(rf"""(\.{key}\b(?!\s*=[^=])|['"]{key}['"])""")
    lines = question.binding.program.lines(function.module.file)
    return [
        Place(function.module.file, number, 0, function.header.qualname)
        for number in range(function.header.line, function.header.end_line + 1)
        if pattern.search(lines[number - 1].split("#")[0])
    ]
