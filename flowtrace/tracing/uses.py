"""An attribute of a class, or a bare name -> every place that writes, reads, binds, takes or passes it.

A member of a class is followed through the methods that the class really has, and elsewhere through
receivers of that class; where a receiver's class is not known the name alone decides, and the use is not
sure. Who calls the functions that hold these places is not looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from flowtrace.flow.values import Each, Layers, Object, Opaque, Union
from flowtrace.graph.program import methods_of
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.parse.text import text
from flowtrace.tracing.links import Links, takes
from flowtrace.tracing.observed import Happening, Observer
from flowtrace.tracing.symbols import Symbol

_KINDS = {"read": "reads", "write": "writes", "bind": "binds"}
# Whether what an event happens to is the symbol: True, None when it is not, False when that is not known.
Membership = Callable[[Happening], "bool | None"]
_LIVING = Object | Opaque | Union | Each | Layers  # what attributes are read and written on


@dataclass(frozen=True)
class Use:
    """One use of a symbol.

    `kind` is writes, replaces (a part of its value), reads, calls, binds, takes, passes or mentions.
    `chain` is how the source reaches the value; `happening` is None where no evaluation reached the place.
    `into` are the calls that take the value as an argument.
    """

    kind: str
    function: FunctionSymbol
    line: int
    chain: str
    sure: bool = True
    happening: Happening | None = None
    into: tuple[Happening, ...] = ()


def uses(links: Links, symbol: Symbol, elsewhere: bool = True) -> list[Use]:
    """Every use of an attribute or a bare name, sure ones first, by file and line.

    Without `elsewhere` only the methods of the attribute's class are looked at.
    """
    finder = _Finder(links, symbol)
    found = _unique(finder.of_class(symbol.cls, elsewhere) if symbol.cls is not None else finder.anywhere())
    replaced = {(use.function.key, use.line) for use in found if use.kind == "replaces"}
    found = [use for use in found if use.kind != "reads" or (use.function.key, use.line) not in replaced]
    return sorted(found, key=lambda use: (not use.sure, use.function.module.file, use.line, use.kind))


def local_uses(observer: Observer, function: FunctionSymbol, name: str) -> list[Use]:
    """Every use of a parameter or other local name in a function."""
    return _unique(_judged(function, observer.happenings(function), name, _local))


def _unique(found: Iterable[Use]) -> list[Use]:
    """The uses without repeats: a place may be met with several receivers; sure ones win."""
    ordered = sorted(found, key=lambda use: use.sure)
    return list({(use.function.key, use.line, use.kind): use for use in ordered}.values())


class _Finder:
    def __init__(self, links: Links, symbol: Symbol) -> None:
        self.links = links
        self.observer: Observer = links.observer
        self.program = links.observer.program
        self.name = symbol.name
        self.word = re.compile(rf"\b{symbol.name}\b")
        by_name = rf"attr\([^()]*,\s*['\"]{symbol.name}['\"]"
        self.elsewhere = rf"(?<!\bself)\.{symbol.name}\b|{by_name}"

    def anywhere(self) -> Iterator[Use]:
        for function in self.links.mentioning([self.name]):
            if any(parameter.name == self.name for parameter in function.header.parameters):
                yield Use("takes", function, function.header.line, self.name)
            happenings = self.observer.happenings(function)
            yield from _judged(function, happenings, self.name, _any, keywords=True)
            yield from self._missed(function, happenings)

    def of_class(self, cls: ClassSymbol, elsewhere: bool) -> Iterator[Use]:
        def member(happening: Happening) -> bool | None:
            return self._membership(happening, cls)

        own = list(self._methods(cls))
        for function in own:
            happenings = self.observer.happenings(function, cls)
            yield from _judged(function, happenings, self.name, member)
            yield from self._missed(function, happenings, "self")
        for function in self.links.mentioning([self.name], self.elsewhere) if elsewhere else ():
            if function not in own:
                yield from _judged(function, self.observer.happenings(function), self.name, member)

    def _methods(self, cls: ClassSymbol) -> Iterator[FunctionSymbol]:
        """The methods of an object of the class that speak of the name; overridden ones if called."""
        program = self.program
        for base in program.mro(cls):
            methods = methods_of(base) if isinstance(base, ClassSymbol) else ()
            for method in methods:
                if self.word.search(program.text(method)) and self._reachable(cls, method):
                    yield method

    def _reachable(self, cls: ClassSymbol, method: FunctionSymbol) -> bool:
        used = self.program.method(cls, method.name)
        seen: list[FunctionSymbol] = []
        while used is not None and used not in seen:
            if used == method:
                return True
            seen.append(used)
            shown = self.program.text(used)
            if method.owner is not None and f"{method.owner.name}.{method.name}(" in shown:
                return True
            if not re.search(rf"\bsuper\([^)]*\)\.{method.name}\b", shown):
                return False
            used = self.program.method(cls, method.name, above=used.owner)
        return False

    def _membership(self, happening: Happening, cls: ClassSymbol) -> bool | None:
        """Whether a receiver is an object of the class; None when it is not, False when that is not known."""
        event, program = happening.event, self.program
        if not isinstance(event.receiver, _LIVING):
            return None
        known = self.observer.classes(happening, event.receiver)
        if known:
            of_self = event.chain == f"self.{self.name}"
            related = any(one == cls or (cls in program.mro(one) and not of_self) for one in known)
            return True if related else None
        return self.links.stands_on(cls, event.chain.rpartition(".")[0])

    # --- what no evaluation reached

    def _missed(self, function: FunctionSymbol, happenings: list[Happening], base: str = "") -> Iterator[Use]:
        """Attributes and names in a function's code at lines where nothing was seen to happen to them."""
        name = self.name
        seen = {h.line for h in happenings if h.event.name == name or _whole(f"{h.event.chain}.", name)}
        for line, chain in sorted(set(_spoken(self.program.body(function), self.name))):
            if line not in seen and (not base or chain == f"{base}.{self.name}"):
                yield Use("mentions", function, line, chain, False)


