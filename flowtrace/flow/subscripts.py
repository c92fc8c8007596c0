"""Subscripts: an item or a slice of a container, a config, a list of layers or a text.

An index that is certainly out of range, or a key that is certainly missing, stops the path.
"""

from __future__ import annotations

from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import comparisons, configs, containers, expressions, forcing, shapes, truth
from flowtrace.flow.run import Frame, Run, Stopped, opaque
from flowtrace.flow.values import (
    ClassOf,
    Const,
    Counter,
    Dict,
    Each,
    Layers,
    List,
    Option,
    Outside,
    Record,
    Stream,
    Tuple,
    Union,
    Value,
    Vector,
    chain_of,
    union,
)


def subscript(run: Run, base: Value, index: Value, place: Any, shown: str) -> Value:
    """`base[index]`."""
    base = forcing.answered(run, base)
    if isinstance(base, Union):
        return _of_each(run, base, index, place, shown)
    if isinstance(base, Layers):
        return Each(base, index, place=place, step="item", inputs=(base, index))
    if isinstance(base, Record):
        return configs.key(run, base, index.value, place, required=True) if isinstance(index, Const) else _unknown_item(
            base, index, place, shown)  # fmt: skip
    if isinstance(base, Dict):
        return _looked_up(run, base, index, place, shown)
    if isinstance(base, List | Tuple):
        held = containers.contents(run, base)
        if isinstance(index, Const) and isinstance(index.value, int) and not (held.open and index.value < 0):
            if -len(held.items) <= index.value < len(held.items):
                if _handed_over(run, base):
                    run.note("unpack", place, name=str(len(held.items)), result=base, args=(base,))
                item: Value = held.items[index.value]
                return item
            if not held.open:
                raise Stopped(place, "index out of range")
        choices = [Option(one) for one in held.items]
        if choices and not held.open:
            return union(choices, place)
    if isinstance(base, Stream):
        return base.each
    if isinstance(base, Const) and isinstance(base.value, str | tuple | bytes) and isinstance(index, Const):
        try:
            return Const(base.value[index.value], place=place, step="item", inputs=(base, index))
        except (IndexError, TypeError) as error:
            raise Stopped(place, "index out of range") from error
    if (
        isinstance(base, Vector)
        and isinstance(index, Const)
        and isinstance(index.value, int)
        and index.value < len(base.values)
    ):
        return Const(base.values[index.value], place=place, step="item", inputs=(base, index))
    if isinstance(base, ClassOf | Outside):
        return base  # Generic[T]
    return _unknown_item(base, index, place, shown)


def _handed_over(run: Run, base: Value) -> bool:
    """Whether a tuple was made by another function: then taking one of its items takes it apart."""
    if not isinstance(base, Tuple) or base.kind != "tuple" or base.place is None or not run.stack:
        return False
    frame = run.stack[-1]
    return (base.place.file, base.place.symbol) != (frame.module.file, frame.symbol)


def _of_each(run: Run, base: Union, index: Value, place: Any, shown: str) -> Value:
    """An item of each alternative; one that lacks it ends its own path alone."""
    found: list[Option] = []
    end: Stopped | None = None
    for one in base.options:
        try:
            found.append(Option(subscript(run, one.value, index, place, shown), one.guards))
        except Stopped as stopped:
            end = stopped
    if end is not None and not found:
        raise end
    return union(found, place)


def _unknown_item(base: Value, index: Value, place: Any, shown: str) -> Value:
    chain = f"{chain_of(base)}[{shown}]" if chain_of(base) else ""
    free = truth.is_free(base) and truth.is_free(index)
    return opaque("an item of a run-time value", place, "item", base, index, chain=chain, free=free)


def _looked_up(run: Run, base: Dict, index: Value, place: Any, shown: str) -> Value:
    held = containers.contents(run, base)
    maybe = []
    found: Value
    for key, found in held.items:
        equal = comparisons.equals(run, key, index, False)
        if equal:
            return found
        if equal is None:
            maybe.append(Option(found))
    if maybe:
        return union(maybe, place)
    if not held.open:
        raise Stopped(place, f"no key {shown}")
    return _unknown_item(base, index, place, shown)


def sliced(run: Run, frame: Frame, base: Value, code: Code) -> Value:
    """`base[low:high:step]`."""
    bounds = [
        expressions.value(run, frame, part) if part is not None else Const(None) for part in code[4][3:6]
    ]
    place = frame.place(code)
    base = forcing.answered(run, base)
    if isinstance(base, Layers):
        low, high = (b.value if isinstance(b, Const) else None for b in bounds[:2])
        counter = Counter(low or 0, high if high is not None else base.count, place=place)
        return Stream(Each(base, counter, place=place), None, place=place, step="slice", inputs=(base,))
    if all(isinstance(bound, Const) and isinstance(bound.value, int | None) for bound in bounds):
        window = slice(*(bound.value for bound in bounds))  # type: ignore[attr-defined]
        if isinstance(base, Const) and isinstance(base.value, str):
            return Const(base.value[window], place=place, step="slice", inputs=(base,))
        if isinstance(base, List | Tuple) and not containers.contents(run, base).open:
            found = containers.contents(run, base).items[window]
            return (
                List(found, place=place, step="slice", inputs=(base,))
                if isinstance(base, List)
                else Tuple(found, place=place, step="slice", inputs=(base,))
            )
    part = opaque("a slice of a run-time value", place, "slice", base, *bounds, free=truth.is_free(base))
    return shapes.rows(run, part, base, bounds)
