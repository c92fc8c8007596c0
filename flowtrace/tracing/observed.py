"""A function of the analysed package -> what happens in its own lines, on which paths, and whom it calls.

Functions are evaluated one at a time and hardly enter what they call: a question that follows many
functions through a package asks little of each. Which of them matter to a question is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flowtrace.binding import Binding
from flowtrace.binding.events import receiver_chain
from flowtrace.binding.rules import pins_of
from flowtrace.flow import configs, entering, forcing, signatures
from flowtrace.flow.assumptions import Assumptions, matches
from flowtrace.flow.run import Limits, Run, Stopped
from flowtrace.flow.trace import Event, Step, guarded
from flowtrace.flow.values import ClassOf, Closure, Each, Object, Opaque, Place, Union, Value
from flowtrace.graph.registry import registered
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.tracing import conditions

_SHALLOW = Limits(depth=1, steps=20_000)
_FEW_STEPS = 2_000  # for telling the class of one receiver
_NESTED = 2  # as many deferred values as this already need one another when a receiver's class is asked
_NEVER = 1_000_000  # as many deferred values as this are never forced at once: none is
Target = FunctionSymbol | ClassSymbol


@dataclass(frozen=True, eq=False)
class Happening:
    """An event in a function's own lines, and the paths on which it is reached."""

    event: Event
    function: FunctionSymbol
    paths: tuple[conditions.Path, ...]
    run: Run

    @cached_property
    def when(self) -> tuple[str, ...]:
        """The conditions under which it is reached, each sufficient."""
        return conditions.alternatives(self.paths)

    @property
    def line(self) -> int:
        """Where it stands."""
        return self.event.place.line


