"""`feeds`: what a writer leaves on an object is what a reader looks for, through one of the engine's channels."""

from __future__ import annotations

from typing import Any

from flowtrace.binding.rules import listed
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, step, unknown
from flowtrace.findings import Step, Verdict
from flowtrace.flow.ask import Outcome
from flowtrace.flow.expressions import truth
from flowtrace.flow.run import ChannelRead
from flowtrace.flow.trace import Event, events
from flowtrace.flow.values import Closure, Each, Object, Opaque, Value, describe


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether some place in the reader looks at what the writer left, on the same object."""
    run, subject = question.instance()
    if run.exhausted:
        return unknown(f"constructing {question.cls.name} is too much to evaluate")
    arguments = question.clause.prepared.get(body["writer"], {"layer_ids": [1]})
    written = question.prepare(run, subject, body["writer"], arguments)
    name = question.binding.names(body["writer"])[0]
    if written is None:
        return unknown(f"{name} of {question.cls.name} is known only at run time")
    if written.value is None:
        return unknown(f"{name} of {question.cls.name} raises: {written.stopped}", written.place)
    channel = question.binding.engine.channels[body["by"]]
    left = _left(written, channel)
    run.channel_reads.clear()
    reading = question.method_outcome(run, subject)
    if reading is None:
        return unknown(f"what calling a {question.cls.name} enters is known only at run time")
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
    question: Question, body: dict[str, Any], channel: Any, left: dict[tuple[int, str], Event], written: Outcome,
    reading: Outcome,
) -> Answer:  # fmt: skip
    marks = "list" in channel or "each_layer" in channel
    reads = [read for read in reading.run.channel_reads if read.name in _names(channel)]
    sites = [read for read in reads if read.looping or not marks]
    if any((read.owner, read.name) in left for read in sites):
        return HOLDS
    unresolved = unresolved_call(reading)
    if reading.exhausted:
        return unknown("the forward is too much to evaluate", reading.place)
    if unresolved is not None:
        return unknown(
            f"{unresolved.chain or unresolved.name} ({unresolved.place.file}:{unresolved.place.line}) is known only at "
            "run time", unresolved.place)  # fmt: skip
    if not sites and not marks:
        return not_applicable("nothing tests the flag")
    return _broken(question, body, left, written, sites)


def _broken(
    question: Question, body: dict[str, Any], left: dict[tuple[int, str], Event], written: Outcome,
    sites: list[ChannelRead],
) -> Answer:  # fmt: skip
    setter = question.binding.names(body["writer"])[0]
    wrote = " and ".join(dict.fromkeys(event.chain for event in left.values())) or "nothing"
    looks = " and ".join(dict.fromkeys(read.chain for read in sites)) or "nothing"
    message = f"{setter} writes {wrote}, but the forward looks at {looks}"
    steps = [step(e.place, f"writes {e.chain} = {describe(e.result)}" if e.result else f"writes {e.chain}")
             for e in left.values()]  # fmt: skip
    steps += list(dict.fromkeys(_looks(read) for read in sites))
    return Answer(Verdict.BROKEN, message, None, tuple(steps[:8]))


def _looks(read: ChannelRead) -> Step:
    return step(read.place, f"looks at {read.chain}")


def unresolved_call(outcome: Outcome) -> Event | None:
    """A call whose callee could not be resolved although the package should define it; None when there is none."""
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
