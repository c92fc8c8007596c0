"""The answers of `trace` and `graph`: where a symbol is made and used, nodes and edges, as plain values.

Nothing here looks at source; `tracing` fills these values, reporters and `graph.export` read them and
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, order=True)
class Node:
    """A class, function or attribute of the package; file and qualified name tell it from all others.

    `kind` is class, function, attribute or name (a bare name, wherever it stands); `line` is 0 where there
    is none.
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

    `when` is the path condition, empty when there is none. `sure` is False where the receiver's class could
    not be told and the names alone agree.
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
    """One place in the source, what happens there, under which conditions, and what leads there or follows.

    `kind` is builds, writes, replaces, loads, binds, takes, reads, passes, calls, constructs, inherits,
    defines or mentions. `when` holds the path conditions, each sufficient; empty when the place is always
    reached. `target` is what is called or built there, where that is known. `sure` is False where names
    alone agree. `sites` are its callers, or where what is passed goes on.
    """

    kind: str
    file: str
    line: int
    symbol: str
    what: str
    when: tuple[str, ...] = ()
    target: Node | None = None
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

    `world` is the config that values were computed with; `assumed` the guards taken as given; `to` the
    symbol that every place shown leads to. `excerpts` maps each (file, line) named to its text.
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


def drawn(answer: Trace) -> Picture:
    """A trace as nodes and edges: the functions it names, and what each does to the symbol or calls."""
    edges = {
        edge for section in answer.sections for site in section.sites for edge in _drawn(site, answer.symbol)
    }
    nodes = {answer.symbol} | {node for edge in edges for node in (edge.source, edge.target)}
    return Picture(
        tree=answer.tree,
        engine=answer.engine,
        version=answer.version,
        focus=answer.symbol,
        nodes=tuple(sorted(nodes)),
        edges=tuple(sorted(edges)),
        notes=answer.notes,
    )


_DRAWN = {"builds": "writes", "replaces": "writes", "loads": "writes", "binds": "writes"}


def _drawn(site: Site, target: Node) -> Iterator[Edge]:
    """The edge of a site to what it is about, then those of the sites below it to what these are about."""
    function = Node(site.file, site.symbol, "class" if site.kind == "inherits" else "function")
    kind = _DRAWN.get(site.kind, site.kind)
    edge = Edge(function, target, kind, site.file, site.line, " or ".join(site.when), site.sure)
    if function != target and site.file:
        yield edge
    if site.target is not None:
        yield replace(
            edge, target=replace(site.target, line=0), kind="constructs" if site.kind == "builds" else kind
        )
    for below in site.sites:
        yield from _below(below, function)


def _below(site: Site, parent: Node) -> Iterator[Edge]:
    if site.kind != "passes":
        yield from _drawn(site, parent)
        return
    function = Node(site.file, site.symbol, "function")
    if site.target is not None:
        yield Edge(
            function,
            replace(site.target, line=0),
            "passes",
            site.file,
            site.line,
            " or ".join(site.when),
            site.sure,
        )
    for below in site.sites:
        yield from _below(below, function)


def walked(sites: tuple[Site, ...]) -> Iterator[Site]:
    """Every site of a tree of sites, each before what hangs below it."""
    for site in sites:
        yield site
        yield from walked(site.sites)
