"""The classes a code base registers by name: `EntryClass = X`, `EntryClass = [X, Y]`, annotated or not."""

from __future__ import annotations

from collections.abc import Iterable

from flowtrace.graph.program import Program
from flowtrace.graph.symbols import Assigned, ClassSymbol


def registered(program: Program, files: str, name: str) -> list[tuple[str, ClassSymbol]]:
    """The classes that modules on the path pattern assign to `name`, each with the file that registers it.

    Sorted by file and by the line that defines the class.

    The pattern is not recursive: `*` does not cross a folder, as registries list modules, not packages.
    """
    sources = [s for s in program.holding([name], files) if s.file.count("/") == files.count("/")]
    found: dict[tuple[str, ClassSymbol], None] = {}
    for module in program.parse_all(sources):
        for assigned, value, line in module.assignments:
            if assigned == name:
                entry = Assigned(module, name, value, line)
                found.update(dict.fromkeys((module.file, cls) for cls in _classes(program, entry)))
    return sorted(found, key=lambda pair: (pair[0], pair[1].header.line, pair[1].name))


def _classes(program: Program, entry: Assigned) -> Iterable[ClassSymbol]:
    value = entry.value
    items = value[3] if value[0] in ("list", "tuple", "set") else (value,)
    for item in items:
        symbol = program.resolve(entry.module, item)
        if isinstance(symbol, ClassSymbol):
            yield symbol
