"""Sections of a trace and a second symbol -> what is left when every branch has to lead to that symbol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flowtrace.traces import Section, Site
from flowtrace.tracing.links import Links
from flowtrace.tracing.symbols import Symbol
from flowtrace.tracing.uses import uses


def leading(links: Links, sections: Sequence[Section], to: Symbol) -> list[Section]:
    """The sections with those branches that reach `to`: its code, or for an attribute code that uses it."""
    reaches = _test(links, to)
    return [Section(section.title, _pruned(section.sites, reaches)) for section in sections]


def _pruned(sites: Sequence[Site], reaches: Callable[[Site], bool]) -> tuple[Site, ...]:
    kept = []
    for site in sites:
        below = _pruned(site.sites, reaches)
        if below or reaches(site):
            kept.append(replace(site, sites=below))
    return tuple(kept)


def _test(links: Links, to: Symbol) -> Callable[[Site], bool]:
    node = to.node
    if node.kind in ("class", "function"):
        within = f"{node.qualname}."
        return lambda site: site.file == node.file and f"{site.symbol}.".startswith(within)
    using = {(use.function.module.file, use.function.header.qualname) for use in uses(links, to)}
    return lambda site: (site.file, site.symbol) in using
