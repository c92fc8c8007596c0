"""Sources to a graph that is built as it is asked: modules parsed on demand, names resolved across imports.

Answers questions of names, inheritance and membership. What values and paths are is the work of `flow`.
"""

from __future__ import annotations

import builtins
import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from flowtrace.facts import Code, Module, Source, Unparsed
from flowtrace.graph.symbols import (
    Assigned,
    Base,
    ClassSymbol,
    External,
    FunctionSymbol,
    Key,
    ModuleSymbol,
    Symbol,
)
from flowtrace.graph.texts import Texts
from flowtrace.parse import body, package_of, parse, unreadable
from flowtrace.parse.text import text

_BUILTINS = frozenset(dir(builtins))


class Program(Texts):
    """The graph of one tree, and its texts.

    `unparsed` lists the files met so far that Python can't read; their symbols are not found.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        super().__init__(sources)
        self._by_module = {source.module: source for source in self.sources}
        self._modules: dict[str, Module | None] = {}
        self._whole: dict[str, bool] = {}
        self._words: dict[ClassSymbol, frozenset[str]] = {}
        self._speaking: dict[tuple[ClassSymbol, frozenset[str]], bool] = {}
        self._bound: dict[str, frozenset[str]] = {}
        self._bodies: dict[Key, Code] = {}
        self._shown: dict[int, tuple[str, Code]] = {}
        self._mros: dict[ClassSymbol, tuple[Base, ...]] = {}
        self._methods: dict[tuple[ClassSymbol, str, ClassSymbol | None], FunctionSymbol | None] = {}
        self._names: dict[tuple[str, str], Symbol | None] = {}
        self.unparsed: dict[str, Unparsed] = {}
        self.relevant: dict[tuple[str, frozenset[str]], frozenset[Key]] = {}  # by flow.relevance.relevant

    def of(self, sources: Sequence[Source]) -> Program:
        """The graph of other sources; what was parsed here of the files they share is not parsed again."""
        other = Program(sources)
        shared = {source.file for source in sources if self._by_file.get(source.file) is source}
        modules = {self._by_file[file].module for file in shared}
        other._modules = {name: module for name, module in self._modules.items() if name in modules}
        other._lines = {file: text for file, text in self._lines.items() if file in shared}
        other._bodies = {key: code for key, code in self._bodies.items() if key[0] in shared}
        other.unparsed = {file: facts for file, facts in self.unparsed.items() if file in shared}
        return other

    # --- files and modules

    @property
    def parsed(self) -> int:
        """How many files have been parsed so far."""
        return sum(module is not None for module in self._modules.values())

    @property
    def parsed_files(self) -> frozenset[str]:
        """The files that have been parsed so far."""
        return frozenset(module.file for module in self._modules.values() if module is not None)

    def module(self, dotted: str) -> Module | None:
        """The facts of a module by dotted name; None when the tree has none or it can't be parsed."""
        if dotted not in self._modules:
            source = self._by_module.get(dotted)
            self._modules[dotted] = self._parse(source) if source else None
        return self._modules[dotted]

    def module_of(self, file: str) -> Module | None:
        """The facts of a file of the tree."""
        source = self._by_file.get(file)
        return self.module(source.module) if source else None

    def readable(self, file: str) -> bool:
        """Whether Python can read a file of the tree to its last line: all bodies too, asked for or not."""
        if file not in self._whole:
            facts = unreadable(self._by_file[file])
            self._whole[file] = facts is None
            if facts is not None:
                self.unparsed[file] = facts
        return self._whole[file]

    def parse_all(self, sources: Iterable[Source]) -> list[Module]:
        """The facts of these files, those that parse, in order."""
        with uncollected():
            return [module for source in sources if (module := self.module(source.module))]

    def names(self, module: Module) -> frozenset[str]:
        """Every name that a module's top level can read: what it binds, and what Python brings."""
        if module.file not in self._bound:
            bound = {c.name for c in module.classes} | {f.name for f in module.functions}
            bound |= {i.alias for i in module.imports} | {name for name, _, _ in module.assignments}
            self._bound[module.file] = frozenset(bound) | _BUILTINS
        return self._bound[module.file]

    def body(self, function: FunctionSymbol) -> Code:
        """The lowered statements of a function."""
        key = function.key
        if key not in self._bodies:
            file = function.module.file
            self._bodies[key] = body(self.lines(file), function.header, package_of(self._by_file[file]))
        return self._bodies[key]

    def shown(self, code: Code) -> str:
        """An expression of the tree as one line of text, made once for each place it stands at."""
        known = self._shown.get(id(code))
        if known is None:
            known = self._shown[id(code)] = (text(code), code)  # held, so that its identity stays its own
        return known[0]

    def _parse(self, source: Source) -> Module | None:
        facts = parse(source)
        if isinstance(facts, Unparsed):
            self.unparsed[source.file] = facts
            return None
        return facts

    # --- names

    def find(self, module: Module, name: str, before: int | None = None) -> Symbol | None:
        """What a module-level name of a module stands for, through imports and re-exports.

        With `before`, only what is bound above that line counts: in `class A(A)` the base is the import.
        None when nothing binds it.
        """
        key = (module.module, name)
        if before is None and key in self._names:
            return self._names[key]
        if before is None:
            self._names[key] = None  # what a circular import sees
        symbol = self._find(module, name, before)
        if before is None:
            self._names[key] = symbol
        return symbol

    def _find(self, module: Module, name: str, before: int | None) -> Symbol | None:
        bound: list[tuple[int, Symbol | None]] = []
        bound += [(c.line, ClassSymbol(module, c)) for c in module.classes if c.name == name]
        bound += [(f.line, FunctionSymbol(module, f)) for f in module.functions if f.name == name]
        bound += [
            (line, Assigned(module, n, value, line)) for n, value, line in module.assignments if n == name
        ]
        bound += [(i.line, self.imported(i.module, i.name)) for i in module.imports if i.alias == name]
        if before is not None:
            bound = [(line, symbol) for line, symbol in bound if line < before] or bound
        if bound:
            # A name bound twice (`try: import x`, `except: x = None`) means its definition in the package.
            inside = [entry for entry in bound if isinstance(entry[1], ClassSymbol | FunctionSymbol)]
            return max(inside or bound, key=lambda entry: entry[0])[1]
        for star in module.stars:
            target = self.module(star)
            found = self.find(target, name) if target else None
            if found:
                return found
        return External(name) if name in _BUILTINS else None

    def imported(self, dotted: str, name: str | None) -> Symbol:
        """What `from dotted import name` (or `import dotted`) stands for."""
        if name is None:
            module = self.module(dotted)
            return ModuleSymbol(module) if module else External(dotted)
        module = self.module(dotted)
        if module:
            found = self.find(module, name)
            if found:
                return found
        inner = self.module(f"{dotted}.{name}")
        return ModuleSymbol(inner) if inner else External(f"{dotted}.{name}")

    def resolve(self, module: Module, code: Code, before: int | None = None) -> Symbol | None:
        """What a dotted expression (`nn.Module`, `llama.Model`) in a module stands for; None when unknown."""
        form = code[0]
        if form == "name":
            return self.find(module, code[3], before)
        if form == "item":  # Generic[T], Optional[X]
            return self.resolve(module, code[3], before)
        if form == "const" and isinstance(code[3], str) and code[3].isidentifier():  # a quoted annotation
            return self.find(module, code[3], before)
        if form == "attr":
            owner = self.resolve(module, code[3], before)
            if isinstance(owner, External):
                return External(f"{owner.dotted}.{code[4]}")
            if isinstance(owner, ModuleSymbol):
                return self.find(owner.module, code[4]) or self._submodule(owner.module, code[4])
            if isinstance(owner, ClassSymbol):
                inner = next((c for c in owner.header.classes if c.name == code[4]), None)
                return ClassSymbol(owner.module, inner) if inner else None
        return None

    def _submodule(self, module: Module, name: str) -> ModuleSymbol | None:
        inner = self.module(f"{module.module}.{name}")
        return ModuleSymbol(inner) if inner else None

    # --- classes

    def mro(self, cls: ClassSymbol) -> tuple[Base, ...]:
        """The method resolution order (C3), the class first; bases outside the package are External.

        Where the bases contradict each other (Python would refuse the class) the order is depth first.
        """
        if cls not in self._mros:
            self._mros[cls] = (cls,)  # what an inheritance cycle sees
            bases = self.bases(cls)
            orders: list[list[Base]] = [
                list(self.mro(b)) if isinstance(b, ClassSymbol) else [b] for b in bases
            ]
            self._mros[cls] = (cls, *_merge([*orders, list(bases)]))
        return self._mros[cls]

    def bases(self, cls: ClassSymbol) -> tuple[Base, ...]:
        """The direct bases in order; one that can't be resolved is an External by the source's name."""
        result: list[Base] = []
        for code in cls.header.bases:
            symbol = self.resolve(cls.module, code, before=cls.header.line)
            if isinstance(symbol, ClassSymbol | External):
                result.append(symbol)
            elif isinstance(symbol, Assigned):
                again = self.resolve(symbol.module, symbol.value)
                result.append(
                    again if isinstance(again, ClassSymbol | External) else External(f"?{symbol.name}")
                )
            else:
                result.append(External("?" + str(code[-1] if code[0] in ("name", "attr") else code[0])))
        return tuple(result)

    def method(self, cls: ClassSymbol, name: str, above: ClassSymbol | None = None) -> FunctionSymbol | None:
        """The definition of a method that a `cls` uses; with `above`, the one `super()` there finds."""
        key = (cls, name, above)
        if key not in self._methods:
            self._methods[key] = self._method(cls, name, above)
        return self._methods[key]

    def _method(self, cls: ClassSymbol, name: str, above: ClassSymbol | None) -> FunctionSymbol | None:
        order = self.mro(cls)
        if above is not None and above in order:
            order = order[order.index(above) + 1 :]
        for base in order:
            if isinstance(base, ClassSymbol):
                own = own_method(base, name)
                if own:
                    return own
                if any(attribute[0] == name for attribute in base.header.attributes):
                    return None
        return None

    def class_attribute(self, cls: ClassSymbol, name: str) -> Assigned | None:
        """The class-level assignment of a name that an instance of `cls` sees."""
        for base in self.mro(cls):
            if isinstance(base, ClassSymbol):
                for attribute, value, _, line in reversed(base.header.attributes):
                    if attribute == name and value is not None:
                        return Assigned(base.module, name, value, line)
        return None

    def is_field(self, cls: ClassSymbol, name: str) -> bool:
        """Whether a class annotates an attribute in its body, as dataclasses and the like do."""
        return any(
            attribute == name and annotation is not None
            for base in self.mro(cls)
            if isinstance(base, ClassSymbol)
            for attribute, _, annotation, _ in base.header.attributes
        )

    def mentions(self, cls: ClassSymbol, name: str) -> bool:
        """Whether a class or one of its bases speaks of a name, or sets attributes by computed names."""
        words = self._all_tokens(cls)
        return name in words or "setattr" in words

    def speaks(self, cls: ClassSymbol, words: frozenset[str]) -> bool:
        """Whether a class or one of its bases speaks of any of these words."""
        key = (cls, words)
        if key not in self._speaking:
            self._speaking[key] = not words.isdisjoint(self._all_tokens(cls))
        return self._speaking[key]

    def _all_tokens(self, cls: ClassSymbol) -> frozenset[str]:
        """Every word of a class and its bases."""
        if cls not in self._words:
            bases = (base for base in self.mro(cls) if isinstance(base, ClassSymbol))
            self._words[cls] = frozenset().union(*map(self.tokens, bases))
        return self._words[cls]

    def subclasses_in(self, modules: Iterable[Module], base: ClassSymbol) -> Iterator[ClassSymbol]:
        """The classes of these modules that inherit from `base`, itself left out."""
        for module in modules:
            for cls in module.classes:
                symbol = ClassSymbol(module, cls)
                if symbol != base and base in self.mro(symbol):
                    yield symbol


