"""A symbol and a depth -> the `Picture` around it: what calls, constructs, inherits, reads and writes what.

Both directions are followed from the focus, a function's outgoing relations as one evaluation of it shows them. What
lies outside the package is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowtrace.binding import Binding
from flowtrace.flow.values import Object
from flowtrace.graph.program import own_method
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.traces import Edge, Node, Picture
from flowtrace.tracing.links import Link, Links
from flowtrace.tracing.observed import Happening, Observer
from flowtrace.tracing.symbols import Names, Symbol, attribute_node, class_node, function_node
from flowtrace.tracing.uses import uses

_MOST_NODES = 250  # nodes that are followed further


def picture(binding: Binding, tree: str, focus: str, depth: int) -> Picture:
    """The nodes within `depth` steps of a symbol, and the edges between them that were met on the way."""
    names = Names(binding.program, binding.engine.root)
    symbol = names.find(focus)
    surroundings = _Surroundings(Links(Observer(binding, {}, next(iter(binding.specs.worlds))), names), names)
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
        notes=(*surroundings.links.notes, *surroundings.notes),
    )


class _Surroundings:
    def __init__(self, links: Links, names: Names) -> None:
        self.links = links
        self.observer = links.observer
        self.program = links.observer.program
        self.names = names
        self.edges: set[Edge] = set()
        self.notes: tuple[str, ...] = ()
        self._symbols: dict[Node, Symbol] = {}

    def follow(self, focus: Symbol, depth: int) -> None:
        """Breadth first, both directions, each symbol once."""
        frontier, seen = [focus, *self._methods(focus)], {focus.node}
        seen |= {symbol.node for symbol in frontier}
        for _ in range(depth):
            if len(seen) > _MOST_NODES:
                self.notes = (f"more than {_MOST_NODES} nodes: what lies further out is left out",)
                return
            found = [edge for symbol in frontier for edge in self._edges_of(symbol)]
            self.edges.update(found)
            reached = dict.fromkeys(node for edge in found for node in (edge.source, edge.target) if node not in seen)
            seen |= set(reached)
            frontier = [self._symbols[node] for node in reached]

    def _methods(self, focus: Symbol) -> Iterator[Symbol]:
        """A class in focus stands for its own methods, too."""
        if focus.kind == "class" and focus.cls is not None:
            for name in dict.fromkeys(header.name for header in focus.cls.header.methods):
                method = own_method(focus.cls, name)
                if method is not None:
                    yield Symbol("function", name, function=method)

    def _edges_of(self, symbol: Symbol) -> Iterator[Edge]:
        if symbol.function is not None:
            yield from self._out_of(symbol.function)
            yield from self._calling(symbol.function, symbol.cls)
        elif symbol.kind == "class" and symbol.cls is not None:
            yield from self._inheriting(symbol.cls)
            for link in self.links.constructions(symbol.cls):
                yield self._edge(link.happening, self._class(symbol.cls), "constructs", True)
        else:
            yield from self._using(symbol)

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

    def _calling(self, function: FunctionSymbol, cls: ClassSymbol | None) -> Iterator[Edge]:
        for link in self.links.callers(function, cls):
            yield self._link(link, self._function(function))

    def _link(self, link: Link, target: Node) -> Edge:
        return self._edge(link.happening, target, "calls", link.sure)

    # --- classes and attributes

    def _inheriting(self, cls: ClassSymbol) -> Iterator[Edge]:
        for base in self.program.bases(cls):
            if isinstance(base, ClassSymbol):
                yield self._inherits(cls, base)
        for module in self.program.parse_all(self.program.holding([cls.name], self.names.files)):
            for other in self.program.subclasses_in([module], cls):
                if cls in self.program.bases(other):
                    yield self._inherits(other, cls)

    def _inherits(self, cls: ClassSymbol, base: ClassSymbol) -> Edge:
        return Edge(self._class(cls), self._class(base), "inherits", cls.module.file, cls.header.line)

    def _using(self, symbol: Symbol) -> Iterator[Edge]:
        node = self._known(symbol.node, symbol)
        for use in uses(self.links, symbol):
            kind = "writes" if use.kind in ("writes", "replaces", "binds") else "reads"
            if use.happening is not None:
                yield self._edge(use.happening, node, kind, use.sure)

    # --- nodes and edges

    def _edge(self, happening: Happening, target: Node, kind: str, sure: bool) -> Edge:
        source = self._function(happening.function)
        return Edge(source, target, kind, source.file, happening.line, " or ".join(_joined(happening.when)), sure)

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
