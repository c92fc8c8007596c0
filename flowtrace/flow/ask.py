"""Questions to the evaluator: a subject made in a world, a function called under assumptions, what was left behind.

Prepared subjects are kept, so that a dozen questions of one class under the same assumptions construct it once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from flowtrace.flow import configs, construction, entering, members, parameters, signatures
from flowtrace.flow.assumptions import Assumptions, Consulted, Pin, Rules
from flowtrace.flow.parameters import Registry
from flowtrace.flow.run import Limits, Run, Stopped, TooDeep
from flowtrace.flow.trace import Event, Step
from flowtrace.flow.values import Closure, Const, List, Object, Opaque, Place, Value
from flowtrace.graph.program import Program
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol

World = Mapping[str, Mapping[str, Any]]
Plain = Any


@dataclass(frozen=True)
class Outcome:
    """What calling a function did: its trace, its value, and where every path ended when none returned.

    `stopped` is empty when some path returns; `exhausted` when the evaluation ran out of its budget.
    """

    run: Run
    trace: list[Step]
    value: Value | None
    stopped: str = ""
    exhausted: bool = False
    place: Place | None = None
    function: FunctionSymbol | None = None
    receiver: Object | None = None
    called: dict[str, list[Event]] = field(
        default_factory=dict, compare=False, repr=False
    )  # by role, as found


class _Constructed(NamedTuple):
    """An instance as its constructor left it, on a run that nothing has gone on from, and what that one asked."""

    run: Run
    subject: Object
    asked: Consulted

    def stands(self, assumptions: Assumptions) -> bool:
        """Whether its construction is the same under other assumptions."""
        by = self.run.assumptions
        return all(by.answers_alike(assumptions, asked) for asked in (self.asked, by.common))


class Asker:
    """Makes subjects and calls their functions, under pins and worlds compiled from specs."""

    def __init__(self, program: Program, rules: Rules, limits: Limits | None = None) -> None:
        self.program = program
        self.rules = rules
        self.limits = limits or Limits()
        self._subjects: dict[tuple[Any, ...], tuple[Run, Object]] = {}
        self._constructed: dict[tuple[Any, ...], list[_Constructed]] = {}
        self._registered: dict[tuple[Any, ...], tuple[Run, Object, Registry]] = {}

    def assumptions(
        self,
        pins: Sequence[Pin],
        world: World,
        driven: bool = False,
        config: str | None = None,
        chains: Sequence[tuple[str, str]] = (),
    ) -> Assumptions:
        """Pins and a world as one set of assumptions; `driven`: marks are read as if some setter had left them.

        `chains` lead to a config besides those of the rules; with `config`, every one leads to that role's.
        """
        rules = replace(self.rules, driven=True) if driven else self.rules
        if chains:
            rules = replace(rules, chains=(*rules.chains, *chains))
        if config is not None:
            rules = replace(rules, chains=tuple((pattern, config) for pattern, _ in rules.chains))
        return Assumptions(tuple(pins), world, rules)

    def built(self, cls: ClassSymbol, assumptions: Assumptions, role: str) -> tuple[Run, Object]:
        """An instance of a registered class, constructed from the world's config of a role; a run of its own."""
        pins, world, _ = _key(assumptions)
        key = (cls, pins, world, role)
        if key not in self._subjects:
            known = self._constructed.setdefault((cls, world, role), [])
            alike = next((one for one in known if one.stands(assumptions)), None)
            if alike is not None:
                self._subjects[key] = (alike.run.parted(assumptions), alike.subject)
            else:
                asked = Consulted()
                with assumptions.heard(asked):
                    run, subject = self._construct(cls, assumptions, role)
                known.append(_Constructed(run.parted(), subject, asked))
                self._subjects[key] = (run, subject)
        run, subject = self._subjects[key]
        return run.copied(assumptions), subject

    def _construct(self, cls: ClassSymbol, assumptions: Assumptions, role: str) -> tuple[Run, Object]:
        run = Run(self.program, assumptions, self.limits)
        config = configs.config(run, role)
        given = {name: config for name in ("config",) if config is not None}
        subject = Object(cls, *self._construction(run, cls, given), chain="self", place=_at(cls))
        run.paths[subject.id] = "self"
        run.root = subject.id
        try:
            construction.construct(run, subject)
        except TooDeep:
            run.exhausted = True
        return run, subject

    def registered(
        self, cls: ClassSymbol, assumptions: Assumptions, role: str
    ) -> tuple[Run, Object, Registry]:
        """An instance as `built` makes it, all its parts constructed, with the parameters they register."""
        key = (cls, _key(assumptions), role)
        if key not in self._registered:
            run, subject = self.built(cls, assumptions, role)
            self._registered[key] = (run, subject, parameters.registered(run, subject))
        run, subject, found = self._registered[key]
        return run.copied(), subject, found

    def _construction(self, run: Run, cls: ClassSymbol, given: Mapping[str, Value]) -> tuple[Any, Any]:
        init = self.program.method(cls, "__init__")
        if init is None:
            return (), ()
        args, kwargs = signatures.unknown_arguments(run, init, _at(cls), skip=1, given=given, defaults=True)
        known = [p.name for p in init.header.parameters]
        if any(p.kind == "doublestar" for p in init.header.parameters) and "config" not in known:
            kwargs |= given
        return args, tuple(kwargs.items())

    def known(self, cls: ClassSymbol, assumptions: Assumptions) -> tuple[Run, Object]:
        """An object of a class of which no construction is known, as `self` in a function asked about."""
        run = Run(self.program, assumptions, self.limits)
        subject = Object(cls, chain="self", built=False, place=_at(cls))
        run.paths[subject.id] = "self"
        return run, subject

    def call(
        self, run: Run, receiver: Object | None, function: FunctionSymbol | Closure,
        arguments: Mapping[str, Plain] | None = None, eager: bool = False,
    ) -> Outcome:  # fmt: skip
        """Call a function with some arguments given and free input for the rest; the run keeps what it did.

        `eager`: every function it calls is entered where it is called.
        """
        closure = function if isinstance(function, Closure) else Closure(function, receiver)
        symbol = closure.function
        place = Place(symbol.module.file, symbol.header.line, symbol.header.column, symbol.header.qualname)
        given = {name: plain_value(found, place) for name, found in (arguments or {}).items()}
        run.trace = []
        run.eager = int(eager)
        skip = 1 if closure.receiver is not None else 0
        typed = receiver is None or not receiver.built
        try:
            passed = signatures.unknown_arguments(run, symbol, place, skip, given, typed=typed)
            # What `*args` and `**kwargs` hold is free input as well, whatever it is handed on to.
            more = any(p.kind in ("star", "doublestar") for p in symbol.header.parameters)
            found = entering.enter(run, closure, *passed, place, more=more, eager=True)
        except TooDeep as end:
            return Outcome(run, run.trace, None, str(end), True, end.place, symbol, receiver)
        except Stopped as end:
            return Outcome(
                run, run.trace, None, str(end) or "every path raises", False, end.place, symbol, receiver
            )
        finally:
            run.eager = 0
        return Outcome(run, run.trace, found, function=symbol, receiver=receiver)

    def reached(self, run: Run, subject: Object, names: Sequence[str]) -> Closure | None:
        """The first of these methods that an object has, bound to it (`__call__`, then `forward`)."""
        for name in names:
            found = members.lookup(run, subject, name, subject.place or _NOWHERE)
            if isinstance(found, Closure):
                return found
        return None


_NOWHERE = Place("", 0, 0, "")


def plain_value(plain: Plain, place: Place) -> Value:
    """A value written in a spec: `some` is an object that is certainly there, a list a list of constants."""
    if isinstance(plain, Value):
        return plain
    if plain == "some":
        return Opaque("given: some object", free=True, present=True, place=place, step="given")
    if isinstance(plain, list):
        return List(tuple(plain_value(item, place) for item in plain), place=place, step="given")
    return Const(plain, place=place, step="given")


def _key(assumptions: Assumptions) -> tuple[Any, ...]:
    pins = tuple((pin.guard, repr(pin.value)) for pin in assumptions.pins)
    return (pins, repr(assumptions.world), assumptions.rules.driven)


def _at(cls: ClassSymbol) -> Place:
    return Place(cls.module.file, cls.header.line, cls.header.column, cls.header.qualname)