def own_method(cls: ClassSymbol, name: str) -> FunctionSymbol | None:
    """The last definition of a method in a class's own body."""
    for method in reversed(cls.header.methods):
        if method.name == name and not any(d[0] == "attr" and d[4] in _NO_GETTER for d in method.decorators):
            return FunctionSymbol(cls.module, method, cls)
    return None


_NO_GETTER = ("setter", "deleter")  # `@x.setter` defines x again, for writing


def functions_of(module: Module) -> Iterator[FunctionSymbol]:
    """Every function and method that a module's top level and classes define, in source order."""
    for function in module.functions:
        yield FunctionSymbol(module, function)
    for cls in module.classes:
        yield from _methods(ClassSymbol(module, cls))


def methods_of(cls: ClassSymbol) -> Iterator[FunctionSymbol]:
    """The methods of a class's own body in source order, the last definition of each name."""
    last = {method.name: method for method in cls.header.methods}
    for method in cls.header.methods:
        if last[method.name] is method:
            yield FunctionSymbol(cls.module, method, cls)


def classes_of(module: Module) -> Iterator[ClassSymbol]:
    """Every class of a module's top level, the last definition of each name."""
    last = {cls.name: cls for cls in module.classes}
    for cls in module.classes:
        if last[cls.name] is cls:
            yield ClassSymbol(module, cls)


def _methods(cls: ClassSymbol) -> Iterator[FunctionSymbol]:
    yield from methods_of(cls)
    for inner in cls.header.classes:
        yield from _methods(ClassSymbol(cls.module, inner))


def _merge(orders: list[list[Base]]) -> list[Base]:
    """The C3 merge; depth first without repeats when there is no consistent order."""
    pending = [list(order) for order in orders if order]
    result: list[Base] = []
    while pending:
        head = next((o[0] for o in pending if not any(o[0] in other[1:] for other in pending)), None)
        if head is None:
            return list(dict.fromkeys(base for order in orders for base in order))
        result.append(head)
        pending = [rest for order in pending if (rest := [base for base in order if base != head])]
    return result


@contextmanager
def uncollected() -> Iterator[None]:
    """The cyclic collector off: parsing and evaluation make many long-lived values and few cycles.

    What was made is frozen, so that neither the next collection nor the end of the process walks it again; entered once
    more, it is given back first.
    """
    if not gc.isenabled():
        yield
        return
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
