"""A function's lines in its file -> a tree to edit, and an edited tree -> the file's new text.

Only the function is parsed: a whole file takes libcst a hundred times longer. What to edit is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from flowtrace.facts import Function

Replacement = cst.CSTNode | cst.FlattenSentinel[cst.CSTNode] | cst.RemovalSentinel


@dataclass(frozen=True, eq=False)
class Change:
    """A node of an excerpt's tree and what takes its place."""

    node: cst.CSTNode
    by: Replacement


@dataclass(frozen=True, eq=False)
class Site:
    """A node with the nodes around it, outermost first."""

    node: cst.CSTNode
    above: tuple[cst.CSTNode, ...]


class Excerpt:
    """A function or method as libcst reads it, decorators included."""

    def __init__(self, lines: Sequence[str], function: Function) -> None:
        self._lines = lines
        self._first: int = min([function.line, *(decorator[1] for decorator in function.decorators)])
        self._last = function.end_line
        # A method is read under an `if`, which keeps its indentation.
        self._lead = "if 1:\n" if function.column else ""
        text = "\n".join(lines[self._first - 1 : self._last])
        wrapper = MetadataWrapper(cst.parse_module(f"{self._lead}{text}\n"))
        self._module = wrapper.module
        self._positions = wrapper.resolve(PositionProvider)
        nodes = (site.node for site in walk(self._module))
        self.function = next(node for node in nodes if isinstance(node, cst.FunctionDef))
        self.method = bool(function.column)
        self.sites = tuple(walk(self.function))

    def line(self, node: cst.CSTNode) -> int:
        """The line of the file at which a node begins."""
        within: int = self._positions[node].start.line
        return within + self._first - 1 - bool(self._lead)

    def edited(self, changes: Sequence[Change], behind: str = "") -> str:
        """The text of the whole file with the changes made, and the lines of `behind` after the function."""
        edited = self._module.visit(_Exchange(changes))
        assert isinstance(edited, cst.Module)
        code = edited.code
        own = code.removeprefix(self._lead).removesuffix("\n").split("\n")
        before, after = self._lines[: self._first - 1], self._lines[self._last :]
        return "\n".join([*before, *own, *behind.splitlines(), *after])


def walk(node: cst.CSTNode, above: tuple[cst.CSTNode, ...] = ()) -> Iterator[Site]:
    """A node and all within it, in source order."""
    yield Site(node, above)
    for child in node.children:
        yield from walk(child, (*above, node))


class _Exchange(cst.CSTTransformer):
    def __init__(self, changes: Sequence[Change]) -> None:
        super().__init__()
        self._by = {id(change.node): change.by for change in changes}

    def on_leave(self, original_node: cst.CSTNodeT, updated_node: cst.CSTNodeT) -> Replacement:  # type: ignore[override]
        return self._by.get(id(original_node), updated_node)
