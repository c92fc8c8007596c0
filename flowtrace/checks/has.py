"""`has`: a class has a member, its own, inherited, or delegated to an object that has it."""

from __future__ import annotations

from typing import Any

from flowtrace.binding.members import has, member
from flowtrace.checks.question import HOLDS, NOWHERE, Answer, Question, step, unknown
from flowtrace.findings import Step, Verdict
from flowtrace.flow import members
from flowtrace.flow.run import ANYTHING
from flowtrace.flow.values import UNBOUND, Object, Place, Union, options
from flowtrace.graph.symbols import ClassSymbol


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether the subject has every member named."""
    for role in body["members"]:
        names = question.binding.names(role)
        answer = _from_construction(question, names) if body.get("from") else _has(question, role, names)
        if answer.verdict is Verdict.HOLDS and body.get("taking"):
            answer = _taking(question, names, body["taking"])
        if answer.verdict is not Verdict.HOLDS:
            return answer
    return HOLDS


def _has(question: Question, role: str, names: list[str]) -> Answer:
    program, cls = question.binding.program, question.cls
    known = member(program, cls, names)
    if known.how != "none" and not known.attribute:
        return HOLDS
    run, subject = question.instance()
    found = has(run, subject, names)
    if found.answer:
        return HOLDS
    if found.answer is None:
        return unknown(
            f"whether {cls.name} has {names[0]} depends on what is known only at run time: {found.reason}"
        )
    wrapped = _wrapped(question, run, subject, names)
    around = f", though the {wrapped[0][1].name} it wraps does" if wrapped else ""
    message = f"{cls.name} neither defines, inherits nor delegates {names[0]}{around}"
    steps = [*_lookups(question, names), *_wraps(wrapped, names), *_callers(question, names)]
    return Answer(Verdict.BROKEN, message, None, tuple(steps))


def _lookups(question: Question, names: list[str]) -> list[Step]:
    """The classes in which the member was looked for, in order."""
    order = [base for base in question.binding.program.mro(question.cls) if isinstance(base, ClassSymbol)]
    return [
        step(Place(*_at(base)), f"class {base.name} does not define {' or '.join(names)}")
        for base in order[:6]
    ]


def _at(cls: ClassSymbol) -> tuple[str, int, int, str]:
    return (cls.module.file, cls.header.line, cls.header.column, cls.header.qualname)


def _wrapped(
    question: Question, run: Any, subject: Object, names: list[str]
) -> list[tuple[str, ClassSymbol, Any]]:
    """Attributes of the instance whose class has the member: (attribute, class, how)."""
    found = []
    for (owner, name), value in run.heap.items():
        if owner != subject.id or not isinstance(name, str) or name.startswith("<"):
            continue
        for option in options(value) if not isinstance(value, dict | bool) else ():
            inner = option.value
            if isinstance(inner, Object) and isinstance(inner.cls, ClassSymbol):
                how = member(question.binding.program, inner.cls, names)
                if how.how != "none":
                    found.append((name, inner.cls, (inner.place, how)))
    return found


def _wraps(wrapped: list[tuple[str, ClassSymbol, Any]], names: list[str]) -> list[Step]:
    steps = []
    for name, cls, (place, how) in wrapped[:2]:
        if place is not None:
            steps.append(step(place, f"self.{name} is a {cls.name}"))
        if how.method is not None:
            at = how.method.location
            where = Place(at.file, at.line, at.column, how.method.header.qualname)
            steps.append(step(where, f"{cls.name} has {names[0]}"))
    return steps


def _callers(question: Question, names: list[str]) -> list[Step]:
    """Where the engine calls the member, outside the registered modules."""
    steps = []
    folder = question.binding.engine.registry["modules"].rpartition("/")[0]
    for function in question.binding.texts(names):
        if f"/{folder}/" in f"/{function.module.file}" or function.name in names:
            continue
        lines = question.binding.program.lines(function.module.file)
        for number in range(function.header.line, function.header.end_line + 1):
            if any(f".{name}(" in lines[number - 1] for name in names):
                place = Place(function.module.file, number, 0, function.header.qualname)
                steps.append(step(place, f"calls {names[0]} on the model"))
                break
    return steps[:2]


def _from_construction(question: Question, names: list[str]) -> Answer:
    """Whether every path of the constructor leaves the attribute behind."""
    run, subject = question.instance()
    cls = question.cls
    if run.exhausted:
        return unknown(f"constructing {cls.name} is too much to evaluate")
    name = names[0]
    value = run.heap.get((subject.id, name))
    if value is None:
        found = members.lookup(run, subject, name, NOWHERE)
        if found is not None:
            return HOLDS
        if (subject.id, ANYTHING) in run.heap:
            return unknown(
                f"the constructor of {cls.name} sets attributes under names known only at run time"
            )
        init = question.binding.program.method(cls, "__init__")
        at = init.location if init else cls.location
        where = Place(at.file, at.line, at.column, init.header.qualname if init else cls.name)
        steps = (step(where, f"the constructor never assigns self.{name}"), *_writers(question, name))
        return Answer(
            Verdict.BROKEN, f"{cls.name} has no {name} until something else assigns it", None, steps
        )
    if isinstance(value, Union) and any(option.value is UNBOUND for option in value.options):
        return Answer(Verdict.BROKEN, f"the constructor of {cls.name} assigns {name} on some paths only")
    return HOLDS


def _writers(question: Question, name: str) -> list[Step]:
    """Where the class does assign the attribute."""
    steps = []
    program = question.binding.program
    for method in question.binding.texts([name]):
        if method.owner == question.cls and method.name != "__init__":
            lines = program.lines(method.module.file)
            for number in range(method.header.line, method.header.end_line + 1):
                if f"self.{name} =" in lines[number - 1]:
                    place = Place(method.module.file, number, 0, method.header.qualname)
                    steps.append(step(place, f"{method.name} assigns self.{name}"))
    return steps


def _taking(question: Question, names: list[str], wanted: list[str]) -> Answer:
    found = member(question.binding.program, question.cls, names)
    if found.method is None:
        return HOLDS
    parameters = found.method.header.parameters
    known = {p.name for p in parameters}
    if any(p.kind in ("star", "doublestar") for p in parameters) or set(wanted) <= known:
        return HOLDS
    missing = ", ".join(sorted(set(wanted) - known))
    at = found.method.location
    place = Place(at.file, at.line, at.column, found.method.header.qualname)
    return Answer(Verdict.BROKEN, f"{found.method.name} does not take {missing}", place)
