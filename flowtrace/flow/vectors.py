"""Small tensors of integers, known element by element, and what methods and functions make of them."""

from __future__ import annotations

from itertools import accumulate

from flowtrace.flow import iteration, operators
from flowtrace.flow.run import Run
from flowtrace.flow.values import Args, Const, List, Place, Value, Vector

_SIGNS = {"add": "+", "sub": "-", "subtract": "-", "mul": "*", "__add__": "+", "__sub__": "-"}
_SAME = frozenset({
    "to", "cpu", "cuda", "long", "clone", "contiguous", "detach", "int", "flatten", "ravel", "squeeze", "type",
})  # fmt: skip


def method(run: Run, receiver: Vector, name: str, args: Args, place: Place) -> Value | None:
    """What a method of a small tensor returns; None when nothing is known of it."""
    if name in _SAME:
        return Vector(receiver.values, place=place, step=f"call {name}", inputs=(receiver,))
    if name in ("view", "reshape") and len(args) == 1 and isinstance(args[0], Const) and args[0].value == -1:
        return Vector(receiver.values, place=place, step=f"call {name}", inputs=(receiver,))
    if name in ("size", "numel"):
        return Const(len(receiver.values), place=place, step=name, inputs=(receiver,))
    if name == "tolist":
        items = tuple(Const(one, place=place) for one in receiver.values)
        return List(items, place=place, step=name, inputs=(receiver,))
    if name == "nonzero" and not args:
        return Vector(tuple(n for n, one in enumerate(receiver.values) if one), place=place, step=name,
                      inputs=(receiver,))  # fmt: skip
    return function(run, name, (receiver, *args), place)


def function(run: Run, name: str, args: Args, place: Place) -> Value | None:
    """What a framework's function makes of a small tensor; None when nothing is known of it."""
    if name in _SIGNS and len(args) == 2:
        return operators.binary(run, _SIGNS[name], *args, place)
    first = args[0] if args else None
    if name == "cumsum" and isinstance(first, Vector):
        return Vector(tuple(accumulate(first.values)), place=place, step=name, inputs=args)
    return None


def made_of(run: Run, items: Value, place: Place) -> Value | None:
    """A small tensor made of known integers; None when they are not."""
    known, exact = iteration.iterated(run, items)
    values = [one.value for one in known if isinstance(one, Const) and type(one.value) is int]
    if exact and len(values) == len(known):
        return Vector(tuple(values), place=place, step="tensor", inputs=(items,))
    return None
