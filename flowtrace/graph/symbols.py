"""The nodes of the graph: classes, functions and modules, each keyed by the file that defines it.

Names repeat across files (and a class may shadow its own base), so a symbol is never known by its name alone.
"""

from __future__ import annotations

from flowtrace.facts import Class, Code, Function, Location, Module
from flowtrace.frozen import frozen

Key = tuple[str, str, int]  # file, qualified name, line


@frozen(eq=False)
class ClassSymbol:
    """A class of the analysed package."""

    module: Module
    header: Class

    @property
    def name(self) -> str:
        """The class's own name."""
        return self.header.name

    @property
    def key(self) -> Key:
        """What tells it from every other class."""
        return (self.module.file, self.header.qualname, self.header.line)

    @property
    def location(self) -> Location:
        """Where the class statement stands."""
        return Location(self.module.file, self.header.line, self.header.column)

    def __eq__(self, other: object) -> bool:
        return other is self or (isinstance(other, ClassSymbol) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.header.qualname) ^ self.header.line


@frozen(eq=False)
class FunctionSymbol:
    """A function of the analysed package; `owner` is the class whose body defines it, if any."""

    module: Module
    header: Function
    owner: ClassSymbol | None = None

    @property
    def name(self) -> str:
        """The function's own name."""
        return self.header.name

    @property
    def key(self) -> Key:
        """What tells it from every other function."""
        return (self.module.file, self.header.qualname, self.header.line)

    @property
    def location(self) -> Location:
        """Where the def statement stands."""
        return Location(self.module.file, self.header.line, self.header.column)

    def __eq__(self, other: object) -> bool:
        return other is self or (isinstance(other, FunctionSymbol) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.header.qualname) ^ self.header.line


@frozen()
class ModuleSymbol:
    """A module of the analysed package."""

    module: Module


@frozen()
class External:
    """Something defined outside the analysed package, by its dotted name (`torch.nn.Module`, `len`)."""

    dotted: str

    @property
    def name(self) -> str:
        """The last part of the dotted name."""
        return self.dotted.rpartition(".")[2]


@frozen(eq=False)
class Assigned:
    """A module-level name bound by assignment: the value's code, in its module."""

    module: Module
    name: str
    value: Code
    line: int


Symbol = ClassSymbol | FunctionSymbol | ModuleSymbol | External | Assigned
Base = ClassSymbol | External
