"""A symbol and a question's options -> the `Trace` that answers it: where it is made, loaded and used.

It puts together what `building`, `uses` and `branches` find; it evaluates nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from flowtrace.binding import Binding
from flowtrace.graph.program import Program
from flowtrace.graph.symbols import ClassSymbol, External, FunctionSymbol
from flowtrace.traces import Section, Site, Trace, walked
from flowtrace.tracing.assumed import PLAIN, assumed, known_world
from flowtrace.tracing.branches import Branches, at
from flowtrace.tracing.building import attributes, built
from flowtrace.tracing.leading import leading
from flowtrace.tracing.links import Links
from flowtrace.tracing.loaded import loaded, method_name
from flowtrace.tracing.observed import Happening, Observer
from flowtrace.tracing.symbols import Names, Symbol, class_node, function_node
from flowtrace.tracing.uses import Use, uses

_MOST_BUILT = 24  # classes that are built in a world to tell what a bare name is in each


@dataclass(frozen=True)
class Wanted:
    """What is asked: the symbol, where the answer leads, what is assumed, the world, how far to follow."""

    symbol: str
    to: str | None = None
    assume: tuple[str, ...] = ()
    world: str | None = None
    depth: int = 3


def trace(binding: Binding, tree: str, wanted: Wanted) -> Trace:
    """Where the symbol is made, loaded, replaced and used."""
    assume = assumed(binding.specs, wanted.assume)
    world = known_world(binding.specs, wanted.world)
    names = Names(binding.program, binding.engine.root)
    symbol = names.find(wanted.symbol)
    to = names.find(wanted.to) if wanted.to else None
    observer = Observer(binding, assume, world or PLAIN, exact=world is not None)
    links = Links(observer, names)
    sections = _Sections(links, wanted.depth).of(symbol)
    if to is not None:
        sections = leading(links, sections, to)
    answer = Trace(
        tree=tree,
        engine=binding.engine.id,
        version=binding.version,
        symbol=symbol.node,
        definitions=tuple(_definitions(names, symbol)),
        sections=tuple(section for section in sections if section.sites),
        world=world or PLAIN,
        assumed={name: _word(value) for name, value in sorted(assume.items())},
        to=to.node if to else None,
        notes=links.notes,
    )
    return replace(answer, excerpts=_cited(binding.program, answer))


def _word(value: Any) -> str:
    """A value as a command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cited(program: Program, answer: Trace) -> dict[tuple[str, int], str]:
    """The source lines that an answer names."""
    sites = (*answer.definitions, *(site for section in answer.sections for site in section.sites))
    places = sorted({(site.file, site.line) for site in walked(sites) if site.file})
    return {(file, line): program.lines(file)[line - 1] for file, line in places}


def _definitions(names: Names, symbol: Symbol) -> Iterator[Site]:
    """Where a symbol is defined; for a bare name every class and function that has it."""
    if symbol.kind != "name":
        node = symbol.node
        yield Site("defines", node.file, node.line, node.qualname, node.kind)
        return
    for cls in names.owners(symbol.name):
        yield Site("defines", cls.module.file, cls.header.line, cls.header.qualname, f"has {symbol.name}")
    for function in names.functions(symbol.name):
        yield Site(
            "defines", function.module.file, function.header.line, function.header.qualname, "function"
        )


