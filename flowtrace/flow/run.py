"""One evaluation: the heap, the frames, the trace being written, and how they split and join at undecided tests.

The forms of the language are evaluated in `expressions`, `statements`, `calls`, `members` and `builtin`; this module
holds what they share.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from flowtrace.errors import OutOfTime
from flowtrace.facts import Code, Module
from flowtrace.flow.assumptions import Assumptions, matches
from flowtrace.flow.trace import Event, Fork, Step, Test
from flowtrace.flow.values import (
    UNBOUND,
    List,
    Object,
    Opaque,
    Option,
    Place,
    Record,
    Union,
    Value,
    chain_of,
    new_identity,
    union,
)
from flowtrace.graph.program import Program
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol

Key = tuple[int, Any]
DEPTH = 7
BUDGET = 60_000


class Stopped(Exception):
    """This path ends here: it raised, or every path of a callee did. Caught where paths split."""

    def __init__(self, place: Place | None = None, what: str = "", sure: bool = False) -> None:
        super().__init__(what)
        self.place = place
        self.what = what
        self.sure = sure  # the source itself says `raise`, or Python has to


class State(NamedTuple):
    """What a path knows at one point: the names of the current frame and the heap."""

    names: dict[str, Value]
    heap: dict[Key, Any]
    guards: tuple[tuple[Test, bool], ...] = ()


@dataclass
class LoopExits:
    """The paths that leave a loop's body by `break` and by `continue`."""

    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)


class Returned(NamedTuple):
    """One way a function returns: the value, and the state with its guards."""

    value: Value
    state: State
    place: Place


@dataclass
class Frame:
    """One function being evaluated: its names, where it stands, and how it has returned so far."""

    module: Module
    symbol: str
    names: dict[str, Value] = field(default_factory=dict)
    function: FunctionSymbol | None = None
    owner: ClassSymbol | None = None
    receiver: Value | None = None
    parent: Frame | None = None
    returns: list[Returned] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    loops: list[LoopExits] = field(default_factory=list)
    called: Place | None = None
    start: int = 0  # length of the run's guards when the frame began
    said: dict[str, Code] = field(
        default_factory=dict
    )  # what locals were last assigned, in the source's words

    def place(self, code: Code) -> Place:
        """Where a piece of this frame's code stands."""
        # What `Place(...)` does, without its Python function: every expression comes here.
        return tuple.__new__(Place, (self.module.file, code[1], code[2], self.symbol))


class Reading(NamedTuple):
    """One read of a config key: which config, which key, what it saw (None when absent), where."""

    record: Record
    key: str
    value: Value | None
    place: Place


class ChannelRead(NamedTuple):
    """One look at an attribute through which a setter speaks to a forward."""

    owner: int
    name: str
    chain: str
    place: Place
    looping: bool


class Limits(NamedTuple):
    """How far one evaluation goes before it answers "too deep", and when all of them end, on the monotonic clock."""

    depth: int = DEPTH
    steps: int = BUDGET
    until: float = inf

    def keep(self) -> None:
        """Raise OutOfTime once the time is up: unlike Stopped, no path goes on from that."""
        if self.until < inf and time.monotonic() > self.until:
            raise OutOfTime("the time given to this run is up")