# --- what an event is to a name


def _any(happening: Happening) -> bool | None:
    return True


def _local(happening: Happening) -> bool | None:
    return True if happening.event.receiver is None else None


def _judged(
    function: FunctionSymbol,
    happenings: list[Happening],
    name: str,
    member: Membership,
    keywords: bool = False,
) -> Iterator[Use]:
    """The uses of a name among what happens in a function, each with the calls that take what was read."""
    called = {(h.line, h.event.chain) for h in happenings if h.event.kind == "call"}
    found: list[Use] = []
    latest: dict[str, int] = {}  # chain that is the symbol -> where its latest use stands in `found`
    for happening in happenings:
        event, line = happening.event, happening.line
        if event.kind in _KINDS and event.name == name:
            sure = member(happening)
            if sure is not None:
                calls = event.kind == "read" and (line, event.chain) in called
                kind = "calls" if calls else _KINDS[event.kind]
                latest[event.chain] = len(found)
                found.append(Use(kind, function, line, event.chain, sure, happening))
        elif event.kind == "write" and _whole(event.chain, name) in latest:
            whole = found[latest[_whole(event.chain, name)]]
            found.append(Use("replaces", function, line, event.chain, whole.sure, happening))
        elif event.kind == "call":
            for position in latest.values():
                read = found[position]
                if read.happening is not None and takes(happening, read.happening, read.chain):
                    found[position] = replace(read, into=(*read.into, happening))
            if keywords and any(given == name for given, _ in event.kwargs):
                found.append(Use("passes", function, line, name, True, happening, (happening,)))
    yield from found


def _whole(chain: str, name: str) -> str:
    """The part of a chain that ends with the name, where more follows: `self.head` of `self.head.weight`."""
    match = re.match(rf"(.*\b{name})[.\[]", chain)
    return match[1] if match else ""


def _spoken(code: object, name: str) -> Iterator[tuple[int, str]]:
    """(line, chain) of every attribute and name of that name in lowered code."""
    if not isinstance(code, tuple) or not code:
        return
    if code[0] == "attr" and len(code) == 5 and code[4] == name:
        yield code[1], text(code)
    elif code[0] == "name" and len(code) == 4 and code[3] == name:
        yield code[1], name
    for part in code:
        yield from _spoken(part, name)
