"""`assigned`: at an argument, the value has been assigned on every path, and is not None."""

from __future__ import annotations

from typing import Any

from flowtrace.binding import events as selectors
from flowtrace.binding.rules import listed
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, step, unknown
from flowtrace.findings import Verdict
from flowtrace.flow.run import certain
from flowtrace.flow.trace import Event, guarded
from flowtrace.flow.values import UNBOUND, Const, Option, Value, options


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether every value that can arrive at the argument is assigned."""
    outcome = question.outcome()
    if outcome is None:
        return not_applicable(f"{question.cls.name} has no such method")
    match = selectors.calls(question.binding.engine, body["of"])
    doubt: Answer | None = None
    asked = False
    for event, path in guarded(outcome.trace):
        if not match(event):
            continue
        value = selectors.argument(question.binding.program, event, listed(body["argument"]))
        if value is None:
            continue
        asked = True
        guards = tuple((test, yes) for test, yes in path if test.outcome is None)
        for option in options(value):
            fault = _fault(option.value, bool(body.get("allow_none")))
            if not fault:
                continue
            if certain((*guards, *option.guards)):
                return _broken(question, event, option, fault)
            doubt = doubt or unknown("a test on the way could not be resolved", event.place)
    if doubt:
        return doubt
    if outcome.exhausted and not asked:
        return unknown("too much to evaluate", outcome.place)
    return HOLDS if asked else not_applicable("nothing arrives there")


def _fault(value: Value, allow_none: bool) -> str:
    if value is UNBOUND:
        return "is not assigned"
    if isinstance(value, Const) and value.value is None and not allow_none:
        return "is None"
    return ""


def _broken(question: Question, event: Event, option: Option, fault: str) -> Answer:
    call = event.chain or event.name
    message = f"what {event.place.symbol} hands to {call} {fault} on some path"
    steps = [
        step(test.place, f"{test.text} is {str(outcome).lower()}", test.why or None)
        for test, outcome in option.guards
    ]
    if option.value.place is not None:
        steps.insert(0, step(option.value.place, "sets it to None"))
    steps.append(step(event.place, f"calls {call}"))
    return Answer(Verdict.BROKEN, message, event.place, tuple(steps))