class Run:
    """One evaluation under one set of assumptions.

    `heap` maps (identity, attribute) to a value; `trace` is the list that events are written to; `guards` are the
    undecided tests on the current path; `readings` collects config reads, `channel_reads` attribute reads of the
    engine's channels.
    """

    def __init__(self, program: Program, assumptions: Assumptions, limits: Limits | None = None) -> None:
        self.program = program
        self.assumptions = assumptions
        self.limits = limits or Limits()
        self.heap: dict[Key, Any] = {}
        self.trace: list[Step] = []
        self.guards: list[tuple[Test, bool]] = []
        self.contexts: list[Value] = []
        self.stack: list[Frame] = []
        self.rounds: list[int] = []
        self.steps = 0
        self.most_steps = self.limits.steps
        self.construction: list[Step] = []  # what the constructor of the object a question is about did
        self.forcing = 0  # how many deferred values are being resolved, one for another
        self.root = 0  # the identity of the object a question is about
        self.prepared: dict[str, Any] = {}  # what calling a member did before the question was asked, by role
        self.channel_reads: list[ChannelRead] = []
        self.memberships: list[tuple[int | None, int | None, Place]] = []  # index ranges asked for in marks
        self.marked: list[tuple[Place, Value]] = []  # tests met that single out some layers of a loop
        self.filled: set[int] = set()  # containers that received something in a loop
        self.exhausted = False  # the subject's construction ran out of its budget
        self.unbuilt: dict[int, Stopped] = {}  # objects whose construction came to no end, and why
        self.eager = 0  # above zero, every function called is entered where it is called
        self.layer = (
            0  # of several layers made at one place, which is constructed; 0 for the one that stands for all
        )
        self.building = 0  # above zero, functions that register parameters are entered as well
        self.landed: Callable[[Value, Sequence[Value]], bool] = lambda callee, args: (
            False
        )  # calls that end a passage
        self.paths: dict[int, str] = {}
        self.readings: list[Reading] = []
        self.globals = assumptions.globals
        self.watched = assumptions.rules.watched
        self.forced: dict[int, Value] = {}
        self.made: dict[int, dict[Key, Any]] = {}  # what deferred calls left on the objects they built
        self.raising: dict[int, Stopped] = {}  # deferred calls that raised on every path
        self.identities: dict[tuple[Any, ...], int] = {}
        self.nested: dict[Key, Record] = {}
        self.configs = {
            role: Record(dict(keys), role, step=f"config {role}") for role, keys in assumptions.world.items()
        }

    def copied(self, assumptions: Assumptions | None = None) -> Run:
        """A run that goes on from where this one stands, under other assumptions if given, and leaves it as it is."""
        other = Run(self.program, assumptions or self.assumptions, self.limits)
        other.heap = dict(self.heap)
        other.paths = dict(self.paths)
        other.forced, other.made, other.raising = self.forced, self.made, self.raising
        other.identities = self.identities
        other.nested, other.configs = self.nested, self.configs
        other.readings = list(self.readings)
        other.exhausted, other.unbuilt = self.exhausted, self.unbuilt
        other.root = self.root
        other.construction = self.construction
        return other

    def parted(self, assumptions: Assumptions | None = None) -> Run:
        """A copy that shares nothing with this run that either writes to: what is deferred may come out otherwise."""
        other = self.copied(assumptions)
        other.forced, other.made, other.raising = dict(self.forced), dict(self.made), dict(self.raising)
        other.identities, other.nested = dict(self.identities), dict(self.nested)
        return other

    # --- places and events

    def note(self, kind: str, place: Place, **rest: Any) -> Event:
        """Write an event to the trace of the current path."""
        event = Event(kind, place, within=tuple(self.contexts), looping=bool(self.rounds), **rest)
        self.trace.append(event)
        return event

    def path_of(self, value: Value) -> str:
        """How the source reaches a value: its chain, or the attribute path it was first stored under."""
        if isinstance(value, Object | List | Record) and value.id in self.paths:
            return self.paths[value.id]
        return chain_of(value)

    def present(self, value: Opaque) -> bool:
        """Whether an opaque value is certainly some object: by itself, or because the engine says so of its chain."""
        if value.present or not value.chain:
            return value.present
        return any(matches(pattern, value.chain) for pattern in self.assumptions.rules.objects)

    def identity(self, place: Place, kind: str) -> int:
        """The identity of what is made at a place on this call path: the same on every path that makes it."""
        key = (kind, place, self.layer, *(frame.called for frame in self.stack))
        if key not in self.identities:
            self.identities[key] = new_identity()
        return self.identities[key]

    # --- splitting and joining

    def state(self, frame: Frame) -> State:
        """A copy of what the current path knows."""
        return State(dict(frame.names), dict(self.heap), tuple(self.guards[frame.start :]))

    def left(self, frame: Frame) -> State:
        """What a path knows that ends here: nothing goes on from it, so it needs no copy."""
        return State(frame.names, self.heap, tuple(self.guards[frame.start :]))

    def resume(self, frame: Frame, state: State) -> None:
        """Go on from a state."""
        frame.names = state.names
        self.heap = state.heap

    def fork(
        self, frame: Frame, test: Test, yes: Callable[[], Any], no: Callable[[], Any]
    ) -> list[tuple[Any, bool]]:
        """Evaluate both outcomes of an undecided test, each on its own state, and go on from where they join.

        Returns (result, outcome of the test) for each branch that does not end its path; raises Stopped when both do.
        A branch ends its path by raising Stopped or by returning False (a block of statements that left).
        """
        outer, depth = self.trace, len(self.guards)
        before = self.state(frame)
        steps: list[list[Step]] = []
        alive: list[tuple[Any, bool, State]] = []
        for branch, outcome in ((yes, True), (no, False)):
            self.trace = []
            steps.append(self.trace)
            self.guards.append((test, outcome))
            try:
                result = branch()
                if result is not False:
                    alive.append((result, outcome, State(frame.names, self.heap)))
            except Stopped:
                pass
            finally:
                self.trace = outer
            del self.guards[depth:]
            self.resume(frame, State(dict(before.names), dict(before.heap)) if outcome else before)
        outer.append(Fork(test, steps[0], steps[1]))
        if len(alive) == 1:
            self.guards.append((test, alive[0][1]))
        if alive:
            joined = [(state, ((test, outcome),)) for _, outcome, state in alive]
            self.resume(frame, join(joined))
        return [(result, outcome) for result, outcome, _ in alive]

    @contextmanager
    def apart(self) -> Iterator[list[Step]]:
        """Evaluate aside: what happens inside leaves no event, guard or heap write behind."""
        trace, guards, heap, contexts, rounds = self.trace, self.guards, self.heap, self.contexts, self.rounds
        self.trace, self.guards, self.heap, self.contexts, self.rounds = [], [], dict(heap), [], []
        try:
            yield self.trace
        finally:
            self.trace, self.guards, self.heap, self.contexts, self.rounds = (
                trace,
                guards,
                heap,
                contexts,
                rounds,
            )


