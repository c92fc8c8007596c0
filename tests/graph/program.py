"""A program and one of its modules, asked in few words and answering in plain ones."""

from __future__ import annotations

from dataclasses import dataclass

from flowtrace.graph.program import Program
from flowtrace.graph.symbols import Assigned, ClassSymbol, External, FunctionSymbol, ModuleSymbol, Symbol


@dataclass(frozen=True)
class Asked:
    """Questions about the names of one module of a program."""

    program: Program
    module: str

    def find(self, name: str, module: str | None = None) -> str:
        """What a name stands for, in words such as `class toy.models.plain.Block` or `outside torch.nn`."""
        facts = self.program.module(module or self.module)
        assert facts is not None
        return words(self.program.find(facts, name))

    def mro(self, name: str) -> str:
        """The method resolution order of a class, by names."""
        return ", ".join(
            words(base) if base.name == name else base.name for base in self.program.mro(self.cls(name))
        )

    def method(self, name: str, method: str) -> str:
        """The definition of a method that an instance of the class uses: its qualified name and line."""
        found = self.program.method(self.cls(name), method)
        return f"{found.header.qualname}:{found.header.line}" if found else "none"

    def attribute(self, name: str, attribute: str) -> str:
        """The value of a class attribute, as the name it is written by."""
        found = self.program.class_attribute(self.cls(name), attribute)
        return f"{found.value[3]}:{found.line}" if found else "none"

    def cls(self, name: str) -> ClassSymbol:
        """The class that a name of the module stands for."""
        facts = self.program.module(self.module)
        assert facts is not None
        found = self.program.find(facts, name)
        if isinstance(found, Assigned):
            found = self.program.resolve(found.module, found.value)
        assert isinstance(found, ClassSymbol)
        return found


def words(symbol: Symbol | None) -> str:
    """A symbol in words."""
    if isinstance(symbol, ClassSymbol):
        return f"class {symbol.module.module}.{symbol.header.qualname}"
    if isinstance(symbol, FunctionSymbol):
        return f"function {symbol.module.module}.{symbol.header.qualname}"
    if isinstance(symbol, ModuleSymbol):
        return f"module {symbol.module.module}"
    if isinstance(symbol, External):
        return f"outside {symbol.dotted}"
    return f"assigned {symbol.value[3]}:{symbol.line}" if symbol else "nothing"
