"""`feeds`: what a writer leaves on an object is what a reader looks for, through a channel of the engine."""

from __future__ import annotations

from typing import Any

from flowtrace.binding.rules import listed
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, step, unknown
from flowtrace.findings import Step, Verdict
from flowtrace.flow.ask import Outcome
from flowtrace.flow.run import ChannelRead, certain
from flowtrace.flow.trace import Event, events
from flowtrace.flow.truth import truth
from flowtrace.flow.values import Closure, Each, Object, Opaque, Value, describe, options


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether some place in the reader looks at what the writer left, on the same object."""
    name = question.binding.names(body["writer"])[0]
    reading = question.outcome()
    if reading is None:
        return unknown(f"what calling a {question.cls.name} enters is known only at run time")
    written: Outcome | None = reading.run.prepared.get(body["writer"])
    if written is None:
        return unknown(f"{name} of {question.cls.name} is known only at run time")
    if written.value is None:
        return unknown(f"{name} of {question.cls.name} raises: {written.stopped}")
    channel = question.binding.engine.channels[body["by"]]
    left = _left(written, channel)
    return _compare(question, body, channel, left, written, reading)


def _names(channel: Any) -> set[str]:
    return {name for kind in ("attribute", "list", "each_layer") for name in listed(channel.get(kind))}


def _left(written: Outcome, channel: Any) -> dict[tuple[int, str], Event]:
    """The channel's attributes the writer set to something, by object."""
    left: dict[tuple[int, str], Event] = {}
    for event in events(written.trace):
        if event.kind != "write" or event.name not in _names(channel) or event.receiver is None:
            continue
        key = (owner_of(event.receiver), event.name)
        if event.result is not None and truth(written.run, event.result) is not False:
            left[key] = event
        else:
            left.pop(key, None)
    return left


def owner_of(value: Value) -> int:
    """The identity under which an attribute of a value is kept."""
    if isinstance(value, Each):
        return value.layers.id
    return value.id if isinstance(value, Object | Opaque) else 0


def _compare(
    question: Question,
    body: dict[str, Any],
    channel: Any,
    left: dict[tuple[int, str], Event],
    written: Outcome,
    reading: Outcome,
) -> Answer:
    marks = "list" in channel or "each_layer" in channel
    reads = [read for read in reading.run.channel_reads if read.name in _names(channel)]
    sites = [read for read in reads if read.looping or not marks]
    fed = [left[(read.owner, read.name)] for read in sites if (read.owner, read.name) in left]
    if fed:
        without = _without_arguments(question, body)
        if without is not None and without.value is not None:
            default = _left(without, channel)
            # By name: an object that is only made when it is asked for is another one here.
            if not {event.name for event in fed} & {name for _, name in default}:
                return _broken(question, body, default, without, sites, " when it is given no ids")
        return _on_every_path(question, _with_any_arguments(question, body), fed)
    unresolved = (None if left else _handed_on(written)) or unresolved_call(reading)
    if reading.exhausted:
        return unknown("the forward is too much to evaluate")
    if unresolved is not None:
        where = f"{unresolved.place.file}:{unresolved.place.line}"
        return unknown(f"{unresolved.chain or unresolved.name} ({where}) is known only at run time")
    if not sites and not marks:
        return not_applicable("nothing tests the flag")
    return _broken(question, body, left, written, sites)


def _handed_on(written: Outcome) -> Event | None:
    """Where a writer calls its like on an object that is known only at run time."""
    name = written.function.name if written.function else ""
    handed = (e for e in events(written.trace) if e.kind == "call" and e.name == name)
    return next((event for event in handed if isinstance(event.callee, Opaque)), None)


def _with_any_arguments(question: Question, body: dict[str, Any]) -> Outcome | None:
    """The writer called with arguments nothing is known of, on an instance that nothing has prepared."""
    return question.alone(body["writer"], {})


def _without_arguments(question: Question, body: dict[str, Any]) -> Outcome | None:
    """The writer called with None for each argument that the clause gives it; None when it gives none."""
    given = question.clause.prepared.get(body["writer"])
    return question.alone(body["writer"], dict.fromkeys(given)) if given else None


def _on_every_path(question: Question, written: Outcome | None, fed: list[Event]) -> Answer:
    """Whether the writer leaves what it writes on all its paths; one attribute that it does is enough."""
    doubt: Answer | None = None
    if written is None or written.value is None:
        return HOLDS
    for event in fed:
        final = _final(written, event)
        lacking = [option for option in options(final) if truth(written.run, option.value) is False]
        if not lacking:
            return HOLDS
        if certain(lacking[0].guards):
            steps = [
                step(t.place, f"{t.text} is {str(yes).lower()}", t.why or None)
                for t, yes in lacking[0].guards
            ]
            steps.append(step(event.place, f"writes {event.chain} on another path"))
            message = f"{question.cls.name}: {event.chain} is set on some paths of the setter only"
            return Answer(Verdict.BROKEN, message, None, tuple(steps))
        doubt = unknown(
            f"{event.chain} is set on some paths only, and which could not be resolved", event.place
        )
    assert doubt is not None
    return doubt


def _final(written: Outcome, event: Event) -> Value:
    """What the attribute that an event wrote holds after the writer has returned."""
    if isinstance(event.receiver, Object):
        found = written.run.heap.get((event.receiver.id, event.name))
        if isinstance(found, Value):
            return found
    assert event.result is not None
    return event.result


def _broken(
    question: Question, body: dict[str, Any], left: dict[tuple[int, str], Event], written: Outcome,
    sites: list[ChannelRead], when: str = "",
) -> Answer:  # fmt: skip
    setter = question.binding.names(body["writer"])[0]
    wrote = " and ".join(dict.fromkeys(event.chain for event in left.values())) or "nothing"
    looks = " and ".join(dict.fromkeys(read.chain for read in sites)) or "nothing"
    message = f"{setter} writes {wrote}{when}, but the forward looks at {looks}"
    steps = [step(e.place, f"writes {e.chain} = {describe(e.result)}" if e.result else f"writes {e.chain}")
             for e in left.values()]  # fmt: skip
    steps += list(dict.fromkeys(_looks(read) for read in sites))
    return Answer(Verdict.BROKEN, message, None, tuple(steps[:8]))


def _looks(read: ChannelRead) -> Step:
    return step(read.place, f"looks at {read.chain}")


def unresolved_call(outcome: Outcome) -> Event | None:
    """A call whose callee could not be resolved although the package should define it."""
    for event in events(outcome.trace):
        callee = event.callee
        if event.kind == "call" and isinstance(callee, Opaque) and not callee.free and not _framework(callee):
            return event
    return None


def _framework(callee: Opaque) -> bool:
    """Whether a callee is a method of a run-time value (a tensor's `view`), not a part of the package."""
    return callee.step.startswith("attribute ") and bool(callee.inputs) and not isinstance(
        callee.inputs[0], Object | Closure
    )  # fmt: skip
