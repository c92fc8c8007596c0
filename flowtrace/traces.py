"""The answers of `trace` and `graph`: places where a symbol is made and used, and nodes and edges, as plain values.

Nothing here looks at source; `tracing` fills these values, reporters and `graph.export` read them and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Node:
    """A class, function or attribute of the analysed package: its file and qualified name tell it from all others.

    `kind` is class, function, attribute or name (a bare name, wherever it stands); `line` is 0 where there is none.
    """

    file: str
    qualname: str
    kind: str
    line: int = 0

    @property
    def key(self) -> str:
        """File and qualified name, as a command line takes them."""
        return f"{self.file}:{self.qualname}" if self.file else self.qualname


@dataclass(frozen=True, order=True)
class Edge:
    """One relation that the source shows at a place: calls, constructs, inherits, reads, writes or passes.

    `when` is the path condition, empty when there is none. `sure` is False where the receiver's class could not be
    told and the names alone agree.
    """

    source: Node
    target: Node
    kind: str
    file: str
    line: int
    when: str = ""
    sure: bool = True


@dataclass(frozen=True)
class Picture:
    """The answer of `graph`: the nodes around a focus and what relates them, sorted."""

    tree: str
    engine: str
    version: str | None
    focus: Node
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Site:
    """One place in the source, what happens there, under which conditions, and what leads there or follows from it.

    `kind` is writes, replaces, loads, binds, takes, reads, passes, calls, constructs, inherits, defines or mentions.
    `when` holds the path conditions, each sufficient; empty when the place is always reached. `note` tells more,
    such as the value in a world. `sites` are its callers, or where what is passed goes on.
    """

    kind: str
    file: str
    line: int
    symbol: str
    what: str
    when: tuple[str, ...] = ()
    note: str = ""
    sure: bool = True
    sites: tuple[Site, ...] = ()


@dataclass(frozen=True)
class Section:
    """One of the questions a trace answers, such as "loaded", and the places that answer it."""

    title: str
    sites: tuple[Site, ...]


@dataclass(frozen=True)
class Trace:
    """The answer of `trace`: where a symbol is defined, then a section for each question.

    `world` is the config that values were computed with; `assumed` the guards taken as given; `to` the symbol that
    every place shown leads to. `excerpts` maps each (file, line) named to its text.
    """

    tree: str
    engine: str
    version: str | None
    symbol: Node
    definitions: tuple[Site, ...]
    sections: tuple[Section, ...]
    world: str
    assumed: Mapping[str, str] = field(default_factory=dict)
    to: Node | None = None
    notes: tuple[str, ...] = ()
    excerpts: Mapping[tuple[str, int], str] = field(default_factory=dict)


def walked(sites: tuple[Site, ...]) -> Iterator[Site]:
    """Every site of a tree of sites, each before what hangs below it."""
    for site in sites:
        yield site
        yield from walked(site.sites)
