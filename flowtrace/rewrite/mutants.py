"""The faults that specs list -> mutants of a release: one edited file each, with what it should be told as.

Also the equivalent edits of the same functions. Whether anything is found in them is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import libcst as cst

from flowtrace.binding import Binding, Subject
from flowtrace.binding.rules import listed
from flowtrace.facts import Source
from flowtrace.graph.symbols import FunctionSymbol, Key
from flowtrace.rewrite import alike, faults, scope
from flowtrace.rewrite.excerpt import Change, Excerpt, Site
from flowtrace.rewrite.words import branches, called, speaks
from flowtrace.spec.model import Clause, Invariant, Plain


@dataclass(frozen=True)
class Asked:
    """The clauses and subjects for which an invariant holds, and the keys of those for which it does not.

    What is broken already can't be broken anew: nothing is planted there.
    """

    pairs: tuple[tuple[Clause, Subject], ...]
    failing: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Mutant:
    """A release with one file edited: what the edit is and where, and the file's new source.

    `equivalent`: the edit changes nothing, so nothing may be found in it.
    """

    invariant: str
    operator: str
    file: str
    symbol: str
    line: int
    source: Source
    equivalent: bool = False


@dataclass(frozen=True, eq=False)
class _Spot:
    """A place where an operator applies, before the edit is made."""

    operator: str
    function: FunctionSymbol
    excerpt: Excerpt
    site: Site
    changes: tuple[Change, ...]
    behind: str = ""

    @property
    def order(self) -> tuple[str, int]:
        return (self.function.module.file, self.excerpt.line(self.site.node))


class Planter:
    """Plants the faults of one release; keeps the functions it has read."""

    def __init__(self, binding: Binding) -> None:
        self.binding = binding
        self._excerpts: dict[Key, Excerpt | None] = {}
        self._sources = {source.file: source for source in binding.program.sources}

    def mutants(
        self, invariant: Invariant, asked: Asked, operators: Collection[str] = (), limit: int = 0
    ) -> Iterator[Mutant]:
        """What violates an invariant, then what changes nothing in the same functions.

        At most `limit` for each operator, spread over the places; `operators` leaves the others out.
        """
        yield from self._violating(invariant, asked, operators, limit)
        yield from self._equivalent(invariant, asked, operators, limit)

    def _violating(
        self, invariant: Invariant, asked: Asked, operators: Collection[str], limit: int
    ) -> Iterator[Mutant]:
        spots: dict[str, list[_Spot]] = {}
        for fault in self.binding.specs.mutants.get(invariant.id, ()):
            for spot in self._spots(fault, invariant, asked):
                if not operators or spot.operator in operators:
                    spots.setdefault(spot.operator, []).append(spot)
        yield from self._chosen(invariant, spots, limit)

    def _equivalent(
        self, invariant: Invariant, asked: Asked, operators: Collection[str], limit: int
    ) -> Iterator[Mutant]:
        spots: dict[str, list[_Spot]] = {}
        seen: set[tuple[str, int]] = set()
        for fault in self.binding.specs.mutants.get(invariant.id, ()):
            names = frozenset(self._spoken(fault))
            for function in self._functions(fault, invariant, asked):
                excerpt = self._excerpt(function)
                if excerpt is None or not speaks(excerpt.function, names):
                    continue
                for operator, apply in alike.OPERATORS.items():
                    if operators and operator not in operators:
                        continue
                    for site, changes, behind in apply(excerpt, names):
                        if (operator, id(site.node)) not in seen:
                            seen.add((operator, id(site.node)))
                            spot = _Spot(operator, function, excerpt, site, changes, behind)
                            spots.setdefault(operator, []).append(spot)
        yield from self._chosen(invariant, spots, limit, equivalent=True)

    def _chosen(
        self, invariant: Invariant, spots: Mapping[str, list[_Spot]], limit: int, equivalent: bool = False
    ) -> Iterator[Mutant]:
        for operator, found in spots.items():
            for spot in spread(sorted(found, key=lambda one: one.order), limit):
                file, line = spot.order
                text = spot.excerpt.edited(spot.changes, spot.behind)
                source = Source(file, self._sources[file].module, text.encode())
                symbol = spot.function.header.qualname
                yield Mutant(invariant.id, operator, file, symbol, line, source, equivalent)

    # --- places

    def _spots(self, fault: Mapping[str, Plain], invariant: Invariant, asked: Asked) -> Iterator[_Spot]:
        operator, argument = self._operator(fault)
        apply = faults.OPERATORS[operator]
        conditions = {key: scope.words(self.binding, fault[key]) for key in _CONDITIONS if key in fault}
        seen: set[int] = set()
        for function in self._functions(fault, invariant, asked):
            excerpt = self._excerpt(function)
            if excerpt is None:
                continue
            if operator == "drop method" and not self._is_own(function, fault, invariant, asked):
                continue
            for site, changes in apply(excerpt, argument):
                if fault.get("looped") and not any(isinstance(node, cst.For) for node in site.above):
                    continue
                if id(site.node) not in seen and _fits(site, conditions):
                    seen.add(id(site.node))
                    yield _Spot(operator, function, excerpt, site, changes)

    def _operator(self, fault: Mapping[str, Plain]) -> tuple[str, Any]:
        """The operator of a fault and its argument, roles turned into names."""
        key = next(key for key in fault if key not in _NO_OPERATORS)
        body = fault[key]
        if key == "drop":
            what, names = next(iter(body.items()))
            return f"drop {what}", scope.words(self.binding, names)
        if key in ("swap", "reread"):
            pairs = [(name, scope.words(self.binding, other)) for name, other in body.items()]
            return key, {name: other for role, other in pairs for name in scope.words(self.binding, role)}
        if isinstance(body, Mapping):
            plain = ("to", "from")
            return key, {k: v if k in plain else scope.words(self.binding, v) for k, v in body.items()}
        return key, scope.words(self.binding, body)

    def _functions(
        self, fault: Mapping[str, Plain], invariant: Invariant, asked: Asked
    ) -> Iterator[FunctionSymbol]:
        """The functions a fault is planted in, each once."""
        seen = set()
        methods = listed(fault.get("in"))
        for clause, subject in self._subjects(fault, invariant, asked):
            for function in scope.functions(self.binding, clause, subject, methods):
                if function.key not in seen and function.module.file in self._sources:
                    seen.add(function.key)
                    yield function

    def _is_own(
        self, function: FunctionSymbol, fault: Mapping[str, Plain], invariant: Invariant, asked: Asked
    ) -> bool:
        """Whether a method is a subject's own or inherited, and not one that it calls of another object."""
        classes = [subject.cls for _, subject in self._subjects(fault, invariant, asked) if subject.cls]
        return any(function.owner in self.binding.program.mro(cls) for cls in classes)

    def _subjects(
        self, fault: Mapping[str, Plain], invariant: Invariant, asked: Asked
    ) -> Iterable[tuple[Clause, Subject]]:
        if "for" not in fault:
            return asked.pairs
        subjects = self.binding.subjects(fault["for"])
        return [(invariant.clauses[0], subject) for subject in subjects if subject.key not in asked.failing]

    def _spoken(self, fault: Mapping[str, Plain]) -> Iterable[str]:
        """Every name that a fault speaks of."""
        _, argument = self._operator(fault)
        for part in argument.values() if isinstance(argument, Mapping) else (argument,):
            yield from part if isinstance(part, frozenset) else ()
        if isinstance(argument, Mapping):
            yield from (name for name in argument if name not in _PARTS)
        for key in ("around", "near", "under", "of"):
            if key in fault:
                yield from scope.words(self.binding, fault[key])

    def _excerpt(self, function: FunctionSymbol) -> Excerpt | None:
        """A function as libcst reads it; None for syntax it does not know and for nested functions."""
        if function.key not in self._excerpts:
            try:
                excerpt = Excerpt(self.binding.program.lines(function.module.file), function.header)
            except (cst.ParserSyntaxError, StopIteration):
                excerpt = None
            self._excerpts[function.key] = excerpt
        return self._excerpts[function.key]


_CONDITIONS = ("under", "outside", "around", "near", "of")
_NO_OPERATORS = (*_CONDITIONS, "looped", "for", "in")
_PARTS = ("write", "to", "from", "test", "call", "after")  # keys of an operator's argument, no names


def spread(spots: Sequence[_Spot], limit: int) -> Sequence[_Spot]:
    """At most `limit` of the places, evenly over all of them; all where there is no limit."""
    if not limit or len(spots) <= limit:
        return spots
    return [spots[number * len(spots) // limit] for number in range(limit)]


def _fits(site: Site, conditions: Mapping[str, frozenset[str]]) -> bool:
    tests = [branch.test for branch in branches(site)]
    if "under" in conditions and not any(speaks(test, conditions["under"]) for test in tests):
        return False
    if "outside" in conditions and any(speaks(test, conditions["outside"]) for test in tests):
        return False
    if "near" in conditions and not any(
        isinstance(node, cst.SimpleStatementLine) and speaks(node, conditions["near"]) for node in site.above
    ):
        return False
    if "of" in conditions and called(site.above[-1]) not in conditions["of"]:
        return False
    return "around" not in conditions or faults.decides_about(site, conditions["around"])
