"""What an invariant is asked about: a class, a function or one call in a function."""

from __future__ import annotations

from dataclasses import dataclass

from flowtrace.flow.trace import Event
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol


@dataclass(frozen=True)
class Subject:
    """A class, or a function (of a class), or one call (`event`) that happens in a function; and its role."""

    role: str
    cls: ClassSymbol | None = None
    function: FunctionSymbol | None = None
    event: Event | None = None

    @property
    def file(self) -> str:
        """The file that defines it, relative to the package."""
        node = self.event.place.file if self.event else None
        if node:
            return node
        symbol = self.function or self.cls
        assert symbol is not None
        return symbol.module.file

    @property
    def line(self) -> int:
        """Where it stands."""
        if self.event:
            return self.event.place.line
        symbol = self.function or self.cls
        assert symbol is not None
        return symbol.header.line

    @property
    def column(self) -> int:
        """The column of its first token, from 0."""
        if self.event:
            return self.event.place.column
        symbol = self.function or self.cls
        assert symbol is not None
        return symbol.header.column

    @property
    def symbol(self) -> str:
        """Its qualified name in its file."""
        if self.event:
            return self.event.place.symbol
        node = self.function or self.cls
        assert node is not None
        return node.header.qualname

    @property
    def key(self) -> str:
        """What tells it from other subjects: file, qualified name, and for a call its place."""
        at = f":{self.event.place.line}:{self.event.place.column}" if self.event else ""
        return f"{self.file}::{self.symbol}{at}"

    @property
    def owner(self) -> str:
        """The class it belongs to, as file and name; its own key where there is none."""
        cls = self.cls or (self.function.owner if self.function else None)
        return f"{cls.module.file}::{cls.header.qualname}" if cls else self.key
