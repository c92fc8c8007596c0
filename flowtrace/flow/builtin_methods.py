"""Methods of Python's own types: `list.append`, `dict.get`, `str.replace`, and a config's.

A method of which nothing is known answers None.
"""

from __future__ import annotations

import re
from typing import Any

from flowtrace.flow import (
    comparisons,
    configs,
    containers,
    iteration,
    members,
    parameters,
    subscripts,
    vectors,
)
from flowtrace.flow.run import ANYTHING, Frame, Run, opaque
from flowtrace.flow.values import (
    Args,
    Bound,
    Const,
    Dict,
    Kwargs,
    List,
    Object,
    Option,
    Place,
    Record,
    Stream,
    Tuple,
    Value,
    Vector,
    same,
    union,
)


def method(run: Run, frame: Frame, callee: Bound, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    """What a method of one of Python's own types returns; None when nothing is known of it."""
    receiver, name = callee.receiver, callee.name
    if isinstance(receiver, Object) and name in parameters.METHODS:
        return parameters.method(run, receiver, name, args, place)
    if isinstance(receiver, List) or (
        isinstance(receiver, Object) and containers.held(run, receiver) is not None
    ):
        return _list_method(run, receiver, name, args, place)
    if isinstance(receiver, Dict):
        return _dict_method(run, receiver, name, args, kwargs, place)
    if isinstance(receiver, Record):
        return _record_method(run, receiver, name, args, kwargs, place)
    if isinstance(receiver, Bound) and receiver.name == "__dict__" and name == "update":
        return _written(run, receiver.receiver, args, kwargs, place)
    if isinstance(receiver, Object) and name == "__setattr__" and len(args) == 2:
        return _written(run, receiver, (Dict((args,)),), {}, place)
    if isinstance(receiver, Const) and isinstance(receiver.value, str):
        return _string_method(run, receiver, name, args, place)
    if isinstance(receiver, Const) and isinstance(receiver.value, re.Match) and name in ("group", "groups"):
        found = getattr(receiver.value, name)(*(a.value for a in args if isinstance(a, Const)))
        return Const(found, place=place, step=name, inputs=(receiver,))
    if isinstance(receiver, Vector):
        return vectors.method(run, receiver, name, args, place)
    if isinstance(receiver, Tuple) and name in ("add", "update"):
        return Const(None, place=place)
    return None


_CHANGES = frozenset({"append", "add", "extend", "insert", "clear", "pop"})


def _list_method(run: Run, receiver: List | Object, name: str, args: Args, place: Place) -> Value | None:
    current = (
        containers.contents(run, receiver) if isinstance(receiver, List) else containers.held(run, receiver)
    )
    assert current is not None
    nothing = Const(None, place=place)
    if name in _CHANGES:
        containers.changed_in_place(run, receiver, place)
    if name in ("append", "add") and args:
        if not isinstance(receiver, Object) or len(current.items) < 64:
            containers.put(run, receiver, (*current.items, args[0]), current.open)
        return nothing
    if name == "extend" and args:
        known, exact = iteration.iterated(run, args[0])
        containers.put(run, receiver, (*current.items, *(known if exact else ())), current.open or not exact)
        return nothing
    if name == "insert" and len(args) == 2:
        containers.put(run, receiver, (args[1], *current.items), current.open)
        return nothing
    if name == "clear":
        containers.put(run, receiver, ())
        return nothing
    if name == "pop" and current.items and not args:
        containers.put(run, receiver, current.items[:-1], current.open)
        return current.items[-1]  # type: ignore[no-any-return]
    if name == "copy":
        return List(current.items, current.open, place=place, step="copy", inputs=(receiver,))
    return None


def _updates(run: Run, args: Args, kwargs: Kwargs) -> containers.Contents:
    """The pairs that the arguments of an `update` bring."""
    pairs = tuple((Const(name), found) for name, found in kwargs.items())
    if not args:
        return containers.Contents(pairs)
    if not isinstance(args[0], Dict):
        return containers.Contents(pairs, True)
    held = containers.contents(run, args[0])
    return containers.Contents((*held.items, *pairs), held.open)


def _written(run: Run, owner: Value, args: Args, kwargs: Kwargs, place: Place) -> Value:
    """Attributes, or a config's keys, written by their names."""
    updates = _updates(run, args, kwargs)
    for name, found in updates.items:
        if isinstance(name, Const):
            members.write(run, owner, name.value, found, place, f"{run.path_of(owner)}.{name.value}")
    if updates.open and isinstance(owner, Object):
        run.heap[(owner.id, ANYTHING)] = True
    return Const(None, place=place)


def _dict_method(
    run: Run, receiver: Dict, name: str, args: Args, kwargs: Kwargs, place: Place
) -> Value | None:
    held = containers.contents(run, receiver)
    if name in ("keys", "values", "items"):
        if held.open:
            each = opaque("an item of a dict", place, name, receiver, free=True)
            return Stream(Tuple((each, each), place=place) if name == "items" else each, place=place)
        if name == "items":
            rows = tuple(Tuple(pair, place=place) for pair in held.items)
        else:
            rows = tuple(pair[name == "values"] for pair in held.items)
        return Tuple(rows, place=place, step=name, inputs=(receiver,))
    if name in ("get", "pop", "setdefault") and args and isinstance(args[0], Const):
        found = comparisons.contains(run, receiver, args[0])
        if found:
            return subscripts.subscript(run, receiver, args[0], place, repr(args[0].value))
        if found is False:
            return args[1] if len(args) > 1 else Const(None, place=place, step=name, inputs=(receiver, *args))
    elif name == "get" and args and len(held.items) == 1 and not held.open:
        # By any other key it is the one or the default; which of several a made-up config picks would say little.
        default = args[1] if len(args) > 1 else Const(None, place=place, step=name, inputs=(receiver, *args))
        return union([Option(held.items[0][1]), Option(default)], place)
    if name == "update":
        more = _updates(run, args, kwargs)
        kept = [pair for pair in held.items if not any(same(pair[0], new) for new, _ in more.items)]
        containers.put(run, receiver, (*kept, *more.items), held.open or more.open)
        return Const(None, place=place)
    return None


def _record_method(
    run: Run, receiver: Record, name: str, args: Args, kwargs: Kwargs, place: Place
) -> Value | None:
    if name == "update":
        return _written(run, receiver, args, kwargs, place)
    if name in ("get", "pop", "setdefault") and args and isinstance(args[0], Const):
        if configs.has_key(run, receiver, args[0].value, place):
            return configs.key(run, receiver, args[0].value, place)
        return args[1] if len(args) > 1 else Const(None, place=place)
    if name in ("to_dict", "copy"):
        return receiver
    return None


_STRINGS = frozenset({
    "replace", "startswith", "endswith", "split", "rsplit", "partition", "rpartition", "strip", "lstrip", "rstrip",
    "lower", "upper", "find", "count", "join", "removeprefix", "removesuffix", "isdigit", "format", "title",
})  # fmt: skip


def _string_method(run: Run, receiver: Const, name: str, args: Args, place: Place) -> Value | None:
    if name not in _STRINGS or len(receiver.value) > 2000:
        return None
    plain: list[Any] = []
    for found in args:
        if isinstance(found, Const):
            plain.append(found.value)
        elif isinstance(found, Tuple | List) and not containers.contents(run, found).open:
            parts = containers.contents(run, found).items
            if not all(isinstance(part, Const) for part in parts):
                return None
            plain.append(tuple(part.value for part in parts))
        else:
            return None
    try:
        answer = getattr(receiver.value, name)(*plain)
    except (TypeError, ValueError, IndexError, KeyError):
        return None
    inputs = (receiver, *args)
    if isinstance(answer, list | tuple):
        parts = tuple(Const(part, place=place) for part in answer)
        return List(parts, place=place, step=name, inputs=inputs)
    return Const(answer, place=place, step=name, inputs=inputs)
