"""Arithmetic on values: numbers, texts, containers, and the running indices of loops.

What can't be computed, or would grow too large, is an opaque value over its operands.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from flowtrace.flow import containers, forcing, iteration, truth
from flowtrace.flow.run import Run, Stopped, opaque
from flowtrace.flow.values import (
    Const,
    Counter,
    List,
    Opaque,
    Option,
    Tuple,
    Union,
    Value,
    Vector,
    describe,
    options,
    union,
)

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "|": operator.or_, "&": operator.and_, "^": operator.xor, "<<": operator.lshift,
    ">>": operator.rshift, "**": operator.pow,
}  # fmt: skip


def binary(run: Run, sign: str, left: Value, right: Value, place: Any) -> Value:
    """An arithmetic operator on two values."""
    left, right = both_forced(run, left, right)
    if isinstance(left, Union) or isinstance(right, Union):
        return union(
            [
                Option(binary(run, sign, a.value, b.value, place), (*a.guards, *b.guards))
                for a in options(left)
                for b in options(right)
            ],
            place,
        )
    if isinstance(left, Const) and isinstance(right, Const) and _small(left.value, sign, right.value):
        try:
            result = _ARITHMETIC[sign](left.value, right.value)
        except (TypeError, ValueError, ArithmeticError, KeyError):
            return opaque("an operation that raises", place, sign, left, right)
        return Const(result, place=place, step=sign, inputs=(left, right))
    if _adds_none(left, right) and sign in _ARITHMETIC:
        shown = f"TypeError: {describe(left)} {sign} {describe(right)}"
        run.note("raise", place, name=shown)
        raise Stopped(place, shown, sure=True)
    if (
        isinstance(left, Vector)
        and isinstance(right, Vector)
        and sign in ("+", "-")
        and len(left.values) == len(right.values)
    ):
        summed = tuple(_ARITHMETIC[sign](a, b) for a, b in zip(left.values, right.values, strict=True))
        return Vector(summed, place=place, step=sign, inputs=(left, right))
    if (
        isinstance(left, Vector)
        and isinstance(right, Const)
        and isinstance(right.value, int)
        and sign in "+-*"
    ):
        scaled = tuple(_ARITHMETIC[sign](a, right.value) for a in left.values)
        return Vector(scaled, place=place, step=sign, inputs=(left, right))
    if (
        isinstance(left, Counter)
        and isinstance(right, Const)
        and isinstance(right.value, int)
        and sign in "+-"
    ):
        shift = right.value if sign == "+" else -right.value
        low, high = (None if bound is None else bound + shift for bound in (left.low, left.high))
        return Counter(low, high, place=place, step=sign, inputs=(left, right))
    joined = _concatenated(run, sign, left, right, place)
    if joined is not None:
        return joined
    free = truth.is_free(left) and truth.is_free(right)
    return opaque("computed at run time", place, sign, left, right, free=free)


def _adds_none(left: Value, right: Value) -> bool:
    """Whether one operand is None and the other a number, on which every operator raises."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Const) and one.value is None and isinstance(other, Const):
            return isinstance(other.value, int | float)
    return False


def both_forced(run: Run, left: Value, right: Value) -> tuple[Value, Value]:
    """Two operands resolved, unless both are opaque: then nothing could be computed from them anyway."""
    if isinstance(left, Opaque) and isinstance(right, Opaque):
        return left, right
    return forcing.force(run, left), forcing.force(run, right)


def _small(left: Any, sign: str, right: Any) -> bool:
    """Whether an operation stays small: `'x' * 10**9` and `9 ** 9 ** 9` are left alone."""
    if sign in ("**", "<<"):
        return (
            isinstance(left, int | float)
            and isinstance(right, int | float)
            and abs(left) < 4096
            and abs(right) < 64
        )
    if sign == "*" and (isinstance(left, str | bytes) or isinstance(right, str | bytes)):
        return False
    return left is not None and right is not None


def _concatenated(run: Run, sign: str, left: Value, right: Value, place: Any) -> Value | None:
    if sign == "+" and isinstance(left, Tuple | List) and isinstance(right, Tuple | List):
        first, second = containers.contents(run, left), containers.contents(run, right)
        found = (*first.items, *second.items)
        if isinstance(left, List):
            return List(found, first.open or second.open, place=place, step="+", inputs=(left, right))
        return Tuple(found, left.kind, first.open or second.open, place=place, step="+", inputs=(left, right))
    if sign == "*" and isinstance(left, List) and isinstance(right, Const) and isinstance(right.value, int):
        held = containers.contents(run, left)
        if len(held.items) * right.value <= iteration.MOST_ITEMS:
            return List(held.items * right.value, held.open, place=place, step="*", inputs=(left, right))
    if sign == "|" and isinstance(left, Tuple) and isinstance(right, Tuple):
        return Tuple((*left.items, *right.items), "set", left.open or right.open, place=place, step="|",
                     inputs=(left, right))  # fmt: skip
    return None
