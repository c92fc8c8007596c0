"""`returns`: what a call returns has as many values as its caller unpacks, or a method as many as are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, step, unknown
from flowtrace.findings import Step, Verdict
from flowtrace.flow import containers, forcing
from flowtrace.flow.ask import Outcome
from flowtrace.flow.run import Run, certain
from flowtrace.flow.trace import Entered, Event, Test, events, guarded
from flowtrace.flow.trace import Step as Traced
from flowtrace.flow.truth import is_free
from flowtrace.flow.values import UNBOUND, Const, List, Opaque, Option, Tuple, Value, options, same


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether every unpacking in the method (and in its namesakes that it enters) fits what was returned."""
    outcome = question.outcome()
    if outcome is None:
        return unknown(f"what calling a {question.cls.name} enters is known only at run time")
    if "values" in body:
        return _counted(outcome, body["values"])
    asked = 0
    pending: list[str] = []
    for event, path in guarded(outcome.trace):
        if event.kind != "unpack" or event.place.symbol.rpartition(".")[2] != body["called_in"]:
            continue
        for option in _possible(outcome.run, event):
            if _asked_for(outcome.run, option.value, path):
                continue
            size = _size(outcome.run, option.value)
            if size is None:
                if isinstance(option.value, Opaque) and not is_free(option.value):
                    pending.append(f"{option.value.reason} ({event.place.file}:{event.place.line})")
                continue
            asked += 1
            if size != int(event.name):
                if certain(option.guards):
                    return _broken(outcome.trace, event, option, size)
                pending.append(f"what is unpacked at {event.place.file}:{event.place.line} is undecided")
    if pending:
        return unknown(pending[0])
    if outcome.exhausted:
        return unknown("the forward is too much to evaluate", outcome.place)
    return HOLDS if asked else not_applicable("nothing that was returned is unpacked")


def _asked_for(run: Run, value: Value, path: tuple[tuple[Test, bool], ...]) -> bool:
    """Whether the code itself asks of what kind a value is before it takes it apart, and the answer is not known."""
    asked = [t.value.inputs[0] for t, _ in path if t.outcome is None and t.value.step == "isinstance"]
    return any(same(option.value, value) for one in asked for option in options(_asked(run, one)))


def _counted(outcome: Outcome, wanted: int) -> Answer:
    """Whether the method returns that many values on every path that returns at all."""
    for event in events(outcome.trace):
        if event.kind != "return" or outcome.function is None:
            continue
        if (
            event.place.symbol != outcome.function.header.qualname
            or event.place.file != outcome.function.module.file
        ):
            continue
        for option in _possible(outcome.run, event):
            size = 1 if _is_attribute(option.value) else _size(outcome.run, option.value)
            if size not in (None, wanted) and certain(option.guards):
                values = f"{size} values" if size != 1 else "one value"
                message = f"{event.place.symbol} returns {values} where {wanted} are taken"
                return Answer(Verdict.BROKEN, message, event.place, (step(event.place, f"returns {values}"),))
    return HOLDS


def _is_attribute(value: Value) -> bool:
    """Whether a value is a plain attribute of something: a tensor, and no pair."""
    return isinstance(value, Opaque) and value.step.startswith("attribute ") and value.free


def _possible(run: Run, event: Event) -> Iterator[Option]:
    """What can arrive at an unpacking, with the tests on the way; what a call was not asked for is asked now."""
    for option in options(event.result) if event.result is not None else ():
        for inner in options(option.value if option.value is UNBOUND else _asked(run, option.value)):
            found = Option(inner.value, (*option.guards, *inner.guards))
            # Where asking settles nothing, what could not be told stays what it was.
            yield found if _size(run, found.value) and certain(found.guards) else option


def _asked(run: Run, value: Value) -> Value:
    """What a deferred call returns; where that is another one's result, what this returns."""
    for _ in range(_HANDED_ON):
        found = forcing.force(run, value)
        if found is value:
            break
        value = found
    return value


_HANDED_ON = 4  # how many functions may hand on one another's result


def _size(run: Run, value: Value) -> int | None:
    """How many values one unpacks into: a plain value 1; None when it can't be told."""
    if value is UNBOUND:
        return None
    if isinstance(value, Tuple | List):
        held = containers.contents(run, value)
        return None if held.open else len(held.items)
    if isinstance(value, Const):
        return 1 if value.value is None else None
    if isinstance(value, Opaque):
        # Part of an unpacking, or computed: a tensor. What a call returns that is not entered is open.
        plain = value.step.startswith("unpack ") or value.step in ("+", "-", "*", "/")
        return 1 if plain and value.deferred is None else None
    return None


def _broken(trace: list[Traced], event: Event, option: Option, size: int) -> Answer:
    values = f"{size} values" if size != 1 else "one value"
    message = f"{event.place.symbol} unpacks {event.name} values where {values} can arrive"
    steps: list[Step] = []
    for returned in _returns(trace, option.value):
        steps.append(step(returned.place, f"returns {values}"))
    for test, outcome in option.guards:
        steps.append(step(test.place, f"{test.text} is {str(outcome).lower()}", test.why or None))
    steps.append(step(event.place, f"unpacks {event.name}"))
    return Answer(Verdict.BROKEN, message, None, tuple(steps))


def _returns(trace: list[Traced], value: Value) -> list[Event]:
    """The return statements that returned this very value, outermost first."""
    found = []
    for one in trace:
        if isinstance(one, Entered):
            for event in events(one.inside):
                if event.kind == "return" and event.result is value and event not in found:
                    found.append(event)
    return found[:2]
