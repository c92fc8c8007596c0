"""A registered class and a world -> its loading method on an instance made there, or why there is none.

What the method does with names is asked of `flow.loading`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flowtrace.binding import Binding
from flowtrace.binding.rules import listed
from flowtrace.flow import sizes
from flowtrace.flow.assumptions import Assumptions
from flowtrace.flow.loading import Loading
from flowtrace.flow.parameters import Registry
from flowtrace.flow.run import Run, Stopped
from flowtrace.flow.trace import Entered, Event, Test
from flowtrace.flow.trace import Step as Trace
from flowtrace.flow.values import Object, Place
from flowtrace.graph.symbols import ClassSymbol

_LOADER = "load_weights"


@dataclass(frozen=True)
class Unmade:
    """Why there is no instance to load into: what is told, where, and the test before it.

    `certain`: the constructor raises; else it could not be told.
    """

    told: str
    place: Place | None = None
    certain: bool = False
    raised: str = ""
    test: Test | None = None


def loading(binding: Binding, cls: ClassSymbol, assumptions: Assumptions, config: str) -> Loading | Unmade:
    """The loading method of a class on an instance made from a config, under these assumptions."""
    run, subject, registry = binding.asker.registered(cls, assumptions, config)
    method = binding.asker.reached(run, subject, listed(binding.engine.parameters.get("loaded_by", _LOADER)))
    if method is None:
        return Unmade(f"no method of {cls.name} that loads tensors is known")
    return _unmade(run, subject, registry) or Loading(binding.asker, run, subject, method, registry)


class Sized(NamedTuple):
    """The sizes of a parameter, and the rows its module was asked for, where that is told."""

    sizes: tuple[str, ...] = ()
    asked: int | None = None


def sized(found: Loading) -> Mapping[str, Sized] | Unmade:
    """The sizes of each parameter by name; or that computing one of them raises, so that there is no instance."""
    result = {}
    for one in found.registry.parameters:
        run = found.run.copied()
        try:
            result[one.name] = Sized(sizes.sizes(run, one), sizes.asked_rows(run, one))
        except Stopped as end:
            if end.sure and not one.guards:
                return Unmade(f"sizing {one.name} raises {end}", end.place, True, str(end))
            result[one.name] = Sized()
    return result


def _unmade(run: Run, subject: Object, registry: Registry) -> Unmade | None:
    if run.exhausted:
        return Unmade(f"constructing {subject.cls.name} is too much to evaluate")
    if not registry.unbuilt:
        return None
    part, end = registry.unbuilt[-1]  # the innermost: what holds it never gets further
    told = f"constructing {part.cls.name} raises"
    raised = _last_raise(run.construction) if part.id == subject.id else None
    if raised is not None:
        event, test = raised
        return Unmade(f"{told} {event.name}", event.place, certain=True, raised=event.name, test=test)
    if end.sure:
        return Unmade(f"{told} {end}", end.place, certain=True, raised=str(end))
    # What ends it is no `raise` of the source: it may be a default that only run time knows.
    return Unmade(f"{told}, as far as it can be followed: {end}", end.place)


def _last_raise(constructed: Sequence[Trace]) -> tuple[Event, Test | None] | None:
    """The raise that a trace ends in, and the test before it."""
    last = constructed[-1] if constructed else None
    if isinstance(last, Entered):
        return _last_raise(last.inside)
    if not isinstance(last, Event) or last.kind != "raise":
        return None
    return last, next((one for one in reversed(constructed) if isinstance(one, Test)), None)
