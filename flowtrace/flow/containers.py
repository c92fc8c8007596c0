"""Containers: what tuples, lists, dicts and objects that are containers hold, and what changes it.

Contents live in the heap of a path; where paths join, every item seen on one of them is kept.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from flowtrace.flow import entering, signatures
from flowtrace.flow.run import ITEMS, Run, Stopped, TooDeep, opaque
from flowtrace.flow.values import (
    Bound,
    Closure,
    Const,
    Dict,
    List,
    Object,
    Opaque,
    Place,
    Record,
    Tuple,
    Union,
    Value,
    options,
    same,
)
from flowtrace.graph.symbols import ClassSymbol, External

_CONTAINERS = ("list", "dict", "set", "deque", "defaultdict", "OrderedDict", "UserList")


class Contents(NamedTuple):
    """What a container holds: its known items, and whether there may be more."""

    items: tuple[Any, ...]
    open: bool = False


def contents(run: Run, base: Value) -> Contents:
    """What a tuple, list or dict holds on the current path."""
    if isinstance(base, Tuple):
        return Contents(base.items, base.open)
    assert isinstance(base, List | Dict)
    found = run.heap.get((base.id, ITEMS))
    return Contents(base.items, base.open) if found is None else _merged(found)


def held(run: Run, base: Object) -> Contents | None:
    """What an object that is itself a container holds; None when its class is no container."""
    if isinstance(base.cls, External):
        return None
    found = run.heap.get((base.id, ITEMS))
    if found is not None:
        return _merged(found)
    if any(isinstance(b, External) and b.name in _CONTAINERS for b in run.program.mro(base.cls)):
        return Contents((), bool(base.args))
    return None


def _merged(found: Any) -> Contents:
    """The contents after paths have joined: every item seen on one of them; open when they disagree."""
    if isinstance(found, Tuple):
        return Contents(found.items, found.open)
    items: list[Any] = []
    for option in options(found):
        part = option.value
        if isinstance(part, Tuple):
            items += [item for item in part.items if not any(item is seen for seen in items)]
    sizes = {len(o.value.items) for o in options(found) if isinstance(o.value, Tuple)}
    return Contents(tuple(items), sizes != {len(items)})


# --- changes


def new_list(run: Run, items: tuple[Value, ...], more: bool, place: Place) -> List:
    """A list made by a display: one identity for every path that makes it here."""
    made = List(items, more, place=place, step="list", inputs=items, id=run.identity(place, "list"))
    run.heap[(made.id, ITEMS)] = Tuple(items, "items", more)
    return made


def put(run: Run, base: List | Dict | Object, items: tuple[Any, ...], more: bool = False) -> None:
    """Replace what a container holds."""
    run.heap[(base.id, ITEMS)] = Tuple(items, "items", more)
    if run.rounds and items:
        run.filled.add(base.id)


def changed_in_place(run: Run, base: Value, place: Place) -> None:
    """A list of marks that is changed where it stands is written like one that is assigned."""
    path = run.path_of(base) if isinstance(base, List) else ""
    name = path.rpartition(".")[2]
    if name in run.assumptions.rules.mark_lists:
        owner = next((key[0] for key, held in run.heap.items() if held is base and key[1] == name), None)
        receiver = (
            None if owner is None else Opaque("the owner of a list", chain=path.rpartition(".")[0], id=owner)
        )
        run.note("write", place, name=name, receiver=receiver, chain=path, result=base)


def write_item(run: Run, base: Value, index: Value | None, found: Value, place: Place, shown: str) -> None:
    """`base[index] = found`."""
    run.note("write", place, name="[]", receiver=base, chain=shown, result=found)
    if isinstance(base, Dict):
        current = contents(run, base)
        if isinstance(index, Const):
            kept = tuple(pair for pair in current.items if not same(pair[0], index))
            put(run, base, (*kept, (index, found)), current.open)
        else:
            put(run, base, current.items, True)
    elif isinstance(base, Record) and isinstance(index, Const):
        run.heap[(base.id, index.value)] = found
    elif isinstance(base, List):
        current = contents(run, base)
        if isinstance(index, Const) and isinstance(index.value, int) and index.value < len(current.items):
            changed = list(current.items)
            changed[index.value] = found
            put(run, base, tuple(changed), current.open)
        else:
            put(run, base, (*current.items, found), True)


# --- handed to code that is not entered


def hand_over(run: Run, base: Value, place: Place) -> None:
    """A container or callback handed to code that is not entered: an empty container is being filled by it, and a
    method bound to an object is being called.
    """
    if isinstance(base, Union):
        for option in base.options:
            hand_over(run, option.value, place)
    elif isinstance(base, List | Object) and _empty(run, base):
        put(run, base, (opaque("put there by code that is not entered", place, free=True, present=True),))
    elif isinstance(base, Object) and is_container(run, base):
        assert isinstance(base.cls, ClassSymbol)
        append = run.program.method(base.cls, "append")
        assert append is not None
        _called_back(run, Closure(append, base), place)
    elif isinstance(base, Bound):
        hand_over(run, base.receiver, place)
    elif isinstance(base, Closure) and _fills(run, base):
        _called_back(run, base, place)


def _fills(run: Run, callback: Closure) -> bool:
    """Whether a callback puts something into a container: a method of one, or a nested function that names one."""
    if callback.body is None:
        receiver = callback.receiver
        return isinstance(receiver, Object) and (
            is_container(run, receiver) or held(run, receiver) is not None
        )
    names = callback.frame.names if callback.frame else {}
    text = run.program.text(callback.function)
    return any(
        isinstance(found, List)
        or (isinstance(found, Object) and (is_container(run, found) or held(run, found)))
        for name, found in names.items()
        if re.search(rf"\b{re.escape(name)}\b", text)
    )


def is_container(run: Run, base: Value | None) -> bool:
    """Whether a value is an object of the package's own that is appended to and counted."""
    if not isinstance(base, Object) or not base.built or not isinstance(base.cls, ClassSymbol):
        return False
    cls = base.cls
    return all(run.program.method(cls, name) is not None for name in ("append", "__len__"))


def _empty(run: Run, base: List | Object) -> bool:
    current = contents(run, base) if isinstance(base, List) else held(run, base)
    return current is not None and not current.items and not current.open


def _called_back(run: Run, base: Closure, place: Place) -> None:
    skip = 1 if base.receiver is not None else 0
    arguments = signatures.unknown_arguments(run, base.function, place, skip, defaults=True)
    if run.rounds and isinstance(base.receiver, Object):
        run.filled.add(base.receiver.id)
    run.eager += 1
    try:
        entering.visit(run, base, *arguments, place)
    except TooDeep:
        raise
    except Stopped:
        pass
    finally:
        run.eager -= 1
