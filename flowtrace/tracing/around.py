"""A symbol and a depth -> the `Picture` around it: what calls, constructs, inherits, reads and writes what.

From the focus on, what it calls is followed to what that calls, and its callers to their callers. What lies
outside the package is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowtrace.binding import Binding
from flowtrace.flow.values import Object
from flowtrace.graph.program import own_method
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.traces import Edge, Node, Picture
from flowtrace.tracing.assumed import PLAIN
from flowtrace.tracing.links import Links
from flowtrace.tracing.observed import Happening, Observer
from flowtrace.tracing.symbols import Names, Symbol, attribute_node, class_node, function_node
from flowtrace.tracing.uses import uses

_MOST_CANDIDATES = 150  # functions evaluated to find who calls one beyond the focus
_MOST_NODES = 250  # nodes that are followed further
BOTH, UP, DOWN = "both", "up", "down"


def picture(binding: Binding, tree: str, focus: str, depth: int) -> Picture:
    """The nodes within `depth` steps of a symbol, and the edges between them that were met on the way."""
    names = Names(binding.program, binding.engine.root)
    symbol = names.find(focus)
    observer = Observer(binding, {}, PLAIN)
    surroundings = _Surroundings(observer, names)
    surroundings.follow(symbol, depth)
    edges = sorted(surroundings.edges)
    nodes = {symbol.node} | {node for edge in edges for node in (edge.source, edge.target)}
    return Picture(
        tree=tree,
        engine=binding.engine.id,
        version=binding.version,
        focus=symbol.node,
        nodes=tuple(sorted(nodes)),
        edges=tuple(edges),
        notes=tuple(surroundings.notes),
    )


class _Surroundings:
    """Follows relations from a focus: from what it calls on down, from what calls it on up."""

    def __init__(self, observer: Observer, names: Names) -> None:
        self.observer = observer
        self.program = observer.program
        self.names = names
        self.near = Links(observer, names)
        self.far = Links(observer, names, _MOST_CANDIDATES)
        self.edges: set[Edge] = set()
        self.notes: list[str] = []
        self._symbols: dict[Node, Symbol] = {}

    def follow(self, focus: Symbol, depth: int) -> None:
        """Breadth first, each symbol once."""
        frontier = [(symbol, BOTH) for symbol in (focus, *self._methods(focus))]
        seen = {symbol.node for symbol, _ in frontier}
        for distance in range(depth):
            if len(seen) > _MOST_NODES:
                self.notes.append(f"more than {_MOST_NODES} nodes: what lies further out is left out")
                break
            reached: dict[Node, str] = {}
            for symbol, direction in frontier:
                for way, edge in self._edges_of(symbol, direction, first=distance == 0):
                    self.edges.add(edge)
                    other = edge.source if way == UP else edge.target
                    if other not in seen:
                        reached.setdefault(other, way)
            seen |= set(reached)
            frontier = [(self._symbols[node], way) for node, way in reached.items()]
        self.notes += [*self.near.notes, *self.far.notes]

    def _methods(self, focus: Symbol) -> Iterator[Symbol]:
        """A class in focus stands for its own methods, too."""
        if focus.kind == "class" and focus.cls is not None:
            for name in dict.fromkeys(header.name for header in focus.cls.header.methods):
                method = own_method(focus.cls, name)
                if method is not None:
                    yield Symbol("function", name, function=method)

    def _edges_of(self, symbol: Symbol, direction: str, first: bool) -> Iterator[tuple[str, Edge]]:
        if symbol.function is not None:
            if direction != UP:
                yield from ((DOWN, edge) for edge in self._out_of(symbol.function))
            if direction != DOWN:
                yield from ((UP, edge) for edge in self._calling(symbol.function, symbol.cls, first))
        elif symbol.kind == "class" and symbol.cls is not None:
            if direction != UP:
                yield from ((DOWN, edge) for edge in self._bases(symbol.cls))
            if direction != DOWN:
                yield from ((UP, edge) for edge in self._above(symbol.cls, first))
        else:
            yield from ((UP, edge) for edge in self._using(symbol, first))

    # --- functions

    def _out_of(self, function: FunctionSymbol) -> Iterator[Edge]:
        for happening in self.observer.happenings(function):
            kind = happening.event.kind
            if kind == "call":
                for target in self.observer.targets(happening):
                    if isinstance(target, ClassSymbol):
                        yield self._edge(happening, self._class(target), "constructs", True)
                    else:
                        yield self._edge(happening, self._function(target), "calls", True)
                for supposed in self.observer.supposed(happening):
                    yield self._edge(happening, self._function(supposed), "calls", False)
            elif kind in ("read", "write"):
                for node in self._attributes(happening):
                    yield self._edge(happening, node, f"{kind}s", True)

    def _attributes(self, happening: Happening) -> Iterator[Node]:
        """The attribute that is read or written, as a node of the class that owns it."""
        receiver, name = happening.event.receiver, happening.event.name
        known = happening.event.kind == "write" or isinstance(receiver, Object)
        for cls in self.observer.classes(happening, receiver) if known else ():
            owner = self._owner(cls, name)
            if owner is not None and self.program.method(cls, name) is None:
                yield self._attribute(owner, name)

    def _owner(self, cls: ClassSymbol, name: str) -> ClassSymbol | None:
        bases = [base for base in self.program.mro(cls) if isinstance(base, ClassSymbol)]
        return next((base for base in bases if self.names.has_attribute(base, name)), None)

    def _calling(self, function: FunctionSymbol, cls: ClassSymbol | None, first: bool) -> Iterator[Edge]:
        for link in (self.near if first else self.far).callers(function, cls):
            if first or link.sure:
                targets = self.observer.targets(link.happening)
                constructs = function.name == "__init__" and any(isinstance(t, ClassSymbol) for t in targets)
                kind = "constructs" if constructs else "calls"
                yield self._edge(link.happening, self._function(function), kind, link.sure)

    # --- classes and attributes

    def _bases(self, cls: ClassSymbol) -> Iterator[Edge]:
        for base in self.program.bases(cls):
            if isinstance(base, ClassSymbol):
                yield self._inherits(cls, base)

    def _above(self, cls: ClassSymbol, first: bool) -> Iterator[Edge]:
        """Who constructs a class and who inherits from it."""
        for link in (self.near if first else self.far).constructions(cls):
            yield self._edge(link.happening, self._class(cls), "constructs", True)
        modules = self.program.parse_all(self.program.holding([cls.name], self.names.files))
        for other in self.program.subclasses_in(modules, cls):
            if cls in self.program.bases(other):
                yield self._inherits(other, cls)

    def _inherits(self, cls: ClassSymbol, base: ClassSymbol) -> Edge:
        return Edge(self._class(cls), self._class(base), "inherits", cls.module.file, cls.header.line)

    def _using(self, symbol: Symbol, first: bool) -> Iterator[Edge]:
        node = self._known(symbol.node, symbol)
        for use in uses(self.near, symbol, elsewhere=first):
            kind = "writes" if use.kind in ("writes", "replaces", "binds") else "reads"
            if use.happening is not None:
                yield self._edge(use.happening, node, kind, use.sure)

    # --- nodes and edges

    def _edge(self, happening: Happening, target: Node, kind: str, sure: bool) -> Edge:
        source = self._function(happening.function)
        return Edge(
            source, target, kind, source.file, happening.line, " or ".join(_joined(happening.when)), sure
        )

    def _class(self, cls: ClassSymbol) -> Node:
        return self._known(class_node(cls), Symbol("class", cls.name, cls))

    def _function(self, function: FunctionSymbol) -> Node:
        return self._known(function_node(function), Symbol("function", function.name, function=function))

    def _attribute(self, cls: ClassSymbol, name: str) -> Node:
        return self._known(attribute_node(cls, name), Symbol("attribute", name, cls))

    def _known(self, node: Node, symbol: Symbol) -> Node:
        self._symbols.setdefault(node, symbol)
        return node


def _joined(conditions: Iterable[str]) -> list[str]:
    found = list(conditions)
    return [f"({one})" if " and " in one and len(found) > 1 else one for one in found]