class _Sections:
    """The sections of an answer, by the kind of symbol that is asked about."""

    def __init__(self, links: Links, depth: int) -> None:
        self.links = links
        self.observer = links.observer
        self.program = links.observer.program
        self.depth = depth
        self.branches = Branches(links)

    def of(self, symbol: Symbol) -> list[Section]:
        if symbol.function is not None:
            return self._of_function(symbol.function, symbol.cls)
        if symbol.kind == "class" and symbol.cls is not None:
            return self._of_class(symbol.cls)
        return self._of_attribute(symbol)

    # --- functions and classes

    def _of_function(self, function: FunctionSymbol, cls: ClassSymbol | None) -> list[Section]:
        happenings = self.observer.happenings(function, cls)
        writes = [at(h, "writes", f"writes {h.event.chain}") for h in happenings if h.event.kind == "write"]
        calls = [site for h in happenings if h.event.kind == "call" for site in self._calls(h)]
        return [
            Section("called", self.branches.callers(function, cls, self.depth)),
            Section("writes", tuple(dict.fromkeys(writes))),
            Section("calls", tuple(dict.fromkeys(calls))),
        ]

    def _calls(self, happening: Happening) -> Iterator[Site]:
        for target in self.observer.targets(happening):
            kind = "constructs" if isinstance(target, ClassSymbol) else "calls"
            node = class_node(target) if isinstance(target, ClassSymbol) else function_node(target)
            yield replace(at(happening, kind, f"{kind} {node.qualname}"), target=node)
        for function in self.observer.supposed(happening):
            node = function_node(function)
            yield replace(at(happening, "calls", f"calls {node.qualname}"), target=node, sure=False)

    def _of_class(self, cls: ClassSymbol) -> list[Section]:
        modules = self.program.parse_all(self.program.holding([cls.name], self.links.names.files))
        subclasses = self.program.subclasses_in(modules, cls)
        constructed = [self.branches.caller(link, self.depth) for link in self.links.constructions(cls)]
        return [
            Section("inherits", tuple(self._bases(cls))),
            Section("inherited", tuple(_class_site(other, "inherits from it") for other in subclasses)),
            Section("built", tuple(attributes(self.observer, cls))),
            Section("constructed", tuple(dict.fromkeys(constructed))),
        ]

    def _bases(self, cls: ClassSymbol) -> Iterator[Site]:
        for base in self.program.mro(cls)[1:]:
            if isinstance(base, ClassSymbol):
                yield _class_site(base, "a base")
            elif isinstance(base, External) and base.dotted != "object":
                yield Site("inherits", "", 0, base.dotted, "a base outside the package")

    # --- attributes and bare names

    def _of_attribute(self, symbol: Symbol) -> list[Section]:
        found = uses(self.links, symbol)
        owners = [symbol.cls] if symbol.cls else self.links.names.owners(symbol.name)[:_MOST_BUILT]
        changed = [use for use in found if use.kind in ("writes", "binds", "replaces")]
        assigned = [use for use in changed if use.function.name == method_name(self.observer)]
        replaced = [use for use in changed if use not in assigned and not _constructs(use)]
        written = [use for use in changed if use not in assigned and use not in replaced]
        used = [use for use in found if use.kind in ("reads", "calls", "passes", "takes")]
        filled = loaded(self.observer, symbol.cls, symbol.name) if symbol.cls else []
        return [
            Section(
                "built", tuple(site for cls in owners for site in built(self.observer, cls, symbol.name))
            ),
            Section("written", tuple(_of_use(use) for use in written)),
            Section("loaded", (*filled, *(_of_use(use) for use in assigned))),
            Section("replaced", tuple(self._replaced(use, symbol.cls) for use in replaced)),
            Section("used", tuple(self._used(use) for use in used)),
            Section("mentioned", tuple(_of_use(use) for use in found if use.kind == "mentions")),
        ]

    def _replaced(self, use: Use, cls: ClassSymbol | None) -> Site:
        owner = use.function.owner
        asked = cls if cls is not None and owner is not None and owner in self.program.mro(cls) else None
        if use.kind == "binds" or not use.sure:
            return _of_use(use)
        return replace(_of_use(use), sites=self.branches.callers(use.function, asked, self.depth))

    def _used(self, use: Use) -> Site:
        below = self.branches.passed(use, self.depth) if use.happening and use.sure else ()
        return replace(_of_use(use), sites=below)


def _constructs(use: Use) -> bool:
    """Whether a use belongs to making its owner: the attribute itself, set by a constructor on self."""
    return use.kind == "writes" and use.function.name == "__init__" and use.chain.startswith("self.")


def _class_site(cls: ClassSymbol, what: str) -> Site:
    return Site("inherits", cls.module.file, cls.header.line, cls.header.qualname, what)


_SAID = {
    "takes": "takes {} as a parameter",
    "mentions": "speaks of {}, on no path that was evaluated",
    "passes": "passes {}",
    "replaces": "writes {}",
}


def _of_use(use: Use) -> Site:
    what = _SAID.get(use.kind, f"{use.kind} {{}}").format(use.chain)
    when = use.happening.when if use.happening else ()
    symbol = use.happening.event.place.symbol if use.happening else use.function.header.qualname
    return Site(use.kind, use.function.module.file, use.line, symbol, what, when, sure=use.sure)
