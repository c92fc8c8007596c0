"""A tensor whose sizes are known -> its shape, a part of it, and copies that can't be made.

Sizes are whole numbers told beforehand, for one rank; what tensors contain is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod

from flowtrace.flow import sizes as resolving
from flowtrace.flow.run import ANYTHING, Run, Stopped, opaque
from flowtrace.flow.values import Bound, Const, Object, Opaque, Place, Tuple, Value

SHAPE = "<shape>"  # heap entry of a value whose sizes are known
Sizes = tuple[int | None, ...]  # None: a size that is not known, along an axis that is


def know(run: Run, value: Value, sizes: Sequence[int | None]) -> None:
    """From here on the run knows that a value is a tensor of these sizes."""
    if isinstance(value, Opaque | Object):
        run.heap[(value.id, SHAPE)] = Tuple(tuple(map(Const, sizes)), step="shape")


def known(run: Run, value: Value) -> Sizes | None:
    """The sizes of a tensor; None where they are not known."""
    found = run.heap.get((value.id, SHAPE)) if isinstance(value, Opaque | Object) else None
    if not isinstance(found, Tuple):
        return None
    return tuple(item.value for item in found.items if isinstance(item, Const))


def read(run: Run, base: Value, name: str, place: Place) -> Value | None:
    """An attribute that follows from a tensor's sizes, one of `NAMES`; None where they are not known."""
    sizes = known(run, base)
    if sizes is None:
        return None
    if name == "data":
        return base
    if name == "ndim":
        return Const(len(sizes), place=place, step=name, inputs=(base,))
    if name == "shape":
        return _shape(sizes, base, place)
    return Bound(base, name, place=place, inputs=(base,))


def has(run: Run, base: Object, name: str) -> bool | None:
    """Whether a parameter of known sizes has an attribute that nothing is seen to set; None when that can't be told."""
    if known(run, base) is None or (base.id, ANYTHING) in run.heap or name in _OF_TENSORS:
        return None
    return False


def method(run: Run, callee: Bound, args: Sequence[Value], place: Place) -> Value | None:
    """What one of `METHODS` returns; None where that can't be told. Raises `Stopped` where it raises."""
    sizes = known(run, callee.receiver)
    return None if sizes is None else METHODS[callee.name](run, callee.receiver, sizes, args, place)


def rows(run: Run, part: Value, base: Value, bounds: Sequence[Value]) -> Value:
    """A slice of a tensor along its first axis, of known sizes where those of the tensor are known."""
    sizes = known(run, base)
    if sizes:
        know(run, part, [_within(sizes[0], *bounds), *sizes[1:]])
    return part


def _within(size: int | None, low: Value, high: Value, step: Value) -> int | None:
    """How many rows a slice has of a tensor with so many."""
    bounds = [each.value for each in (low, high, step) if isinstance(each, Const)]
    return None if size is None or len(bounds) < 3 else len(range(size)[slice(*bounds)])


def _shape(sizes: Sizes, base: Value, place: Place) -> Tuple:
    return Tuple(tuple(_one(size, base, place) for size in sizes), place=place, step="shape", inputs=(base,))


def _one(size: int | None, base: Value, place: Place) -> Value:
    if size is None:
        return opaque("a size of a run-time value", place, "size", base, free=True)
    return Const(size, place=place, step="size", inputs=(base,))


def _size(run: Run, base: Value, sizes: Sizes, args: Sequence[Value], place: Place) -> Value | None:
    if not args:
        return _shape(sizes, base, place)
    at = _number(run, args[0])
    if at is None or not -len(sizes) <= at < len(sizes):
        return None
    return _one(sizes[at], base, place)


def _numel(run: Run, base: Value, sizes: Sizes, args: Sequence[Value], place: Place) -> Value | None:
    numbers = [size for size in sizes if size is not None]
    return _one(prod(numbers) if len(numbers) == len(sizes) else None, base, place)


def _narrow(run: Run, base: Value, sizes: Sizes, args: Sequence[Value], place: Place) -> Value | None:
    axis, start, length = [*(_number(run, each) for each in args), None, None, None][:3]
    if axis is None or not -len(sizes) <= axis < len(sizes):
        return None
    size = sizes[axis]
    if size is not None and start is not None and length is not None and not 0 <= start <= size - length:
        raise _raised(run, place, f"{start} to {start + length} is not within {size}")
    part = opaque("a part of a tensor", place, "narrow", base, free=True)
    know(run, part, [length if at == axis % len(sizes) else size for at, size in enumerate(sizes)])
    return part


def _copy(run: Run, base: Value, sizes: Sizes, args: Sequence[Value], place: Place) -> Value | None:
    given = known(run, args[0]) if args else None
    if given is not None and not _broadcasts(given, sizes):
        raise _raised(run, place, f"copying {_shown(given)} into {_shown(sizes)}")
    return None


def _broadcasts(given: Sizes, sizes: Sizes) -> bool:
    """Whether a copy may repeat what it is given to fill these sizes."""
    while len(given) > len(sizes) and given[0] in (1, None):
        given = given[1:]
    pairs = zip(reversed(given), reversed(sizes), strict=False)
    return len(given) <= len(sizes) and all(
        own in (1, wanted, None) or wanted is None for own, wanted in pairs
    )


def _raised(run: Run, place: Place, what: str) -> Stopped:
    run.note("raise", place, name=f"RuntimeError: {what}")
    return Stopped(place, f"RuntimeError: {what}", sure=True)


def _number(run: Run, value: Value) -> int | None:
    value = resolving.resolved(run, value)
    return value.value if isinstance(value, Const) and type(value.value) is int else None


def _shown(sizes: Sizes) -> str:
    return "x".join("?" if size is None else str(size) for size in sizes) or "one number"


METHODS: Mapping[str, Callable[[Run, Value, Sizes, Sequence[Value], Place], Value | None]] = {
    "size": _size,
    "dim": lambda run, base, sizes, args, place: Const(len(sizes), place=place, step="dim", inputs=(base,)),
    "numel": _numel,
    "narrow": _narrow,
    "copy_": _copy,
}
NAMES = frozenset({"data", "shape", "ndim", *METHODS})
# What the framework's tensors have besides methods, set or not.
_OF_TENSORS = NAMES | {
    "T", "H", "mT", "mH", "device", "dtype", "grad", "grad_fn", "imag", "is_cpu", "is_cuda", "is_leaf", "is_meta",
    "is_nested", "is_quantized", "is_sparse", "itemsize", "layout", "name", "names", "nbytes", "output_nr", "real",
    "requires_grad", "retains_grad",
}  # fmt: skip
