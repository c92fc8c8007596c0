"""`does` and `never`: on every path a function performs an action; on no path it performs another."""

from __future__ import annotations

import re
from typing import Any

from flowtrace.binding import Subject, events
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, shown, step, undecided, unknown
from flowtrace.findings import Verdict
from flowtrace.flow.ask import Outcome
from flowtrace.flow.paths import CERTAIN, RARE, Path, performed
from flowtrace.flow.trace import Event
from flowtrace.flow.values import Place
from flowtrace.graph.program import functions_of


def does(question: Question, body: dict[str, Any]) -> Answer:
    """Whether every path to a normal end performs the action."""
    outcome = question.outcome()
    answer = _precondition(question, outcome)
    if answer:
        return answer
    assert outcome is not None
    found = performed(outcome.trace, events.action(question.binding.engine, body))
    if found.with_it is None and found.without_it is None:
        return not_applicable("no path ends normally under these assumptions")
    lacking = found.without_it
    if lacking is None or lacking.surety == RARE:
        return HOLDS
    if lacking.surety == CERTAIN:
        if _held_by_callers(question, body):
            return HOLDS
        return _lacks(question, body, lacking, outcome)
    return unknown(undecided(lacking.marks))


def never(question: Question, body: dict[str, Any]) -> Answer:
    """Whether no path performs the action."""
    outcome = question.outcome()
    answer = _precondition(question, outcome)
    if answer:
        return answer
    assert outcome is not None
    if body.get("reached"):
        return _unreached(question, outcome)
    found = performed(outcome.trace, events.action(question.binding.engine, body))
    if found.anyhow is None:
        return HOLDS
    if found.anyhow.surety != CERTAIN:
        return unknown(undecided(found.anyhow.marks))
    return _done(question, found.anyhow)


def _unreached(question: Question, outcome: Outcome) -> Answer:
    """Whether the subject, a call, is reached on no path of its function."""
    asked = question.subject.event
    assert asked is not None
    found = performed(outcome.trace, lambda event: event.kind == "call" and event.place == asked.place)
    if found.anyhow is None:
        return HOLDS
    if found.anyhow.surety != CERTAIN:
        return unknown(undecided(found.anyhow.marks))
    return _done(question, found.anyhow)


def _precondition(question: Question, outcome: Outcome | None) -> Answer | None:
    if outcome is None:
        return not_applicable(f"{question.cls.name} has no such method")
    if outcome.exhausted:
        return unknown("too much to evaluate", outcome.place)
    function = question.subject.function
    if function is not None and function.owner is not None and function.name != "__init__":
        reason = question.binding.never_built(function.owner, question.assumptions())
        if reason:
            return not_applicable(reason)
    return None


def _lacks(question: Question, body: dict[str, Any], path: Path, outcome: Outcome) -> Answer:
    wanted = _action_name(question, body)
    tests = [m[0].place for m in path.marks if isinstance(m, tuple)]
    place = next((at for at in reversed(tests) if _in_subject(question.subject, at)), None)
    name = question.subject.symbol if question.subject.cls is None else question.cls.name
    message = f"{name} reaches its end without {wanted}{_assumed(question)}"
    return Answer(Verdict.BROKEN, message, place, shown(path.marks))


def _in_subject(subject: Subject, place: Place) -> bool:
    """Whether a place stands in the function that is asked, not in one it enters."""
    if subject.function is None:
        return False
    return place.file == subject.file and place.symbol.startswith(subject.symbol)


def _done(question: Question, path: Path) -> Answer:
    event = next(mark for mark in reversed(path.marks) if isinstance(mark, Event))
    what = f"calls {event.chain or event.name}" if event.kind == "call" else f"writes {event.chain}"
    message = f"{event.place.symbol} {what}{_assumed(question)}"
    return Answer(Verdict.BROKEN, message, event.place, shown(path.marks))


def _action_name(question: Question, body: dict[str, Any]) -> str:
    if "call" in body:
        call = body["call"]
        names = [n for one in (call if isinstance(call, list) else [call]) for n in question.binding.names(one)]
        where = f" inside {question.binding.names(body['within'])[0]}" if body.get("within") else ""
        on = " on every layer's draft" if str(body.get("receiver", "")).endswith("each") else ""
        return f"calling {' or '.join(names)}{on}{where}"
    if "write" in body:
        return f"writing {body['write']}"
    return "doing what is asked"


def _assumed(question: Question) -> str:
    """The assumptions in words: `when own_head is true and algorithm is EAGLE3`."""
    pairs = [f"{name} is {str(value).lower() if isinstance(value, bool) else value}"
             for name, value in sorted(question.clause.assume.items())]  # fmt: skip
    world = "" if question.clause.given == ("plain",) else f" (world {question.clause.given[0]})"
    return (f" when {' and '.join(pairs)}" if pairs else "") + world


def _held_by_callers(question: Question, body: dict[str, Any]) -> bool:
    """Whether a function that lacks the action is only a part: all that call it do perform it."""
    function = question.subject.function
    if function is None:
        return False
    pattern = re.compile(rf"\b{re.escape(function.name)}\(")
    callers = [
        other
        for other in functions_of(function.module)
        if other != function and other.name != function.name and pattern.search(question.binding.program.text(other))
    ]
    match = events.action(question.binding.engine, body)
    for caller in callers:
        outcome = question.binding.asked(caller, question.assumptions())
        found = performed(outcome.trace, match)
        if found.with_it is None or (found.without_it is not None and found.without_it.surety != RARE):
            return False
    return bool(callers)


def caller_step(subject: Subject, place: Place) -> Any:
    """Where a call stands, as evidence."""
    return step(place, f"in {subject.symbol}")
