"""A draft's instance -> which of its parameters the worker replaces by the target's, and by which method.

Which methods share, who calls them and what that depends on is told by the engine file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flowtrace.binding import Binding, events
from flowtrace.binding.rules import listed
from flowtrace.checks.question import step
from flowtrace.findings import Step
from flowtrace.flow import members, truth
from flowtrace.flow.loading import Loading
from flowtrace.flow.paths import RARE, performed
from flowtrace.flow.trace import Event
from flowtrace.flow.values import Object, Place

_NOWHERE = Place("", 0, 0, "")


@dataclass(frozen=True)
class Share:
    """The sharing method that the worker calls, where, and what it replaces.

    `replaced` maps a parameter to where that is done; `unsure` says why it could not be told, for all
    parameters, or in `doubts` for one.
    """

    method: str = ""
    calls: tuple[Step, ...] = ()
    replaced: Mapping[str, Step] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    unsure: str = ""


def share(binding: Binding, loading: Loading, world: str) -> Share:
    """What is shared with this instance, as the engine file says who shares."""
    told = binding.engine.parameters.get("shared")
    if not told:
        return Share(unsure="the engine file does not say who shares the target's parameters")
    assume = {**told.get("assume", {}), **_asked(binding, loading, told)}
    calls: dict[str, list[Step]] = {}
    for function in binding.functions(told["in"]):
        outcome = binding.asked(function, binding.assumptions(assume, world))
        for role in listed(told["calls"]):
            found = performed(outcome.trace, events.action(binding.engine, {"call": [role]}))
            if found.anyhow is None:
                continue
            last = next(mark for mark in reversed(found.anyhow.marks) if isinstance(mark, Event))
            always = found.without_it is None or found.without_it.surety == RARE
            calls.setdefault(role if always else "", []).append(step(last.place, f"calls {last.chain}"))
    if len(calls) != 1 or "" in calls:
        return Share(unsure="which of the sharing methods the worker calls could not be told")
    role, places = next(iter(calls.items()))
    return replace(lends(binding, loading, role), calls=tuple(places))


def _asked(binding: Binding, loading: Loading, told: Mapping[str, Any]) -> dict[str, bool]:
    """The guards on the draft's own attributes, as its construction leaves them; unset counts as false."""
    found = {}
    for name in listed(told.get("asks")):
        guard = binding.engine.guards[name]
        run = loading.run.copied()
        attribute = str(listed(guard["attribute"])[0])
        value = members.lookup(run, loading.subject, attribute, loading.subject.place or _NOWHERE)
        outcome = bool(truth.truth(run, value)) if value is not None else False
        found[name] = outcome is not bool(guard.get("inverted"))
    return found


def lends(binding: Binding, loading: Loading, role: str) -> Share:
    """What a sharing method replaces on this instance, whoever calls it."""
    run = loading.run.copied()
    method = binding.asker.reached(run, loading.subject, binding.names(role))
    if method is None:
        return Share(unsure=f"the draft has no {binding.names(role)[0]}")
    name = method.function.name
    outcome = binding.asker.call(run, loading.subject, method, {}, eager=True)
    replaced, doubts = {}, {}
    for one in loading.registry.parameters:
        slot = (one.owner, one.attribute)
        found = performed(outcome.trace, lambda event, slot=slot: _writes(event, slot))  # type: ignore[misc]
        if found.with_it is None:
            continue
        last = next(mark for mark in reversed(found.with_it.marks) if isinstance(mark, Event))
        if found.without_it is None or found.without_it.surety == RARE:
            replaced[one.name] = step(last.place, f"{name} writes {last.chain}")
        else:
            doubts[one.name] = f"whether {name} replaces it could not be told"
    return Share(name, (), replaced, doubts)


def _writes(event: Event, slot: tuple[int, str]) -> bool:
    receiver = event.receiver
    return event.kind == "write" and isinstance(receiver, Object) and (receiver.id, event.name) == slot
