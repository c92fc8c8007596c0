"""A class and its attributes -> the values a constructor leaves there in a world, with their sizes.

What other methods write later is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flowtrace.flow.values import Const, Object, Opaque, Option, Record, Value, ancestry, describe, options
from flowtrace.graph.program import Program
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.traces import Site
from flowtrace.tracing import conditions
from flowtrace.tracing.observed import Observer
from flowtrace.tracing.symbols import class_node

_CONFIG = "config "  # how the step of a value that was read from a config begins


def built(observer: Observer, cls: ClassSymbol, name: str) -> list[Site]:
    """Where an attribute's value comes from when an object of the class is built in the observer's world."""
    return [site for _, site in _made(observer, cls, name)]


def attributes(observer: Observer, cls: ClassSymbol) -> list[Site]:
    """The same for every attribute that the constructor leaves on the object, each named in what is said."""
    found = [replace(site, what=f"{name} is {site.what}") for name, site in _made(observer, cls)]
    return sorted(found, key=lambda site: (site.file, site.line))


def _made(observer: Observer, cls: ClassSymbol, only: str = "") -> Iterator[tuple[str, Site]]:
    init = observer.program.method(cls, "__init__")
    if init is None or all(parameter.name != "config" for parameter in init.header.parameters):
        return
    run, subject = observer.binding.asker.built(cls, observer.assumptions, observer.config_role(cls))
    for (owner, name), found in list(run.heap.items()):
        wanted = name == only if only else isinstance(name, str) and name.isidentifier()
        if owner == subject.id and wanted and isinstance(found, Value):
            yield from ((name, _site(observer, option)) for option in options(found) if option.value.place)


def _site(observer: Observer, option: Option) -> Site:
    value, place = option.value, option.value.place
    assert place is not None
    lines = observer.program.lines(place.file)
    when = conditions.alternatives([conditions.path(option.guards, place.file, 1, len(lines))])
    cls = value.cls if isinstance(value, Object) else None
    target = class_node(cls) if isinstance(cls, ClassSymbol) else None
    what = described(observer.program, value)
    return Site("builds", place.file, place.line, place.symbol, what, when, target)


def described(program: Program, value: Value) -> str:
    """A value with the arguments it was built with, each with the config keys it was computed from."""
    if not isinstance(value, Object):
        return (
            f"{value.chain} ({value.reason})" if isinstance(value, Opaque) and value.chain else _sized(value)
        )
    shown = ", ".join(
        f"{name}={_sized(argument)}" if name else _sized(argument)
        for name, argument in _arguments(program, value)
        if isinstance(argument, Const) and argument.value is not None
    )
    return f"{value.cls.name}({shown})"


def _arguments(program: Program, value: Object) -> Iterator[tuple[str, Value]]:
    init = program.method(value.cls, "__init__") if isinstance(value.cls, ClassSymbol) else None
    names = [parameter.name for parameter in init.header.parameters[1:]] if init else []
    for position, argument in enumerate(value.args):
        yield (names[position] if position < len(names) else ""), argument
    yield from value.kwargs


def _sized(value: Value) -> str:
    keys = dict.fromkeys(
        made.step.removeprefix(_CONFIG)
        for made in ancestry(value)
        if made.step.startswith(_CONFIG) and not isinstance(made, Record)
    )
    return f"{describe(value)} [{', '.join(keys)}]" if keys else describe(value)
