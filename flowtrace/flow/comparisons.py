"""Comparisons and membership: what `==`, `is`, `<` and `in` answer on values, or that they are undecided.

A test of a running layer index against known layers is true for some of them: it is left to the rounds of its loop.
"""

from __future__ import annotations

import operator
from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import configs, containers, truth
from flowtrace.flow.run import Run, likely, opaque
from flowtrace.flow.values import (
    UNBOUND,
    ClassOf,
    Closure,
    Const,
    Counter,
    Dict,
    Each,
    Layers,
    List,
    Member,
    ModuleOf,
    Object,
    Opaque,
    Place,
    Record,
    Stream,
    Tuple,
    Union,
    Value,
    Vector,
    options,
    same,
)

_NOWHERE = Place("", 0, 0, "")


def compared(run: Run, sign: str, left: Value, right: Value, place: Any, code: Code) -> Value:
    """One comparison of two values by its sign: a constant, or undecided and remembering both."""
    left, right = likely(left), likely(right)
    if isinstance(left, Union) or isinstance(right, Union):
        found = [
            compared(run, sign, a.value, b.value, place, code)
            for a in options(left)
            for b in options(right)
            if a.value is not UNBOUND and b.value is not UNBOUND
        ]
        outcomes = {truth.truth(run, one) for one in found}
        if len(outcomes) == 1 and None not in outcomes:
            return Const(outcomes.pop(), place=place, step=sign, inputs=(left, right))
        free = truth.is_free(left) and truth.is_free(right)
        return opaque(f"{run.program.shown(code)} is undecided", place, sign, left, right, free=free)
    if sign in ("in", "not in"):
        return _membership(run, sign, left, right, place, code)
    outcome = _decided(run, sign, left, right)
    if outcome is None:
        free = truth.is_free(left) and truth.is_free(right)
        return opaque(f"{run.program.shown(code)} is undecided", place, sign, left, right, free=free)
    return Const(outcome, place=place, step=sign, inputs=(left, right))


def _decided(run: Run, sign: str, left: Value, right: Value) -> bool | None:
    if sign in ("==", "!=", "is", "is not"):
        equal = equals(run, left, right, identical=sign.startswith("is"))
        return None if equal is None else equal == (sign in ("==", "is"))
    if isinstance(left, Const) and isinstance(right, Const):
        try:
            return bool({"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}[sign](
                left.value, right.value))  # fmt: skip
        except TypeError:
            return None
    return None


_CONCRETE = (
    Object,
    List,
    Dict,
    Record,
    Tuple,
    Vector,
    Closure,
    ClassOf,
    Layers,
    Each,
    Member,
    ModuleOf,
    Stream,
    Counter,
)


def equals(run: Run, left: Value, right: Value, identical: bool) -> bool | None:
    """Whether two values are equal; None when undecided."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Const) and one.value is None:
            if isinstance(other, Const):
                return other.value is None
            if isinstance(other, _CONCRETE) or (isinstance(other, Opaque) and run.present(other)):
                return False
            return None
        if isinstance(one, Member) and isinstance(other, Const):
            # An attribute pinned to an enumeration's member may hold the member's name in the source.
            return one.name == other.value if isinstance(other.value, str) else False
    if isinstance(left, Opaque) or isinstance(right, Opaque):
        return True if same(left, right) else None
    if isinstance(left, Const) and isinstance(right, Const):
        return bool(
            left.value is right.value if identical and left.value is None else left.value == right.value
        )
    if isinstance(left, Counter) or isinstance(right, Counter):
        return _counter_equal(left, right)
    if isinstance(left, List | Tuple) and isinstance(right, List | Tuple):
        first, second = containers.contents(run, left), containers.contents(run, right)
        if first.open or second.open:
            return None
        if len(first.items) != len(second.items):
            return False
        parts = [equals(run, a, b, False) for a, b in zip(first.items, second.items, strict=True)]
        return None if None in parts else all(parts)
    if type(left) is type(right):
        return same(left, right)
    return False


def _counter_equal(left: Value, right: Value) -> bool | None:
    counter, other = (left, right) if isinstance(left, Counter) else (right, left)
    if isinstance(counter, Counter) and isinstance(other, Const) and isinstance(other.value, int):
        below = counter.low is not None and other.value < counter.low
        above = counter.high is not None and other.value >= counter.high
        if below or above:
            return False
    return None


# --- membership


def _membership(run: Run, sign: str, left: Value, right: Value, place: Any, code: Code) -> Value:
    wanted = sign == "in"
    if (
        isinstance(left, Counter)
        or (isinstance(right, Opaque) and right.marks)
        or _over_layers(run, left, right)
    ):
        return _running_membership(run, left, right, place, code, wanted)
    outcome = contains(run, right, left)
    if (
        isinstance(left, Const)
        and type(left.value) is int
        and isinstance(right, List)
        and run.path_of(right).rpartition(".")[2] in run.assumptions.rules.mark_lists
    ):
        run.memberships.append((left.value, left.value + 1, place))
    if outcome is None:
        free = truth.is_free(left) and truth.is_free(right)
        return opaque(f"{run.program.shown(code)} is undecided", place, sign, left, right, free=free)
    return Const(outcome == wanted, place=place, step=sign, inputs=(left, right))


def _over_layers(run: Run, left: Value, right: Value) -> bool:
    """Whether a test in a loop asks if an index computed at run time is among known integers."""
    if not run.rounds or not isinstance(left, Opaque) or not isinstance(right, List | Tuple):
        return False
    held = containers.contents(run, right)
    return bool(held.items) and not held.open and all(
        isinstance(i, Const) and type(i.value) is int for i in held.items
    )  # fmt: skip


def _running_membership(run: Run, left: Value, right: Value, place: Any, code: Code, wanted: bool) -> Value:
    """`i in marks` for a running layer index: true for some layers, or for none."""
    low, high = (left.low, left.high) if isinstance(left, Counter) else (None, None)
    run.memberships.append((low, high, place))
    held = containers.contents(run, right) if isinstance(right, List | Tuple) else None
    if held is None or held.open:
        driven = isinstance(right, Opaque) and right.marks
        return opaque(
            f"{run.program.shown(code)} is undecided",
            place,
            "in",
            left,
            right,
            free=truth.is_free(right),
            sometimes=driven,
        )
    hits = [
        item.value
        for item in held.items
        if isinstance(item, Const)
        and isinstance(item.value, int)
        and (low is None or item.value >= low)
        and (high is None or item.value < high)
    ]
    if not hits and all(isinstance(item, Const) for item in held.items):
        return Const(not wanted, place=place, step="in", inputs=(left, right))
    shown = ", ".join(map(str, hits))
    return opaque(f"true for layers {shown}", place, "in", left, right, free=True, sometimes=wanted)


def contains(run: Run, container: Value, item: Value) -> bool | None:
    """Whether a container holds a value; None when undecided."""
    if isinstance(container, Const) and isinstance(container.value, str):
        if isinstance(item, Const):
            return isinstance(item.value, str) and item.value in container.value
        return None
    if isinstance(container, Record):
        return (
            configs.has_key(run, container, item.value, container.place or _NOWHERE)
            if isinstance(item, Const)
            else None
        )
    if isinstance(container, Dict):
        held = containers.contents(run, container)
        found = [equals(run, key, item, False) for key, _ in held.items]
    elif isinstance(container, List | Tuple):
        held = containers.contents(run, container)
        found = [equals(run, one, item, False) for one in held.items]
    else:
        return None
    if True in found:
        return True
    return None if None in found or held.open else False
