"""Which state of the layers each captured one is: the input of which layer, and whether all parts of it are there.

The loop over the layers was evaluated for two rounds, with every layer marked: what arrives behind it are two states.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowtrace.flow import containers, forcing
from flowtrace.flow.ask import Outcome
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Entered, Event, Fork, Loop, Step, events
from flowtrace.flow.values import Each, List, Object, Opaque, Place, Tuple, Value, ancestry, options, same


def states(outcome: Outcome, arriving: Value) -> list[str] | None:
    """What each item of a list of captured states is, the layers of the two rounds counted from 0.

    None when the list, or what happens to the layers, is not known well enough to tell.
    """
    layers = _Layers(outcome)
    if layers.first is None or len(layers.calls) != _ROUNDS:
        return None
    found = []
    for option in options(forcing.force(outcome.run, arriving)):
        held = _held(outcome.run, option.value)
        if held is None:
            continue
        known = [layers.state(item) for item in held.items]
        if held.open or None in known:
            return None
        found.append([one for one in known if one is not None])
    return found[0] if len(found) == 1 else None


def place(outcome: Outcome) -> Place | None:
    """Where the marks are looked up in the loop over the layers."""
    return next((at for _, at in _looked_up(outcome.run)), None)


_ROUNDS = 2
_ORDINALS = {1: "first", 2: "second"}


def _held(run: Run, value: Value) -> containers.Contents | None:
    if isinstance(value, List):
        return containers.contents(run, value)
    return containers.held(run, value) if isinstance(value, Object) else None


def _looked_up(run: Run) -> Iterator[tuple[int | None, Place]]:
    """The first index of each range that is looked up among the marks."""
    return ((low, at) for low, high, at in run.memberships if low is None or high is None or high - low > 1)


class _Layers:
    """The calls of the layers, one in each round, and what is known of the values around them."""

    def __init__(self, outcome: Outcome) -> None:
        self.events = list(events(outcome.trace))
        self.calls = [e for e in self.events if e.kind == "call" and e.looping and isinstance(e.callee, Each)]
        entered = {id(step.call): step.inside for step in _entered(outcome.trace)}
        self.inside = [list(events(entered.get(id(call), []))) for call in self.calls]
        lows = {low for low, _ in _looked_up(outcome.run)}
        self.first = lows.pop() if len(lows) == 1 else None
        self.split = len(self.calls) == _ROUNDS and self._splits(self.calls[-1])

    def state(self, item: Value) -> str | None:
        """Which layer's input a captured state is; None when it can't be told."""
        assert self.first is not None
        for number, inside in enumerate(self.inside):  # the layer itself was told to capture
            if any(same(item, given) for event in inside for given in event.args):
                return f"the input of layer {number - self.first}"
        if isinstance(item, Opaque) and not item.step:  # put there by code that is not entered
            return None
        made = list(ancestry(item))
        passed = [
            call for call in self.calls if any(same(one, part) for one in made for part in _results(call))
        ]
        shown = f"the input of layer {len(passed) - self.first}"
        lacking = _lacking(made, passed[-1]) if passed and self.split else 0
        return f"{shown} without the {_ORDINALS[lacking]} value of the layer before" if lacking else shown

    def _splits(self, call: Event) -> bool:
        """Whether a state comes from the layers in two parts, which what follows the loop puts together."""
        return any(
            all(any(_is_part(value, number, call) for value in event.args) for number in range(2))
            for event in self.events
            if event.kind == "call" and not event.looping
        )


def _entered(steps: list[Step]) -> Iterator[Entered]:
    for step in steps:
        if isinstance(step, Entered):
            yield step
            yield from _entered(step.inside)
        elif isinstance(step, Fork):
            yield from _entered([*step.yes, *step.no])
        elif isinstance(step, Loop):
            yield from _entered([one for part in (*step.rounds, step.after) for one in part])


def _results(call: Event) -> Iterator[Value]:
    """What a layer returns, and the parts of it."""
    for option in options(call.result) if call.result is not None else ():
        yield option.value
        if isinstance(option.value, Tuple):
            yield from option.value.items


def _lacking(made: list[Value], call: Event) -> int:
    """Which of the two parts of a layer's state a value was made without, counted from 1; 0 when of both."""
    return next((n + 1 for n in range(2) if not any(_is_part(one, n, call) for one in made)), 0)


def _is_part(value: Value, number: int, call: Event) -> bool:
    """Whether a value is a part of what a layer returned."""
    whole, *parts = _results(call)
    if value.step == f"unpack {number}":
        return any(same(one, whole) for one in value.inputs)
    return len(parts) > number and same(value, parts[number])
