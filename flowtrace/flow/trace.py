"""What happened on the paths of an evaluation: events in order, forks at undecided tests, loops and entered calls.

A trace is a tree of steps; asking whether all paths do a thing, or in which order, is the work of `paths`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from flowtrace.flow.values import Place, Value
from flowtrace.frozen import frozen


@frozen(eq=False)
class Test:
    """A test met on a path: its text, what it came out as (None when undecided) and why."""

    text: str
    outcome: bool | None
    place: Place
    value: Value
    free: bool = False  # undecided, but only because free input decides it
    why: str = ""
    rare: bool = False  # whether a call raises


@frozen(eq=False)
class Event:
    """Something that happened: kind is call, write, delete, return, raise, break, continue, unpack, read or bind.

    Reads, and bindings of local names, are events only when the evaluation watches.

    For a call: the name called, what it was called on, its arguments and its result. For a write: the attribute
    (`name`), the object (`receiver`), and what was written (`result`).
    """

    kind: str
    place: Place
    name: str = ""
    receiver: Value | None = None
    chain: str = ""
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()
    result: Value | None = None
    callee: Value | None = None
    within: tuple[Value, ...] = ()
    looping: bool = False

    def returned(self, result: Value) -> None:
        """Complete a call's event, which was written when the call began, by what it answered."""
        object.__setattr__(self, "result", result)


@frozen(eq=False)
class Entered:
    """A call whose callee was entered: the call and what happened inside."""

    call: Event
    inside: list[Step]


@frozen(eq=False)
class Fork:
    """An undecided test and what happens when it is true and when it is false."""

    test: Test
    yes: list[Step]
    no: list[Step]


@frozen(eq=False)
class Loop:
    """A loop: the rounds that were evaluated, in order, and what follows when it is not left early."""

    rounds: list[list[Step]]
    after: list[Step] = field(default_factory=list)


Step = Event | Test | Entered | Fork | Loop


def events(steps: list[Step]) -> Iterator[Event]:
    """Every event of a trace, on whatever path, in source order of evaluation."""
    for step in steps:
        if isinstance(step, Event):
            yield step
        elif isinstance(step, Entered):
            yield step.call
            yield from events(step.inside)
        elif isinstance(step, Fork):
            yield from events(step.yes)
            yield from events(step.no)
        elif isinstance(step, Loop):
            for one in step.rounds:
                yield from events(one)
            yield from events(step.after)


def tests(steps: list[Step]) -> Iterator[Test]:
    """Every test of a trace, on whatever path, in source order of evaluation."""
    for step in steps:
        if isinstance(step, Test):
            yield step
        elif isinstance(step, Entered):
            yield from tests(step.inside)
        elif isinstance(step, Fork):
            yield from tests([step.test, *step.yes, *step.no])
        elif isinstance(step, Loop):
            yield from tests([each for one in step.rounds for each in one])
            yield from tests(step.after)


def guarded(
    steps: list[Step], above: tuple[tuple[Test, bool], ...] = ()
) -> Iterator[tuple[Event, tuple[tuple[Test, bool], ...]]]:
    """Every event with the tests, decided or not, that lead to it and how each came out."""
    seen = above
    for step in steps:
        if isinstance(step, Event):
            yield step, seen
        elif isinstance(step, Test):
            seen = (*seen, (step, bool(step.outcome)))
        elif isinstance(step, Entered):
            yield step.call, seen
            yield from guarded(step.inside, seen)
        elif isinstance(step, Fork):
            yield from guarded(step.yes, (*seen, (step.test, True)))
            yield from guarded(step.no, (*seen, (step.test, False)))
            if _ends(step.yes) != _ends(step.no):
                seen = (*seen, (step.test, _ends(step.no)))
        else:
            for one in step.rounds:
                yield from guarded(one, seen)
            yield from guarded(step.after, seen)


def _ends(steps: list[Step]) -> bool:
    """Whether the path of these steps certainly leaves the code that follows."""
    if not steps:
        return False
    last = steps[-1]
    if isinstance(last, Event):
        return last.kind in ("return", "raise", "break", "continue")
    if isinstance(last, Fork):
        return _ends(last.yes) and _ends(last.no)
    return False
