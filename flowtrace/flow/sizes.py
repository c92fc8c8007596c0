"""A registered parameter -> its sizes and what its constructor fills it with, as far as the source tells.

Sizes are those of one rank, under the run's assumptions.
"""

from __future__ import annotations

from flowtrace.flow import comparisons, containers, forcing, operators, truth
from flowtrace.flow.parameters import Guards, Registered
from flowtrace.flow.run import Run
from flowtrace.flow.values import Const, List, Object, Opaque, Tuple, Union, Value, describe
from flowtrace.graph.symbols import External

UNSIZED = "?"  # a size that the source does not tell
_COMPARES = ("<", "<=", ">", ">=", "==", "!=")
_MAKERS = ("empty", "zeros", "ones", "rand", "randn", "full", "tensor")
_FILLED = {"call zeros": "zeros", "call ones": "ones"}  # by a maker that leaves nothing to chance


def sizes(run: Run, parameter: Registered) -> tuple[str, ...]:
    """The sizes a parameter is made with; empty when its constructor tells none.

    Raises `Stopped` where computing one raises.
    """
    framework = _of_framework(run, parameter)
    if framework:
        return framework
    made = _made(parameter.value)
    if made is None:
        return ()
    known = [_size(run, each) for each in made.inputs]
    return tuple(each for each in known if each)


def asked_rows(run: Run, parameter: Registered) -> int | None:
    """The rows that a parameter's module was asked for, before it may have added to them; None if not told."""
    given = parameter.module.args[:1] if parameter.module is not None else ()
    found = [resolved(run, each) for each in given]
    return next((one.value for one in found if isinstance(one, Const) and type(one.value) is int), None)


def filled_with(run: Run, parameter: Registered) -> str:
    """What the constructor puts into a parameter that nothing is loaded into: `ones` or `zeros`, else empty."""
    made = _made(parameter.value)
    if made is not None:
        return _FILLED.get(made.step, "")
    owner = _owner(parameter)
    return (
        "ones" if owner is not None and owner.cls.name in _NORMS and parameter.attribute == "weight" else ""
    )


def _made(value: Value) -> Opaque | None:
    """The tensor a parameter is constructed from."""
    given = [*value.args, *(found for _, found in value.kwargs)] if isinstance(value, Object) else []
    found = next((each for each in given if isinstance(each, Opaque)), None)
    return found if found is not None and found.step.removeprefix("call ") in _MAKERS else None


def _size(run: Run, value: Value) -> str:
    """One size in words; empty for what is none, such as a type of numbers."""
    value = resolved(run, value)
    if isinstance(value, Const):
        return str(value.value) if isinstance(value.value, int) and not isinstance(value.value, bool) else ""
    words = describe(value)
    return "" if "dtype" in words or "device" in words else UNSIZED


def resolved(run: Run, value: Value, depth: int = 8) -> Value:
    """A number, where it can be computed from what it was made of, all of that resolved first."""
    value = forcing.force(run, value)
    if isinstance(value, Opaque) and value.id in run.raising:
        raise run.raising[value.id]
    if isinstance(value, Union) and depth:
        left = [each for each in value.options if _possible(run, each.guards, depth)]
        return resolved(run, left[0].value, depth - 1) if len(left) == 1 else value
    if not isinstance(value, Opaque) or not depth:
        return value
    parts = [resolved(run, each, depth - 1) for each in value.inputs]
    if len(parts) == 2 and all(isinstance(each, Const) for each in parts):
        return operators.binary(run, value.step, parts[0], parts[1], value.place)
    if value.step == "call sum" and len(parts) == 1 and isinstance(parts[0], List | Tuple):
        return _summed(run, value, parts[0], depth)
    return value


def _possible(run: Run, guards: Guards, depth: int) -> bool:
    """Whether no test that leads to an alternative comes out otherwise once its sides are resolved."""
    for test, taken in guards:
        sign, sides = test.value.step, [resolved(run, each, depth - 1) for each in test.value.inputs]
        if sign not in _COMPARES or len(sides) != 2 or not all(isinstance(each, Const) for each in sides):
            continue
        code = ("name", test.place.line, test.place.column, test.text)
        if (
            truth.truth(run, comparisons.compared(run, sign, sides[0], sides[1], test.place, code))
            is not taken
        ):
            return False
    return True


def _summed(run: Run, value: Opaque, listed: List | Tuple, depth: int) -> Value:
    held = containers.contents(run, listed)
    found = [resolved(run, each, depth - 1) for each in held.items]
    numbers = [each.value for each in found if isinstance(each, Const) and isinstance(each.value, int)]
    if held.open or len(numbers) < len(found):
        return value
    return Const(sum(numbers), place=value.place, step="sum", inputs=(value,))


# --- the framework's own layers

_NORMS = ("LayerNorm", "RMSNorm")
_AXES = {  # the arguments that size a layer's weight, in the order of the weight's axes: position and name
    "Linear": ((1, "out_features"), (0, "in_features")),
    "Embedding": ((0, "num_embeddings"), (1, "embedding_dim")),
    "LayerNorm": ((0, "normalized_shape"),),
    "RMSNorm": ((0, "normalized_shape"),),
}


def _owner(parameter: Registered) -> Object | None:
    """The framework's layer that a parameter belongs to."""
    held = parameter.module
    return held if held is not None and isinstance(held.cls, External) else None


def _of_framework(run: Run, parameter: Registered) -> tuple[str, ...]:
    owner = _owner(parameter)
    axes = _AXES.get(owner.cls.name, ()) if owner is not None else ()
    if owner is None or not axes:
        return ()
    named = dict(owner.kwargs)
    wanted = axes if parameter.attribute == "weight" else axes[:1]
    found = [named.get(name) or (owner.args[at] if at < len(owner.args) else None) for at, name in wanted]
    return tuple((_size(run, each) if each is not None else "") or UNSIZED for each in found)
