"""What was seen in the analysed sources, as frozen plain values.

Facts hold no syntax nodes, so they can be cached, compared and sent between processes. They conclude nothing:
joining them is the work of `graph`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flowtrace.frozen import frozen

# An expression or statement lowered by `parse.lower`: a tuple whose first item names its form and whose
# second is its line; nested tuples all the way down. `parse.lower` documents the forms.
Code = tuple[Any, ...]


@dataclass(frozen=True, order=True)
class Location:
    """A place in the analysed package: file relative to the package (posix), 1-based line, 0-based column."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@frozen()
class Parameter:
    """One parameter of a function; `kind` is positional, keyword, star or doublestar."""

    name: str
    kind: str
    default: Code | None = None
    annotation: Code | None = None


@frozen()
class Function:
    """A function or method as its header shows it; the body is lowered on demand from its lines."""

    name: str
    qualname: str
    line: int
    end_line: int
    column: int
    parameters: tuple[Parameter, ...]
    decorators: tuple[Code, ...] = ()
    returns: Code | None = None


@frozen()
class Class:
    """A class as its body shows it: methods in source order (the last definition of a name wins)."""

    name: str
    qualname: str
    line: int
    end_line: int
    column: int
    bases: tuple[Code, ...] = ()
    methods: tuple[Function, ...] = ()
    attributes: tuple[tuple[str, Code | None, Code | None, int], ...] = ()  # name, value, annotation, line
    classes: tuple[Class, ...] = ()
    decorators: tuple[Code, ...] = ()


@frozen()
class Import:
    """`from module import name as alias`, or `import module as alias` when `name` is None."""

    alias: str
    module: str
    name: str | None
    line: int


@frozen()
class Module:
    """One parsed file: what its top level defines. `stars` are the modules of its `from m import *`."""

    file: str
    module: str
    classes: tuple[Class, ...] = ()
    functions: tuple[Function, ...] = ()
    imports: tuple[Import, ...] = ()
    stars: tuple[str, ...] = ()
    assignments: tuple[tuple[str, Code, int], ...] = ()  # name, value, line


@dataclass(frozen=True)
class Unparsed:
    """A file that could not be read as Python, and why."""

    file: str
    line: int
    reason: str


@dataclass(frozen=True)
class Ignore:
    """A comment `# flowtrace: ignore[ID] reason` at `line`, for findings from line `first` to `last`."""

    file: str
    line: int
    first: int
    last: int
    invariants: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Source:
    """A file of the analysed package: path relative to the package (posix), dotted module name, bytes."""

    file: str
    module: str
    data: bytes = field(repr=False)
