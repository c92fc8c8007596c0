"""`does` and `never`: on every path a function performs an action; on no path it performs another."""

from __future__ import annotations

import re
from typing import Any

from flowtrace.binding import events
from flowtrace.checks import wording
from flowtrace.checks.question import (
    HOLDS,
    Answer,
    Question,
    not_applicable,
    shown,
    undecided,
    unknown,
    worst,
)
from flowtrace.findings import Verdict
from flowtrace.flow.ask import Outcome
from flowtrace.flow.paths import CERTAIN, RARE, Path, performed
from flowtrace.flow.trace import Event
from flowtrace.flow.trace import events as all_events
from flowtrace.flow.values import Closure, Place
from flowtrace.graph.program import Program, functions_of
from flowtrace.graph.symbols import FunctionSymbol


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
    if body.get("reached"):
        found = worst(
            [_precondition(question, one) or _unreached(question, one) for one in question.outcomes()]
        )
        return HOLDS if found.verdict is Verdict.BROKEN and _unreached_by_callers(question) else found
    outcome = question.outcome()
    answer = _precondition(question, outcome)
    if answer:
        return answer
    assert outcome is not None
    done = performed(outcome.trace, events.action(question.binding.engine, body))
    if done.anyhow is None:
        ends = done.with_it is not None or done.without_it is not None
        return HOLDS if ends else not_applicable("no path ends normally under these assumptions")
    if done.anyhow.surety != CERTAIN:
        return unknown(undecided(done.anyhow.marks))
    if _kept_by_callers(question, body):
        return HOLDS
    return _done(question, done.anyhow)


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


def _unreached_by_callers(question: Question) -> bool:
    """Whether the method that holds the subject is only a part: none that calls it reaches the subject here."""
    function, binding = question.subject.function, question.binding
    calling = [
        outcome
        for outcome in _callers(question)
        if outcome.function is not None
        and any(isinstance(e.callee, Closure) and e.callee.function == function
                for e in binding.happens(outcome.function))
    ]  # fmt: skip
    return bool(calling) and all(
        not outcome.exhausted and _unreached(question, outcome).verdict is Verdict.HOLDS
        for outcome in calling
    )


def _precondition(question: Question, outcome: Outcome | None) -> Answer | None:
    if outcome is None:
        return not_applicable(f"{question.cls.name} has no such method")
    return unknown("too much to evaluate", outcome.place) if outcome.exhausted else None


def _lacks(question: Question, body: dict[str, Any], path: Path, outcome: Outcome) -> Answer:
    wanted = _action_name(question, body)
    place = _deciding(question, body, outcome, path)
    name = question.subject.symbol if question.subject.cls is None else question.cls.name
    message = f"{name} reaches its end without {wanted}{_assumed(question)}"
    return Answer(Verdict.BROKEN, message, place, shown(path.marks))


def _deciding(question: Question, body: dict[str, Any], outcome: Outcome, path: Path) -> Place | None:
    """Where the action is done outside its context; else the last test on the path in the function asked.

    Without one, where the function is defined.
    """
    function = outcome.function
    if function is None:
        return None
    if body.get("within"):
        bare = events.action(question.binding.engine, {k: v for k, v in body.items() if k != "within"})
        outside = [event for event in all_events(outcome.trace) if bare(event)]
        if outside:
            return outside[0].place
    asked = (function.module.file, function.header.qualname)
    for mark in reversed(path.marks):
        if isinstance(mark, tuple) and (mark[0].place.file, mark[0].place.symbol) == asked:
            return mark[0].place
    at = function.location
    return Place(at.file, at.line, at.column, function.header.qualname)


def _done(question: Question, path: Path) -> Answer:
    event = next(mark for mark in reversed(path.marks) if isinstance(mark, Event))
    what = f"calls {event.chain or event.name}" if event.kind == "call" else f"writes {event.chain}"
    message = f"{event.place.symbol} {what}{_assumed(question)}"
    return Answer(Verdict.BROKEN, message, event.place, shown(path.marks))


def _action_name(question: Question, body: dict[str, Any]) -> str:
    binding = question.binding
    if "call" in body:
        call = body["call"]
        names = " or ".join(
            wording.names(binding, one) for one in (call if isinstance(call, list) else [call])
        )
        within = binding.engine.roles.get(body.get("within", ""), {}).get("context", body.get("within"))
        where = f" inside {within}" if within else ""
        on = " on every layer's draft" if str(body.get("receiver", "")).endswith("each") else ""
        built = isinstance(call, str) and binding.engine.roles.get(call, {}).get("called")
        return f"{built or f'calling {names}'}{on}{where}"
    if "write" in body:
        made = f" from {wording.called(binding, body['from'])}" if "from" in body else ""
        return f"writing {wording.names(binding, body['write'])}{made}"
    return "doing what is asked"


def _assumed(question: Question) -> str:
    """What is assumed, in the words of the engine file, with a space in front; empty for nothing."""
    said = wording.when(question.binding, question.clause.assume, question.clause.given)
    return f" {said}" if said else ""


def _held_by_callers(question: Question, body: dict[str, Any]) -> bool:
    """Whether a function that lacks the action is only a part: all that call it do perform it."""
    match = events.action(question.binding.engine, body)
    found = [performed(outcome.trace, match) for outcome in _callers(question)]
    return bool(found) and all(
        one.with_it is not None and (one.without_it is None or one.without_it.surety == RARE) for one in found
    )


def _kept_by_callers(question: Question, body: dict[str, Any]) -> bool:
    """Whether a function that performs the action is only a part: none that calls it does so here."""
    match = events.action(question.binding.engine, body)
    found = [performed(outcome.trace, match) for outcome in _callers(question)]
    return bool(found) and all(one.anyhow is None for one in found)


def _calls(program: Program, caller: FunctionSymbol, function: FunctionSymbol) -> bool:
    """Whether the name in a caller means this function: a method is the one its own class resolves to."""
    if function.owner is None or caller.owner is None:
        return function.owner is None
    return program.method(caller.owner, function.name) == function


def _callers(question: Question) -> list[Outcome]:
    """What the functions of the same module that call the subject do under the clause's assumptions."""
    function = question.subject.function
    if function is None:
        return []
    pattern = re.compile(rf"\b{re.escape(function.name)}\(")
    program = question.binding.program
    return [
        question.binding.asked(other, question.assumptions())
        for other in functions_of(function.module)
        if other.name != function.name
        and pattern.search(program.text(other))
        and _calls(program, other, function)
    ]
