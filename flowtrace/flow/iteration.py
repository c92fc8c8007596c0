"""Iteration and assignment: the items of an iterable, and what each of several targets receives.

An iterable of which not every item is known answers with one value that stands for each.
"""

from __future__ import annotations

import re
from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import containers, expressions, forcing, members, truth
from flowtrace.flow.run import Frame, Run, Stopped, opaque
from flowtrace.flow.values import (
    Bound,
    ClassOf,
    Const,
    Counter,
    Dict,
    Each,
    Layers,
    List,
    Member,
    Option,
    Record,
    Stream,
    Tuple,
    Union,
    Value,
    Vector,
    chain_of,
    settled,
    union,
)
from flowtrace.parse.text import text

MOST_ITEMS = 64


def iterated(run: Run, found: Value) -> tuple[list[Value], bool]:
    """The items of an iterable; and whether these are exactly all of them, or one that stands for each."""
    found = forcing.answered(run, found)
    if isinstance(found, List | Tuple):
        held = containers.contents(run, found)
        if not held.open and len(held.items) <= MOST_ITEMS:
            return list(held.items), True
        return [
            union([Option(one) for one in held.items], found.place) if held.items else _each(found)
        ], False
    if isinstance(found, Dict):
        held = containers.contents(run, found)
        return ([pair[0] for pair in held.items], True) if not held.open else ([_each(found)], False)
    if isinstance(found, Counter):
        if found.low is not None and found.high is not None and found.high - found.low <= 8:
            return [Const(n, place=found.place) for n in range(found.low, found.high)], True
        return [Counter(found.low, found.high, place=found.place, step="each", inputs=(found,))], False
    if isinstance(found, Layers):
        return [
            Each(found, Counter(0, found.count, place=found.place), place=found.place, inputs=(found,))
        ], False
    if isinstance(found, Stream):
        return [found.each], False
    if isinstance(found, Vector):
        return [Const(one, place=found.place) for one in found.values], True
    if isinstance(found, Record):
        return [Const(name) for name in found.data], True
    if isinstance(found, Const) and isinstance(found.value, str | tuple) and len(found.value) <= MOST_ITEMS:
        return [Const(one, place=found.place) for one in found.value], True
    if isinstance(found, ClassOf):  # an enumeration
        names = dict.fromkeys(name for name, code, _, _ in found.cls.header.attributes if code is not None)
        return [Member(found.cls, name, place=found.place) for name in names], True
    return [_each(found)], False


def _each(found: Value) -> Value:
    chain = chain_of(found)
    return opaque("an item of a run-time value", found.place, "each", found, free=truth.is_free(found),
                  chain=f"{chain}[*]" if chain else "")  # fmt: skip


# --- assignment


def assign(run: Run, frame: Frame, target: Code, found: Value, place: Any) -> None:
    """Bind a target to a value: a name, an attribute, an item, or several of these."""
    form = target[0]
    if form == "name":
        frame.names[target[3]] = found
        if run.watched:
            run.note("bind", frame.place(target), name=target[3], chain=target[3], result=found)
    elif form in ("tuple", "list"):
        _unpack(run, frame, target, found, place)
    elif form == "star":
        assign(
            run,
            frame,
            target[3],
            opaque("the rest of an unpacking", place, "unpack", found, free=True),
            place,
        )
    elif form == "attr":
        base = expressions.value(run, frame, target[3])
        members.write(run, base, target[4], found, frame.place(target), run.program.shown(target))
    elif form == "item":
        base = forcing.force(run, expressions.value(run, frame, target[3]))
        index = expressions.value(run, frame, target[4]) if target[4][0] != "slice" else None
        if isinstance(base, Bound) and base.name == "__dict__" and isinstance(index, Const):
            shown = f"{chain_of(base.receiver)}.{index.value}"
            members.write(run, base.receiver, index.value, found, frame.place(target), shown)
            return
        containers.write_item(run, base, index, found, frame.place(target), run.program.shown(target))


def _unpack(run: Run, frame: Frame, target: Code, found: Value, place: Any) -> None:
    targets = target[3]
    found = forcing.answered(run, found)
    run.note("unpack", frame.place(target), name=str(len(targets)), result=found, args=(found,))
    for position, (part, item) in enumerate(zip(targets, unpacked(run, found, targets, place), strict=True)):
        del position
        assign(run, frame, part, item, place)


def unpacked(run: Run, found: Value, targets: Any, place: Any) -> list[Value]:
    """What each of several targets receives from one value; raises Stopped when the number can't fit."""
    found = forcing.answered(run, settled(found))
    count = len(targets)
    starred = any(part[0] == "star" for part in targets)
    if isinstance(found, Union):
        alternatives = []
        for option in found.options:
            try:
                alternatives.append((unpacked(run, option.value, targets, place), option.guards))
            except Stopped:
                continue
        if not alternatives:
            raise Stopped(place, f"can't be unpacked into {count}")
        return [
            union([Option(parts[n], guards) for parts, guards in alternatives], place) for n in range(count)
        ]
    if isinstance(found, Layers):
        return [_stage(found, text(part)) for part in targets]
    if isinstance(found, List | Tuple | Dict | Counter):
        known, exact = iterated(run, found)
        if exact and len(known) == count and not starred:
            return known
        if exact and not starred:
            raise Stopped(place, f"{len(known)} values can't be unpacked into {count}")
    return [
        opaque(
            "part of a run-time value",
            place,
            f"unpack {n}",
            found,
            free=truth.is_free(found),
            chain=f"{chain_of(found)}[{n}]" if chain_of(found) else "",
        )
        for n in range(count)
    ]


def _stage(layers: Layers, target: str) -> Value:
    """A layer helper returns the list and its range, in an order of its own: the target's name tells which is which."""
    name = re.split(r"[.\[]", target)[-1].lower() or target
    if "start" in name:
        return Const(0, place=layers.place, step="layers start", inputs=(layers,))
    if "end" in name:
        if layers.count is None:
            return opaque("how many layers there are", layers.place, "layers end", layers)
        return Const(layers.count, place=layers.place, step="layers end", inputs=(layers,))
    return layers
