"""Kinds of values: whether a value is an instance of what an `isinstance` asks for.

Classes are matched through their bases, Python's own types by name.
"""

from __future__ import annotations

from flowtrace.flow.run import Run
from flowtrace.flow.values import (
    ClassOf,
    Const,
    Dict,
    Layers,
    List,
    Object,
    Opaque,
    Outside,
    Record,
    Tuple,
    Value,
)
from flowtrace.graph.symbols import ClassSymbol, External

_TYPES: tuple[tuple[type, tuple[str, ...]], ...] = (
    (Tuple, ("tuple", "set", "Sequence", "Iterable")),
    (List, ("list", "Sequence", "Iterable", "MutableSequence")),
    (Dict, ("dict", "Mapping", "MutableMapping")),
    (Layers, ("ModuleList", "Module")),
)


def is_a(run: Run, found: Value, wanted: tuple[Value, ...]) -> bool | None:
    """Whether a value is an instance of one of several types; None when undecided."""
    names = [one.dotted.rpartition(".")[2] for one in wanted if isinstance(one, Outside)]
    classes = [one.cls for one in wanted if isinstance(one, ClassOf)]
    if len(names) + len(classes) != len(wanted):
        return None
    if isinstance(found, Const):
        return type(found.value).__name__ in names or (found.value is not None and "object" in names)
    if isinstance(found, Record):
        return bool(found.path) if any(n in ("dict", "Mapping") for n in names) else None
    for kind, its in _TYPES:
        if isinstance(found, kind):
            if isinstance(found, Tuple) and found.kind in ("tuple", "set"):
                return found.kind in names or "Iterable" in names
            return any(name in its for name in names)
    if isinstance(found, Object) and isinstance(found.cls, ClassSymbol):
        mro = run.program.mro(found.cls)
        bases = {base.name for base in mro if isinstance(base, External)}
        if any(cls in mro for cls in classes) or any(name in bases for name in names):
            return True
        return None if any(b.dotted.startswith("?") for b in mro if isinstance(b, External)) else False
    if (
        isinstance(found, Opaque)
        and found.step.startswith("call ")
        and {"tuple", "list", "dict"} & set(names)
    ):
        return None
    return None
