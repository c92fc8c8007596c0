"""A function or class of the package -> who calls or constructs it, and what a call's arguments become.

A call whose receiver's class is not known links by the member's name; such a link is not sure unless the
engine says what stands on that chain. Where values go beyond a parameter is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flowtrace.flow.trace import Event
from flowtrace.flow.values import Bound, ModuleOf, Outside, chain_of
from flowtrace.graph.program import functions_of, own_method
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.tracing.observed import Happening, Observer, Target
from flowtrace.tracing.symbols import Names

MOST_CANDIDATES = 400  # functions worth evaluating for one question
_FEW_NAMES = 6


@dataclass(frozen=True)
class Link:
    """A call that enters or constructs what was asked about; `sure` is False where names alone say so."""

    happening: Happening
    sure: bool


class Links:
    """Finds who calls what; a name that more than `most` functions speak of is not followed, and told."""

    def __init__(self, observer: Observer, names: Names, most: int = MOST_CANDIDATES) -> None:
        self.observer = observer
        self.names = names
        self.most = most
        self._unfollowed: dict[str, int] = {}
        self._callers: dict[tuple[FunctionSymbol, ClassSymbol | None], list[Link]] = {}

    def mentioning(self, words: Sequence[str], pattern: str = "") -> list[FunctionSymbol]:
        """The functions of the engine's root whose text fits a pattern, else holds one of the words.

        None when they are too many to be evaluated for one question.
        """
        fits = pattern or rf"\b(?:{'|'.join(map(re.escape, words))})\b"
        text, data = re.compile(fits), re.compile(fits.encode())
        program = self.observer.program
        sources = (
            [s for s in program.holding(words, self.names.files) if data.search(s.data)] if words else []
        )
        found = [
            function
            for module in program.parse_all(sources)
            for function in functions_of(module)
            if text.search(program.text(function))
        ]
        if len(found) > self.most:
            self._unfollowed[" or ".join(words)] = len(found)
            return []
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        """What was not followed, in one sentence."""
        if not self._unfollowed:
            return ()
        names = [f"{name} ({count:,})" for name, count in list(self._unfollowed.items())[:_FEW_NAMES]]
        more = f" and {len(self._unfollowed) - _FEW_NAMES} more" if len(self._unfollowed) > _FEW_NAMES else ""
        return (f"not followed, since too many functions speak of it: {', '.join(names)}{more}",)

    # --- callers

    def callers(self, function: FunctionSymbol, cls: ClassSymbol | None = None) -> list[Link]:
        """The calls that enter a function, as a method of `cls` where one is named."""
        key = (function, cls)
        if key not in self._callers:
            self._callers[key] = []  # what a question in terms of itself sees
            self._callers[key] = list(self._find(function, cls))
        return self._callers[key]

    def constructions(self, cls: ClassSymbol) -> list[Link]:
        """The calls that construct a class itself."""
        return [
            Link(happening, True)
            for function in self._speaking_of(cls)
            for happening in self.observer.happenings(function)
            if happening.event.kind == "call" and cls in self.observer.targets(happening)
        ]

    def _find(self, function: FunctionSymbol, cls: ClassSymbol | None) -> Iterator[Link]:
        if function.name == "__init__" and function.owner is not None:
            yield from self.constructions(cls or function.owner)
            yield from self._from_subclasses(function, function.owner)
            return
        called = function.name in ("__call__", self.observer.binding.asker.rules.called)
        words = [function.name]
        if called and function.owner is not None:
            words = sorted(self._attributes_holding(cls or function.owner))
        spoken = rf"(?<!\bdef )\b(?:{'|'.join(map(re.escape, words))})\b"  # its own `def` line calls nothing
        for candidate in self.mentioning(words, spoken):
            for happening in self.observer.happenings(candidate):
                if happening.event.kind == "call" and not _called(happening.event).isdisjoint(words):
                    sure = self._enters(happening, function, cls, by_name=not called)
                    if sure is not None:
                        yield Link(happening, sure)

    def _from_subclasses(self, init: FunctionSymbol, owner: ClassSymbol) -> Iterator[Link]:
        """The constructors that call a base's constructor."""
        program = self.observer.program
        modules = program.parse_all(program.holding([owner.name], self.names.files))
        for cls in program.subclasses_in(modules, owner):
            own = own_method(cls, init.name)
            for happening in self.observer.happenings(own) if own else ():
                if happening.event.kind == "call" and init in self.observer.targets(happening):
                    yield Link(happening, True)

    def _enters(
        self, happening: Happening, function: FunctionSymbol, cls: ClassSymbol | None, by_name: bool
    ) -> bool | None:
        """Whether a call enters a function: True, None when it does not, False when only the name says so."""
        targets = self.observer.targets(happening)
        if function in targets:
            return True if cls is None or self._concerns(happening, cls) else None
        if targets:
            overridden = any(self._overrides(happening, function, cls, target) for target in targets)
            return False if overridden else None
        event = happening.event
        if not by_name or function.owner is None or isinstance(event.callee, Outside | Bound):
            return None
        if isinstance(event.receiver, Outside | ModuleOf) or event.receiver is None:
            return None
        return self.stands_on(cls or function.owner, event.chain.rpartition(".")[0])

    def stands_on(self, cls: ClassSymbol, chain: str) -> bool:
        """Whether the engine says that objects of the class's role stand on a chain."""
        role = self.observer.bound(chain)
        return bool(role) and self.observer.plays(cls, role)

    def _concerns(self, happening: Happening, cls: ClassSymbol) -> bool:
        known = self.observer.classes(happening, happening.event.receiver)
        mro = self.observer.program.mro
        return not known or any(cls in mro(one) or one in mro(cls) for one in known)

    def _overrides(
        self, happening: Happening, function: FunctionSymbol, cls: ClassSymbol | None, target: Target
    ) -> bool:
        """Whether a call that enters a base's method may enter this one, on an object of a class below."""
        owner = cls or function.owner
        if not isinstance(target, FunctionSymbol) or owner is None or target.name != function.name:
            return False
        bases = self.observer.program.mro(owner)
        if target.owner not in bases or target.owner == owner or happening.event.chain.startswith("super()"):
            return False
        known = self.observer.classes(happening, happening.event.receiver)
        return any(one in bases for one in known) if known else True

    def _attributes_holding(self, cls: ClassSymbol) -> set[str]:
        """The attributes that objects of a class are stored under where they are constructed."""
        return {
            happening.event.name
            for function in self._speaking_of(cls)
            for happening in self.observer.happenings(function)
            if happening.event.kind == "write"
            and cls in self.observer.classes(happening, happening.event.result)
        }

    def _speaking_of(self, cls: ClassSymbol) -> list[FunctionSymbol]:
        """The functions in whose module the class's name stands for this class."""
        program = self.observer.program
        return [f for f in self.mentioning([cls.name]) if program.find(f.module, cls.name) in (cls, None)]


def taken(call: Happening, read: Happening, chain: str) -> Iterator[str]:
    """The parameter or position of each argument of a call that is, or is part of, what was read."""
    event, made = call.event, read.event.result
    for name, argument in [*((str(n), a) for n, a in enumerate(event.args)), *event.kwargs]:
        path = call.run.path_of(argument) or chain_of(argument)
        if argument is made or path == chain or path.startswith((f"{chain}.", f"{chain}[")):
            yield name


def takes(call: Happening, read: Happening, chain: str) -> bool:
    """Whether a call takes as an argument what was read on a chain, or part of it."""
    return any(True for _ in taken(call, read, chain))


def parameter(function: FunctionSymbol, given: str) -> str:
    """The parameter of a function that a keyword or a position goes to; empty when there is none."""
    names = [p.name for p in function.header.parameters if p.kind in ("positional", "keyword")]
    if not given.isdigit():
        return given if given in names else ""
    if function.owner is not None and names[:1] in (["self"], ["cls"]):
        names = names[1:]
    return names[int(given)] if int(given) < len(names) else ""


def _called(event: Event) -> set[str]:
    """The names a call goes by."""
    return {event.name, event.chain.rpartition(".")[2]}
