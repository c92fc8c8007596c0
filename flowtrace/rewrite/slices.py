"""A release and one of its files -> the parts of the release in which an edit of that file can be seen.

Files that register classes depend on each other only through imports: those that neither import the edited
file nor are imported by what does are left out. All other files stay.
"""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass, field

from flowtrace.binding import Binding
from flowtrace.facts import Source
from flowtrace.graph.program import Program

# Modules and, where they are imported from a package, the modules it holds.
_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+([\w.]+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n]*))|import[ \t]+([\w., \t]+))",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Slice:
    """Part of a release as a graph; `left_out` are the files it lacks."""

    program: Program
    left_out: tuple[str, ...] = field(repr=False)

    def replaced(self, source: Source) -> Program:
        """The same part with one file edited; all others stay as they were parsed."""
        return self.program.of([source if one.file == source.file else one for one in self.program.sources])


class Slices:
    """The slices of one release, each made once."""

    def __init__(self, binding: Binding) -> None:
        self._program = binding.program
        pattern = f"{binding.engine.root}/{binding.engine.registry['modules']}".lstrip("/")
        registering = [
            source
            for source in binding.program.sources
            if fnmatch.fnmatchcase(source.file, pattern) and source.file.count("/") == pattern.count("/")
        ]
        names = {source.module.rpartition(".")[2]: source.file for source in registering}
        self._imports = {source.file: _imported(source, names) for source in registering}
        self._made: dict[frozenset[str], Slice] = {}

    def around(self, file: str) -> tuple[Slice, ...]:
        """The slices for edits of a file, the widest last: with what it imports, then its importers."""
        if file not in self._imports:
            return (self._slice(frozenset()),)
        everything = frozenset(self._imports)
        narrow, wide = self._reached({file}), self._reached(self._importers({file}))
        return tuple(
            self._slice(everything - kept) for kept in ((narrow, wide) if narrow != wide else (wide,))
        )

    def _slice(self, left_out: frozenset[str]) -> Slice:
        if left_out not in self._made:
            kept = [source for source in self._program.sources if source.file not in left_out]
            self._made[left_out] = Slice(self._program.of(kept), tuple(sorted(left_out)))
        return self._made[left_out]

    def _importers(self, files: set[str]) -> set[str]:
        """The files with all that import them, directly or not."""
        while True:
            more = {file for file, imported in self._imports.items() if imported & files} - files
            if not more:
                return files
            files = files | more

    def _reached(self, files: set[str]) -> set[str]:
        """The files with all they import, directly or not."""
        while True:
            more = {other for file in files for other in self._imports[file]} - files
            if not more:
                return files
            files = files | more


def _imported(source: Source, names: dict[str, str]) -> frozenset[str]:
    words: set[str] = set()
    for found in _IMPORT.finditer(source.data):
        words |= set(re.findall(r"\w+", (found[1] or found[2]).decode("ascii", "replace")))
    return frozenset(names[word] for word in words if word in names and names[word] != source.file)
