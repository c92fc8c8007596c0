"""A function or a use -> a tree of sites: its callers and theirs, or the calls a value goes into and on.

A call that only a name relates to a function ends its branch. What a tree has already told is not told
again: a site then says so and has nothing below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.traces import Site
from flowtrace.tracing.links import Link, Links, parameter, taken
from flowtrace.tracing.observed import Happening, Target
from flowtrace.tracing.symbols import function_node
from flowtrace.tracing.uses import Use, local_uses

TOLD = "followed above"


class Branches:
    """Grows trees of sites for one answer."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self._told: dict[
            Any, tuple[int, bool]
        ] = {}  # what was followed -> how deep, and whether that found anything

    def callers(self, function: FunctionSymbol, cls: ClassSymbol | None, depth: int) -> tuple[Site, ...]:
        """Who calls a function, each with its own callers below it."""
        if depth == 0:
            return ()
        found = [self.caller(link, depth) for link in self.links.callers(function, cls)]
        return tuple(sorted(dict.fromkeys(found), key=lambda site: not site.sure))

    def caller(self, link: Link, depth: int) -> Site:
        """One call with the callers of the function that makes it."""
        happening = link.happening
        site = at(happening, "calls", f"calls {happening.event.chain or happening.event.name}")
        if not link.sure:
            return replace(site, sure=False)
        return self._followed(
            site,
            (happening.function, ""),
            depth - 1,
            lambda: self.callers(happening.function, None, depth - 1),
        )

    def passed(self, use: Use, depth: int) -> tuple[Site, ...]:
        """The calls that take a used value, each with what happens to it inside."""
        found: list[Site] = []
        if depth and use.happening is not None:
            for call in use.into:
                whole = [use.chain] if use.kind == "passes" else taken(call, use.happening, use.chain)
                for given in whole:
                    found += self._into(call, given, depth)
        return tuple(dict.fromkeys(found))

    def _into(self, call: Happening, given: str, depth: int) -> Iterator[Site]:
        targets = self.links.observer.targets(call)
        for target in targets:
            function = self._entered(target)
            if function is not None:
                yield self._taken(call, function, parameter(function, given), depth)
        if not targets:
            where = "" if given.isdigit() else f" as {given}"
            yield at(call, "passes", f"passed to {call.event.chain or call.event.name}{where}")

    def _taken(self, call: Happening, function: FunctionSymbol, name: str, depth: int) -> Site:
        """A call that hands a value to a parameter, with the uses of that parameter that hand it on."""
        what = f"passed to {function.header.qualname}" + (f" as {name}" if name else "")
        site = replace(at(call, "passes", what), target=function_node(function))
        if not name:
            return site

        def below() -> tuple[Site, ...]:
            inner = local_uses(self.links.observer, function, name)
            return tuple(dict.fromkeys(one for use in inner for one in self.passed(use, depth - 1)))

        return self._followed(site, (function, name), depth - 1, below)

    def _entered(self, target: Target) -> FunctionSymbol | None:
        if isinstance(target, ClassSymbol):
            return self.links.observer.program.method(target, "__init__")
        return target

    def _followed(self, site: Site, key: Any, depth: int, follow: Callable[[], tuple[Site, ...]]) -> Site:
        """A site with what follows from it below, unless that was told before, at least as deep."""
        before, found = self._told.get(key, (0, False))
        if before >= depth > 0:
            return replace(site, note=TOLD) if found else site
        self._told[key] = (depth, True)
        below = follow()
        self._told[key] = (depth, bool(below))
        return replace(site, sites=below)


def at(happening: Happening, kind: str, what: str) -> Site:
    """A happening as a site."""
    place = happening.event.place
    return Site(kind, place.file, place.line, place.symbol, what, happening.when)
