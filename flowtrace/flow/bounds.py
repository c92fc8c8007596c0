"""A number of which several are possible -> the largest it can be, by the tests on the way to each.

It evaluates nothing: what a test compares is read off the value it was made from.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowtrace.flow.values import Const, Option, Value, options, same


def largest(value: Value) -> int | None:
    """The largest integer a value can be; None when one of its alternatives has no bound."""
    found = [_largest(option) for option in options(value)]
    known = [one for one in found if one is not None]
    return max(known) if known and len(known) == len(found) else None


def _largest(option: Option) -> int | None:
    number = _integer(option.value)
    if number is not None:
        return number
    passed = [test.value for test, outcome in option.guards if outcome]
    return min(_above(option.value, passed), default=None)


def _above(value: Value, tests: list[Value]) -> Iterator[int]:
    """What a value is less than, by tests that came out true."""
    for test in tests:
        if test.step == "and":
            yield from _above(value, list(test.inputs))
        elif test.step in ("<", "<=") and same(test.inputs[0], value):
            bound = _integer(test.inputs[1])
            if bound is not None:
                yield bound
        elif test.step in (">", ">=") and same(test.inputs[1], value):
            bound = _integer(test.inputs[0])
            if bound is not None:
                yield bound


def _integer(value: Value) -> int | None:
    return value.value if isinstance(value, Const) and type(value.value) is int else None