class TooDeep(Stopped):
    """The evaluation ran out of its budget of steps."""

    def __init__(self, place: Place) -> None:
        super().__init__(place, "too much to evaluate")


def join(states: Sequence[tuple[State, tuple[tuple[Test, bool], ...]]]) -> State:
    """One state for several paths that meet: values that differ become unions with the guards of their paths."""
    if len(states) == 1:
        return states[0][0]
    if len(states) == 2:
        return _join_two(*states)
    first = states[0][0]
    names = dict(first.names)
    for name in {key for state, _ in states for key in state.names}:
        found = [(state.names.get(name), guards) for state, guards in states]
        if any(value is not found[0][0] for value, _ in found):
            names[name] = union([Option(value if value is not None else UNBOUND, g) for value, g in found])
    heap = dict(first.heap)
    keys = set(heap)
    for state, _ in states[1:]:
        keys |= state.heap.keys()
    for key in keys:
        values = [(state.heap.get(key, MISSING), guards) for state, guards in states]
        if any(value is not values[0][0] for value, _ in values):
            heap[key] = _join_entry(key, values, states)
    return State(names, heap)


Guarded = tuple[State, tuple[tuple[Test, bool], ...]]


def _join_two(one: Guarded, other: Guarded) -> State:
    """The common case of `join`, in one pass over what the two paths know."""
    (first, first_guards), (second, second_guards) = one, other
    names = dict(first.names)
    for name in _differing(first.names, second.names):
        a, b = first.names.get(name, UNBOUND), second.names.get(name, UNBOUND)
        names[name] = union([Option(a, first_guards), Option(b, second_guards)])
    heap = dict(first.heap)
    for key in _differing(first.heap, second.heap):
        values = [
            (first.heap.get(key, MISSING), first_guards),
            (second.heap.get(key, MISSING), second_guards),
        ]
        heap[key] = _join_entry(key, values, (one, other))
    return State(names, heap)


def _differing(one: dict[Any, Any], other: dict[Any, Any]) -> list[Any]:
    """The keys whose values are not the same object in two dicts, or that only one of them has."""
    found = [key for key, value in other.items() if one.get(key, MISSING) is not value]
    found += one.keys() - other.keys()
    return found


MISSING: Any = object()


def _join_entry(key: Key, values: list[tuple[Any, Any]], states: Sequence[tuple[State, Any]]) -> Any:
    known = [(value, guards) for value, guards in values if value is not MISSING]
    if not isinstance(known[0][0], Value):  # a mark such as "constructed": true on any path
        return known[0][0]
    # An object built on one path only has no attributes on the others: nothing to join with.
    elsewhere = [state for (value, _), (state, _) in zip(values, states, strict=True) if value is MISSING]
    if elsewhere and all((key[0], BUILT) not in state.heap for state in elsewhere) and key[1] != ITEMS:
        return union([Option(value, guards) for value, guards in known])
    return union([Option(UNBOUND if value is MISSING else value, guards) for value, guards in values])


BUILT = "<built>"  # heap entry of an object whose constructor has been evaluated
ANYTHING = "<anything>"  # heap entry of an object that gets attributes under computed names
ITEMS = "<items>"  # heap entry of a container's contents


def certain(guards: Sequence[tuple[Test, bool]]) -> bool:
    """Whether a path is certain to exist: every undecided test on it is decided by free input alone."""
    return all(test.free and not (test.rare and not outcome) for test, outcome in guards)


def likely(value: Value) -> Value:
    """A value without the alternatives that need a call to raise."""
    if not isinstance(value, Union):
        return value
    usual = [o for o in value.options if not any(test.rare and not outcome for test, outcome in o.guards)]
    return union(usual, value.place) if usual and len(usual) < len(value.options) else value


def opaque(reason: str, place: Place | None = None, step: str = "", *inputs: Value, **rest: Any) -> Opaque:
    """An opaque value made by a step out of inputs."""
    return Opaque(reason, place=place, step=step, inputs=inputs, **rest)
