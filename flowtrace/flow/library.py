"""What a few functions of the standard library and of the frameworks return: `deepcopy`, `re.sub`, `arange` ..."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from flowtrace.flow import containers, vectors
from flowtrace.flow.run import Frame, Run, Stopped
from flowtrace.flow.values import (
    Args,
    Const,
    Kwargs,
    List,
    Partial,
    Place,
    Record,
    Tuple,
    Value,
    Vector,
)


def deepcopy(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    """A copy of a config or a list, with what was written to it; anything else is its own copy."""
    found = args[0] if args else None
    if isinstance(found, Record):
        copy = Record(found.data, found.role, found.path, place=place, step="copy", inputs=args)
        for (owner, name), value in list(run.heap.items()):
            if owner == found.id:
                run.heap[(copy.id, name)] = value
        return copy
    if isinstance(found, List):
        held = containers.contents(run, found)
        return List(held.items, held.open, place=place, step="copy", inputs=args)
    return found


def arange(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    """A small tensor of consecutive integers."""
    bounds = [one.value for one in args if isinstance(one, Const) and type(one.value) is int]
    if args and len(bounds) == len(args) <= 2 and max(bounds) <= 64:
        return Vector(tuple(range(*bounds)), place=place, step="arange", inputs=args)
    return None


def tensor(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    """A small tensor of known integers."""
    return (
        vectors.made_of(run, args[0], place) if args and isinstance(args[0], List | Tuple | Vector) else None
    )


def of_tensors(name: str) -> Callable[..., Value | None]:
    """A function of small tensors by name."""

    def answer(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
        return vectors.function(run, name, args, place) if any(isinstance(a, Vector) for a in args) else None

    return answer


def re_sub(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    """`re.sub` of known texts."""
    if len(args) >= 3 and all(isinstance(one, Const) and isinstance(one.value, str) for one in args[:3]):
        pattern, replacement, subject = (one.value for one in args[:3])  # type: ignore[attr-defined]
        return _guarded(lambda: re.sub(pattern, replacement, subject), "re.sub", args, place, subject)
    return None


def re_match(name: str) -> Callable[..., Value | None]:
    """`re.match` and its like, of known texts."""

    def answer(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
        if len(args) >= 2 and all(isinstance(one, Const) and isinstance(one.value, str) for one in args[:2]):
            pattern, subject = args[0].value, args[1].value  # type: ignore[attr-defined]
            if len(subject) > 300 or len(pattern) > 300:
                return None
            try:
                found = getattr(re, name)(pattern, subject)
            except re.error as error:
                raise Stopped(place, str(error)) from error
            return Const(None, place=place, step=name, inputs=args) if found is None else Const(
                found, place=place, step=name, inputs=args)  # fmt: skip
        return None

    return answer


def _guarded(compute: Callable[[], Any], step: str, args: Args, place: Place, subject: str) -> Value | None:
    if len(subject) > 300:
        return None
    try:
        return Const(compute(), place=place, step=step, inputs=args)
    except re.error as error:
        raise Stopped(place, str(error)) from error


def partial(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    """A callable with some of its arguments given."""
    if not args:
        return None
    return Partial(args[0], args[1:], tuple(kwargs.items()), place=place, step="partial", inputs=args)
