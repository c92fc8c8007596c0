"""What the sources of a tree say, as text: which files hold a word, and the lines of functions and classes.

Searching comes before parsing: most files of an engine speak of nothing that is asked.
"""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from flowtrace.facts import Module, Source
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol, Key
from flowtrace.parse import lines

_TOKEN = re.compile(r"\w+")
_ASSIGNED = re.compile(r"\bself\.(\w+)\s*(?::[^=\n]+)?=(?=[^=])")
# A class that is called, or that an instance puts by to call it later.
_BUILT = re.compile(r"\b([A-Z]\w+)\(|\bself\.\w+ = ([A-Z]\w+)[ \t]*$", re.MULTILINE)
_FIRST_OF_MANY = re.compile(r"^\s*\(?self\.(\w+)\s*,[^=\n]*=[^=]", re.MULTILINE)
_GLOBAL = re.compile(rb"global ([\w, ]+)")


class Texts:
    """The texts of one tree, each split, cut and searched once."""

    def __init__(self, sources: Sequence[Source]) -> None:
        # In order of files, whatever order they are given in: of several places that show a thing, the first is told.
        self._by_file = {source.file: source for source in sorted(sources, key=lambda source: source.file)}
        self._lines: dict[str, list[str]] = {}
        self._held: dict[tuple[str, str], bool] = {}
        self._holding: dict[tuple[bytes, str, str | None], list[Source]] = {}
        self._places: dict[tuple[str, str | None], list[Source]] = {}
        self._functions: dict[Key, str] = {}
        self._tokens: dict[Key, frozenset[str]] = {}
        self._assigned: dict[Key, Mapping[str, Sequence[tuple[FunctionSymbol, int]]]] = {}
        self._builds: dict[Key, tuple[str, ...]] = {}
        self._globals: dict[str, frozenset[str]] = {}

    @property
    def sources(self) -> Iterable[Source]:
        """Every file of the tree, parsed or not, in order."""
        return self._by_file.values()

    def __contains__(self, file: str) -> bool:
        return file in self._by_file

    def source(self, file: str) -> Source:
        """A file of the tree, by its path."""
        return self._by_file[file]

    def holds(self, file: str, text: str) -> bool:
        """Whether a text stands anywhere in a file of the tree."""
        key = (file, text)
        if key not in self._held:
            self._held[key] = text.encode() in self._by_file[file].data
        return self._held[key]

    def holding(self, words: Iterable[str], files: str = "*", under: str | None = None) -> list[Source]:
        """The files on the path pattern, below a folder of a name, whose bytes hold one of the words."""
        found = {source.file for word in words for source in self._with(word.encode(), files, under)}
        return [source for source in self._by_file.values() if source.file in found]

    def _with(self, word: bytes, files: str, under: str | None) -> list[Source]:
        key = (word, files, under)
        if key not in self._holding:
            self._holding[key] = [source for source in self._placed(files, under) if word in source.data]
        return self._holding[key]

    def _placed(self, files: str, under: str | None) -> Sequence[Source]:
        """The files on a path pattern, below a folder of a name."""
        key = (files, under)
        if key not in self._places:
            below = f"/{under}/"
            self._places[key] = [
                source
                for file, source in self._by_file.items()
                if (under is None or below in f"/{file}")
                and (files == "*" or fnmatch.fnmatchcase(file, files))
            ]
        return self._places[key]

    def lines(self, file: str) -> list[str]:
        """The lines of a file of the tree."""
        if file not in self._lines:
            self._lines[file] = lines(self._by_file[file].data)
        return self._lines[file]

    def text(self, function: FunctionSymbol) -> str:
        """The source text of a function, header included."""
        key = function.key
        if key not in self._functions:
            header = function.header
            self._functions[key] = "\n".join(
                self.lines(function.module.file)[header.line - 1 : header.end_line]
            )
        return self._functions[key]

    def class_text(self, cls: ClassSymbol) -> str:
        """The source text of a class's own statement, its methods included."""
        return "\n".join(self.lines(cls.module.file)[cls.header.line - 1 : cls.header.end_line])

    def tokens(self, cls: ClassSymbol) -> frozenset[str]:
        """Every word of a class's own statement."""
        key = cls.key
        if key not in self._tokens:
            self._tokens[key] = frozenset(_TOKEN.findall(self.class_text(cls)))
        return self._tokens[key]

    def builds(self, cls: ClassSymbol) -> tuple[str, ...]:
        """The names, by their capital those of classes, that a class calls or keeps in an attribute to call later."""
        key = cls.key
        if key not in self._builds:
            found = _BUILT.findall(self.class_text(cls))
            self._builds[key] = tuple(dict.fromkeys(called or put_by for called, put_by in found))
        return self._builds[key]

    def assigned(self, cls: ClassSymbol) -> Mapping[str, Sequence[tuple[FunctionSymbol, int]]]:
        """The attributes of self that a class's own methods assign to: by which methods, and how often by each."""
        key = cls.key
        if key not in self._assigned:
            found: dict[str, list[tuple[FunctionSymbol, int]]] = {}
            for header in cls.header.methods:
                method = FunctionSymbol(cls.module, header, cls)
                text = self.text(method)
                for name, count in Counter(_ASSIGNED.findall(text) + _FIRST_OF_MANY.findall(text)).items():
                    found.setdefault(name, []).append((method, count))
            self._assigned[key] = found
        return self._assigned[key]

    def rebound(self, module: Module, name: str) -> bool:
        """Whether a function of the module declares this module-level name `global`, and so may set it."""
        if module.file not in self._globals:
            data = self._by_file[module.file].data
            found = [
                match[1]
                for match in _GLOBAL.finditer(data)
                if data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()].isspace()
            ]
            names = {part.strip().decode() for line in found for part in line.split(b",")}
            self._globals[module.file] = frozenset(names)
        return name in self._globals[module.file]
