"""What a user calls a symbol -> the class, function, attribute or bare name of the package that is meant.

An ambiguous name is an error that lists the candidates, one that occurs nowhere an error with the nearest
names. What happens to a symbol is not looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from flowtrace.errors import InputError
from flowtrace.facts import Class, Module
from flowtrace.graph.program import Program, own_method
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.traces import Node

MOST_OWNERS = 64  # classes that a bare name may belong to before it says too little
_DEFINED = re.compile(rb"(?:class|def)[ \t]+(\w+)|\bself\.(\w+)")


@dataclass(frozen=True)
class Symbol:
    """What a question is about: a class, a function, an attribute, or a bare name wherever it stands.

    `cls` is the class a member was asked through; it may inherit the member.
    """

    kind: str
    name: str
    cls: ClassSymbol | None = None
    function: FunctionSymbol | None = None

    @property
    def node(self) -> Node:
        """The symbol as answers name it."""
        if self.function is not None:
            return function_node(self.function)
        if self.cls is None:
            return Node("", self.name, "name")
        return class_node(self.cls) if self.kind == "class" else attribute_node(self.cls, self.name)


def class_node(cls: ClassSymbol) -> Node:
    """A class as answers name it."""
    return Node(cls.module.file, cls.header.qualname, "class", cls.header.line)


def function_node(function: FunctionSymbol) -> Node:
    """A function or method as answers name it."""
    return Node(function.module.file, function.header.qualname, "function", function.header.line)


def attribute_node(cls: ClassSymbol, name: str) -> Node:
    """An attribute as answers name it: it stands where its class stands."""
    return Node(cls.module.file, f"{cls.header.qualname}.{name}", "attribute", cls.header.line)


class Names:
    """The names of one tree, as far as its engine's root reaches."""

    def __init__(self, program: Program, root: str) -> None:
        self.program = program
        self.files = f"{root}/*" if root else "*"

    def find(self, text: str) -> Symbol:
        """The one symbol that a text names: `Class.member`, `function`, `file.py:Class`, `module.Class`."""
        file, _, name = text.rpartition(":")
        parts = name.split(".")
        if not all(part.isidentifier() for part in parts):
            raise InputError(
                f"{text!r} names no symbol; one is written Class.member, function or file.py:Class.member."
            )
        found = self._candidates(parts, file.rstrip(":"))
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError(_ambiguous(text, sorted({symbol.node.key for symbol in found})))
        raise InputError(self._missing(text, parts, file.rstrip(":")))

    def _candidates(self, parts: Sequence[str], file: str) -> list[Symbol]:
        found = [Symbol("class", cls.name, cls) for cls in self.classes(parts, file)]
        if len(parts) == 1:
            return found or self._unqualified(parts[0], file)
        for cls in [] if found else self.classes(parts[:-1], file):
            found += self._member(cls, parts[-1])
        if not found and not file:
            return self._candidates(parts[1:], f"{parts[0]}.py")
        return found

    def _unqualified(self, name: str, file: str) -> list[Symbol]:
        functions = [Symbol("function", name, function=f) for f in self.functions(name, file)]
        owners = self.owners(name, file)
        if functions and not owners:
            return functions
        if file:
            members = [symbol for cls in owners for symbol in self._member(cls, name)]
            return [*functions, *members]
        if len(owners) > MOST_OWNERS:
            return [*functions, *(Symbol("attribute", name, cls) for cls in owners)]
        return [Symbol("name", name)] if functions or owners or self._spoken(name) else []

    def _member(self, cls: ClassSymbol, name: str) -> list[Symbol]:
        method = self.program.method(cls, name)
        if method is not None:
            return [Symbol("function", name, cls, method)]
        inherited = [base for base in self.program.mro(cls) if isinstance(base, ClassSymbol)]
        if any(self.has_attribute(base, name) for base in inherited):
            return [Symbol("attribute", name, cls)]
        return []

    # --- what the tree defines

    def classes(self, parts: Sequence[str], file: str = "") -> list[ClassSymbol]:
        """The classes of a qualified name."""
        qualname = ".".join(parts)
        found: dict[tuple[str, str], ClassSymbol] = {}
        for module in self._modules([f"class {parts[-1]}"], file):
            for cls in all_classes(module):
                if cls.header.qualname == qualname:
                    found[(module.file, qualname)] = cls  # the last definition wins
        return list(found.values())

    def functions(self, name: str, file: str = "") -> list[FunctionSymbol]:
        """The functions of a name that stand outside classes."""
        found = {
            module.file: FunctionSymbol(module, header)
            for module in self._modules([f"def {name}"], file)
            for header in module.functions
            if header.name == name
        }
        return list(found.values())

    def owners(self, name: str, file: str = "") -> list[ClassSymbol]:
        """The classes that define a method or write an attribute of a name in their own text."""
        found = []
        for module in self._modules([name], file):
            for cls in all_classes(module):
                if own_method(cls, name) is not None or self.has_attribute(cls, name):
                    found.append(cls)
        return found

    def has_attribute(self, cls: ClassSymbol, name: str) -> bool:
        """Whether a class body binds a name, or one of its own methods writes it on self."""
        if any(attribute == name for attribute, _, _, _ in cls.header.attributes):
            return True
        lines = self.program.lines(cls.module.file)[cls.header.line - 1 : cls.header.end_line]
        written = re.compile(
            rf"\bself\.{name}\b\s*(?::[^=\n]+)?=[^=]"  # alone
            rf"|\bself\.{name}\b[^=\n]*,[^=\n]*=[^=]"  # among several
            rf"|setattr\(self, *['\"]{name}['\"]"
        )
        return any(name in line and written.search(line) for line in lines)

    def _modules(self, words: list[str], file: str) -> list[Module]:
        sources = self.program.holding(words, self.files)
        wanted = [s for s in sources if not file or f"/{s.file}".endswith(f"/{file}")]
        return self.program.parse_all(wanted)

    def _spoken(self, name: str) -> bool:
        word = re.compile(rf"\b{name}\b".encode())
        return any(word.search(source.data) for source in self.program.holding([name], self.files))

    # --- what is said of a name that finds nothing

    def _missing(self, text: str, parts: Sequence[str], file: str) -> str:
        if file and not self._modules([""], file):
            return f"No analysed file is {file}."
        owners = self.classes(parts[:-1], file) if len(parts) > 1 else []
        if owners:
            valid = sorted({name for cls in owners for name in self._member_names(cls)})
            where = f"{owners[0].module.file}: {owners[0].header.qualname}"
            return f"{where} has no {parts[-1]}{nearest(parts[-1], valid)}"
        words = sorted(self._vocabulary())
        unknown = next((part for part in parts if part not in words), parts[-1])
        return f"Nothing in the tree is called {text}{nearest(unknown, words)}"

    def _member_names(self, cls: ClassSymbol) -> Iterator[str]:
        for base in self.program.mro(cls):
            if isinstance(base, ClassSymbol):
                yield from (method.name for method in base.header.methods)
                yield from (attribute[0] for attribute in base.header.attributes)
                yield from re.findall(r"\bself\.(\w+)\s*(?::[^=\n]+)?=[^=]", self.program.class_text(base))

    def _vocabulary(self) -> set[str]:
        found: set[str] = set()
        for source in self.program.holding([""], self.files):
            for pair in _DEFINED.findall(source.data):
                found.update(word.decode() for word in pair if word)
        return found


def all_classes(module: Module) -> Iterator[ClassSymbol]:
    """Every class of a module, those inside classes included."""
    yield from (ClassSymbol(module, header) for header in _nested(module.classes))


def _nested(headers: Sequence[Class]) -> Iterator[Class]:
    for header in headers:
        yield header
        yield from _nested(header.classes)


def nearest(word: str, valid: Sequence[str]) -> str:
    """The end of a sentence that says a word is not known: the nearest valid ones as a question."""
    close = get_close_matches(word, [each for each in valid if abs(len(each) - len(word)) < 5], n=3)
    return f"; did you mean {' or '.join(close)}?" if close else "."


def _ambiguous(text: str, keys: Sequence[str]) -> str:
    return "\n".join(
        (f"{text} is ambiguous; name one of these {len(keys):,}:", *(f"  {key}" for key in keys))
    )