class Observer:
    """Evaluates functions under a question's assumptions, in a world, and keeps what it saw.

    With guards assumed or a world asked for (`exact`), calls are entered as deep as any check enters them,
    and a class asked about is built from the world's config; else every path that the source has is
    followed.
    """

    def __init__(self, binding: Binding, assume: Mapping[str, Any], world: str, exact: bool = False) -> None:
        self.binding = binding
        self.program = binding.program
        self.exact = exact or bool(assume)
        pins = pins_of(binding.program, binding.engine, assume)
        rules = replace(binding.asker.rules, watched=True)
        self.assumptions = Assumptions(pins, binding.specs.worlds[world].configs, rules)
        self._seen: dict[tuple[FunctionSymbol, ClassSymbol | None], list[Happening]] = {}

    def happenings(self, function: FunctionSymbol, cls: ClassSymbol | None = None) -> list[Happening]:
        """What happens in a function's own lines, in order; `cls` is the class of self, else its owner."""
        key = (function, cls)
        if key not in self._seen:
            self._seen[key] = list(self._evaluated(function, cls or function.owner))
        return self._seen[key]

    def _evaluated(self, function: FunctionSymbol, cls: ClassSymbol | None) -> Iterator[Happening]:
        run, subject = self._subject(cls)
        if not self.exact:
            run.limits, run.forcing = _SHALLOW, _NEVER
        if self.exact and cls is not None and _is_configured(function):
            trace = self._constructed(cls, function, run)
        else:
            trace = self.binding.asker.call(run, subject, function).trace
        file, header = function.module.file, function.header
        first, last = header.line, header.end_line
        found: dict[tuple[Any, ...], tuple[Event, list[conditions.Path]]] = {}
        for event, guards in guarded(trace):
            if event.place.file == file and first <= event.place.line <= last:
                key = (
                    event.kind,
                    event.place.line,
                    event.place.column,
                    event.name,
                    event.chain,
                    _kind_of(event),
                )
                _, paths = found.setdefault(key, (event, []))
                paths.append(conditions.path(guards, file, first, last))
        for event, paths in found.values():
            yield Happening(event, function, tuple(paths), run)

    def _subject(self, cls: ClassSymbol | None) -> tuple[Run, Object | None]:
        if cls is None:
            return Run(self.program, self.assumptions), None
        if self.exact and self.registers(cls):
            return self.binding.asker.built(cls, self.assumptions, self.config_role(cls))
        return self.binding.asker.known(cls, self.assumptions)

    def _constructed(self, cls: ClassSymbol, init: FunctionSymbol, run: Run) -> list[Step]:
        """What a constructor does with the world's config."""
        subject = Object(cls, chain="self", built=False)
        run.paths[subject.id] = "self"
        trace: list[Step] = []
        run.trace = trace
        config = configs.config(run, self.config_role(cls))
        place = Place(init.module.file, init.header.line, init.header.column, init.header.qualname)
        given = {"config": config} if config is not None else {}
        arguments = signatures.unknown_arguments(run, init, place, 1, given, defaults=True)
        with suppress(Stopped):
            entering.enter(run, Closure(init, subject), *arguments, place, eager=True)
        return trace

    # --- what a class is to the engine

    def registers(self, cls: ClassSymbol) -> bool:
        """Whether a class is in the registry."""
        return cls in self.registered(cls.module.file)

    def config_role(self, cls: ClassSymbol) -> str:
        """The config a class is built from: the draft's when its file registers a draft."""
        return "draft" if self.plays(cls, "draft") else "target"

    def plays(self, cls: ClassSymbol, head: str) -> bool:
        """Whether a class registered by the same file is of a role or one of its variants (`draft.any`)."""
        roles = [
            role
            for role, selector in self.binding.engine.roles.items()
            if role.split(".")[0] == head and selector.get("class") == "registered"
        ]
        return any(
            self.binding.fits(other, role) for other in self.registered(cls.module.file) for role in roles
        )

    def registered(self, file: str) -> list[ClassSymbol]:
        """The classes that a file registers."""
        return [cls for _, cls in registered(self.program, file, self.binding.engine.registry["name"])]

    # --- receivers and callees

    def classes(self, happening: Happening, found: Value | None) -> list[ClassSymbol]:
        """The classes of the package that a value may be an object of; empty when that is not known."""
        if isinstance(found, Union):
            return [cls for option in found.options for cls in self.classes(happening, option.value)]
        if isinstance(found, Each):
            return self.classes(happening, found.layers.each)
        if isinstance(found, Object):
            return [found.cls] if isinstance(found.cls, ClassSymbol) else []
        resolved = _forced(happening.run, found)
        return self.classes(happening, resolved) if resolved is not found else []

    def targets(self, happening: Happening) -> list[Target]:
        """What a call enters or constructs, as far as it is known."""
        return list(dict.fromkeys(self._targets(happening, happening.event.callee)))

    def _targets(self, happening: Happening, callee: Value | None) -> Iterator[Target]:
        if isinstance(callee, Closure):
            if callee.body is None:
                yield callee.function
        elif isinstance(callee, ClassOf):
            yield callee.cls
        elif isinstance(callee, Object | Each | Union):
            for cls in self.classes(happening, callee):
                yield from self._called(cls)
        elif isinstance(callee, Opaque):
            resolved = _forced(happening.run, callee)
            if resolved is not callee:
                yield from self._targets(happening, resolved)
                return
            for cls in self.classes(happening, happening.event.receiver):
                method = self.program.method(cls, happening.event.name)
                if method is not None:
                    yield method

    def _called(self, cls: ClassSymbol) -> Iterator[FunctionSymbol]:
        for name in ("__call__", self.binding.asker.rules.called):
            method = self.program.method(cls, name)
            if method is not None:
                yield method
                return

    def supposed(self, happening: Happening) -> list[FunctionSymbol]:
        """What a call of unknown target enters if what it is made on is what the engine says stands there."""
        role = self.bound(receiver_chain(happening.event))
        if role not in self.binding.engine.roles or self.targets(happening):
            return []
        methods = (self.program.method(cls, happening.event.name) for cls in self.binding.classes(role))
        return list(dict.fromkeys(method for method in methods if method is not None))

    def bound(self, chain: str) -> str:
        """The role of the objects on a chain, by the engine's receivers; empty when they tell none."""
        for name, patterns in self.binding.engine.receivers.items():
            if any(matches(pattern, chain) for pattern in patterns):
                return name.split(".")[0]
        return ""


def _is_configured(function: FunctionSymbol) -> bool:
    """Whether a function is a constructor that takes a config."""
    return function.name == "__init__" and any(p.name == "config" for p in function.header.parameters)


def _forced(run: Run, found: Value | None) -> Value | None:
    """A deferred value resolved in the state its function ended with, if that is not too much to ask."""
    if not isinstance(found, Opaque):
        return found
    run.limits, run.forcing = Limits(steps=run.steps + _FEW_STEPS), _NESTED
    try:
        return forcing.force(run, found)
    except Stopped:
        return found


def _kind_of(event: Event) -> Any:
    """What tells two calls from each other that stand at one place: whom each of them calls."""
    callee = event.callee
    if isinstance(callee, Closure):
        return callee.function.key
    if isinstance(callee, ClassOf):
        return callee.cls.key
    return callee.cls if isinstance(callee, Object) else None
