"""Signatures: what a function's parameters receive from the arguments of a call, and which argument a name means.

For a function that a question asks about, what nobody passes is free input.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowtrace.facts import Parameter
from flowtrace.flow import classes, expressions
from flowtrace.flow.run import Frame, Run, opaque
from flowtrace.flow.values import Closure, Const, Dict, Kwargs, Object, Place, Tuple, Value
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol


def argument_of(
    args: Sequence[Value], kwargs: Mapping[str, Value], names: Sequence[str | int]
) -> Value | None:
    """The argument of a call by any of the names or positions it goes by; None when the call has none of them."""
    for name in names:
        if isinstance(name, str) and name in kwargs:
            return kwargs[name]
    for name in names:
        if isinstance(name, int) and name < len(args):
            return args[name]
    return None


def bound(
    run: Run, callee: Closure, args: tuple[Value, ...], kwargs: Kwargs, place: Place, more: bool = False
) -> dict[str, Value]:
    """Parameter names bound to the arguments of a call, defaults included."""
    header = callee.function.header
    given = list(args)
    if callee.receiver is not None:
        given.insert(0, callee.receiver)
    rest = dict(kwargs)
    names: dict[str, Value] = {}
    for parameter in header.parameters:
        if parameter.kind == "star":
            names[parameter.name] = Tuple(tuple(given), "tuple", more, place=place)
            given = []
        elif parameter.kind == "doublestar":
            pairs = tuple((Const(name), found) for name, found in rest.items())
            names[parameter.name] = Dict(pairs, more, place=place)
        elif parameter.kind == "positional" and given:
            names[parameter.name] = given.pop(0)
        elif parameter.name in rest:
            names[parameter.name] = rest.pop(parameter.name)
        elif more:
            names[parameter.name] = opaque("an argument passed on", place, chain=parameter.name, free=True)
        elif parameter.default is not None:
            names[parameter.name] = default(run, callee, parameter)
        else:
            names[parameter.name] = opaque(f"no argument for {parameter.name}", place, chain=parameter.name)
    return names


def default(run: Run, callee: Closure, parameter: Parameter) -> Value:
    """A parameter's default, evaluated where the function is defined."""
    assert parameter.default is not None
    scope = callee.frame or Frame(
        callee.function.module, callee.function.header.qualname, start=len(run.guards)
    )
    if parameter.default[0] == "const":
        return expressions.value(run, scope, parameter.default)
    with run.apart():
        return expressions.value(run, scope, parameter.default)


def unknown_arguments(
    run: Run, function: FunctionSymbol, place: Place, skip: int, given: Mapping[str, Value] | None = None,
    defaults: bool = False, typed: bool = False,
) -> tuple[tuple[Value, ...], Kwargs]:  # fmt: skip
    """Arguments for a function that a question asks about: those given, and free input for the rest.

    `typed`: a parameter annotated with a class of the package is an object of it, of unknown construction.
    """
    kwargs: Kwargs = {}
    positional: list[Value] = []
    parameters = function.header.parameters[skip:]
    for parameter in parameters:
        if parameter.kind in ("star", "doublestar"):
            continue
        found = (given or {}).get(parameter.name)
        if found is None and defaults and parameter.default is not None:
            continue
        if found is None and typed:
            found = _annotated(run, function, parameter, place)
        if found is None:
            found = opaque(
                f"the parameter {parameter.name}", place, "parameter", chain=parameter.name, free=True
            )
        kwargs[parameter.name] = found
    if any(parameter.kind == "positional" for parameter in parameters):
        for (
            parameter
        ) in parameters:  # positional-only parameters can't go by name; names are safe for all others
            if parameter.kind != "positional" or parameter.name not in kwargs:
                break
            positional.append(kwargs.pop(parameter.name))
    return tuple(positional), kwargs


def _annotated(run: Run, function: FunctionSymbol, parameter: Parameter, place: Place) -> Object | None:
    """A parameter as an object of the package's class that annotates it; None when none does."""
    if parameter.annotation is None:
        return None
    cls = run.program.resolve(function.module, parameter.annotation)
    if not isinstance(cls, ClassSymbol) or classes.is_enum(run, cls):
        return None
    found = Object(cls, chain=parameter.name, built=False, place=place, step="parameter")
    run.paths[found.id] = parameter.name
    return found
