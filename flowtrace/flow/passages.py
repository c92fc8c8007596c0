"""The marks of a path -> what it does with a tensor and its name: renames, keeps aside, logs, skips.

It follows values back to the given ones, and evaluates nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from flowtrace.flow import containers
from flowtrace.flow.parameters import NAME
from flowtrace.flow.paths import Mark
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Event, Test
from flowtrace.flow.values import (
    Bound,
    Closure,
    Const,
    Dict,
    List,
    Opaque,
    Place,
    Tuple,
    Value,
    Vector,
    ancestry,
)

_LOGS = re.compile(r"(log_)?(warn\w*|error\w*|exception|critical|info\w*|debug|log|print\w*)|log_\w+")
# Methods of texts that give a name another spelling, and tests that find a word in one.
_RENAMES = frozenset({"replace", "sub", "removeprefix", "removesuffix", "format", "join", "translate"})
_MATCHES = frozenset({"in", "==", "startswith", "endswith", "match", "search", "fullmatch"})


class Given(NamedTuple):
    """A tensor handed to a loading method: its name and what it is."""

    name: Const
    tensor: Value


def tensor_named(name: str, numbers: Sequence[int] | None = None) -> Given:
    """A tensor of this name: with these numbers, or one of which nothing is known."""
    if numbers is not None:
        return Given(Const(name, step="given"), Vector(tuple(numbers), step="given"))
    tensor = Opaque("a tensor of the checkpoint", free=True, present=True, chain="the tensor", step="given")
    return Given(Const(name, step="given"), tensor)


# --- values and calls


def made_of(value: Value, origin: Value) -> bool:
    """Whether a value is another, or was made from it."""
    return any(one is origin for one in ancestry(value))


def handed(event: Event) -> list[Value]:
    """The arguments of a call."""
    return [*event.args, *(value for _, value in event.kwargs)]


def receiver_of(callee: Value) -> Value | None:
    """What a method that is called belongs to."""
    if isinstance(callee, Closure | Bound):
        return callee.receiver
    return callee.inputs[0] if isinstance(callee, Opaque) and callee.inputs else None


# --- what is done with a tensor and its name


def touches(event: Event, given: Given) -> bool:
    """Whether an event does something with the tensor, or gives its name another spelling."""
    if event.kind == "write":
        return event.result is not None and made_of(event.result, given.tensor)
    if event.kind != "call" or logs(event):
        return False
    return _renames(event, given) or any(made_of(value, given.tensor) for value in handed(event))


def _renames(event: Event, given: Given) -> bool:
    found = event.result
    if event.name not in _RENAMES or not isinstance(found, Const):
        return False
    names = [one for one in found.inputs if isinstance(one, Const) and made_of(one, given.name)]
    return bool(names) and all(one.value != found.value for one in names)


def puts_aside(mark: Mark) -> bool:
    """Whether something was put into a container."""
    return isinstance(mark, Event) and mark.kind == "write" and mark.name == "[]"


def logs(event: Event) -> bool:
    """Whether a call writes to the log."""
    return event.kind == "call" and bool(_LOGS.fullmatch(event.name))


def tells(run: Run, event: Event, given: Given) -> bool:
    """Whether a call logs the name: as it is, as it was spelled, or in a list of such."""
    if not logs(event) or event.name == "debug":
        return False
    for value in handed(event):
        held = containers.contents(run, value).items if isinstance(value, List | Tuple) else ()
        if any(made_of(one, given.name) for one in (value, *held) if isinstance(one, Value)):
            return True
    return False


def concerns(mark: Mark, given: Given) -> bool:
    """Whether a mark is a step of the tensor's way, or a test on its name."""
    return isinstance(mark, Event) or made_of(mark[0].value, given.name)


def decided_at(marks: Sequence[Mark], given: Given) -> Place | None:
    """Where the last test on the name stands, decided or not."""
    tests = [mark[0] for mark in marks if isinstance(mark, tuple) and made_of(mark[0].value, given.name)]
    return tests[-1].place if tests else None


def on_purpose(marks: Sequence[Mark], given: Given) -> bool:
    """Whether a test that finds a word in the name is what ends its way: nothing is done after that."""
    if any(puts_aside(mark) for mark in marks):
        return False
    for mark in reversed(marks):
        if isinstance(mark, Event):
            return False
        test, _ = mark
        if not made_of(test.value, given.name):
            continue
        if _asks_parameters(test):
            return False
        if _finds_word(test.value):
            return True
    return False


def _asks_parameters(test: Test) -> bool:
    """Whether a test asks if there is such a parameter."""
    return any(one.step in (NAME, "named_parameters") for one in ancestry(test.value))


def _finds_word(value: Value) -> bool:
    """Whether a test came out as it did because a word is in the name, or is the name."""
    if isinstance(value, Const):
        if value.step in _MATCHES:
            return bool(value.value)
        if value.step in ("not in", "!="):
            return not value.value
    return any(_finds_word(one) for one in value.inputs if isinstance(one, Const | Tuple | List | Dict))


def spelling(marks: Sequence[Mark], given: Given) -> str:
    """How the last test on the name spells it; empty when it compares no text made of the name."""
    tests = [mark[0] for mark in marks if isinstance(mark, tuple)]
    sides = tests[-1].value.inputs if tests else ()
    for value in (one for side in sides for one in ancestry(side)):
        if isinstance(value, Const) and isinstance(value.value, str) and made_of(value, given.name):
            return value.value
    return ""
