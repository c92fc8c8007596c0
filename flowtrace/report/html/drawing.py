"""The stops of a path -> where each mark of its drawing stands, in the units of an SVG; markup is the template's.

The steps are numbered nodes on a line from top to bottom, each stop is a box around its own, and what a step
is conditional on stands at the arrow that leads to it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from flowtrace.report.html.stops import Mark, Stop

WIDTH = 360
RADIUS = 10
SPINE = 24  # where the nodes stand, from the left
_LEFT = 44  # where texts begin
_LINE = 15
_GAP = 20  # between boxes
_NAME, _FILE, _WHAT = 41, 44, 46  # characters that fit into a line
_MOST = 3  # lines of a text before the rest is left to the list of steps


@dataclass(frozen=True)
class Label:
    """A line of text and its kind: symbol, file, what or guard."""

    y: int
    kind: str
    text: str
    x: int = _LEFT


@dataclass(frozen=True)
class Node:
    """A step: its number, and the height of its centre."""

    y: int
    number: int


@dataclass(frozen=True)
class Box:
    """The frame of a stop, as wide as the drawing."""

    y: int
    height: int


@dataclass
class Drawing:
    """Everything to draw; arrows lead from each node to the next."""

    height: int = 0
    boxes: list[Box] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    width: int = WIDTH
    spine: int = SPINE
    radius: int = RADIUS

    @property
    def arrows(self) -> list[tuple[int, int]]:
        """The heights between which each arrow runs."""
        return [
            (start.y + RADIUS, end.y - RADIUS - 1)
            for start, end in zip(self.nodes, self.nodes[1:], strict=False)
        ]


def drawing(stops: Sequence[Stop]) -> Drawing | None:
    """The drawing of a path of two steps or more; there is nothing to draw of a shorter one."""
    walked = [stop for stop in stops if stop.marks]
    if sum(len(stop.marks) for stop in walked) < 2:
        return None
    made = Drawing()
    guard = None
    for stop in walked:
        top = made.height
        _head(made, stop)
        for mark in stop.marks:
            _step(made, mark, guarded=mark.guard if mark.guard != guard else None)
            guard = mark.guard
        made.height += 4
        made.boxes.append(Box(top, made.height - top))
        made.height += _GAP
    made.height -= _GAP
    return made


def _head(made: Drawing, stop: Stop) -> None:
    made.height += 4
    owner, dot, name = stop.symbol.rpartition(".")
    parts = [stop.symbol] if len(stop.symbol) <= _NAME else [f"{owner}{dot}", name]
    for part in filter(None, parts):
        _write(made, "symbol", _cut(part, _NAME))
    _write(
        made, "file", ("back in " if stop.back else "") + _cut_front(f"{stop.path}:{stop.line}", _FILE - 8)
    )
    made.height += 4


def _step(made: Drawing, mark: Mark, *, guarded: str | None) -> None:
    if guarded:
        for line in _lines(f"when {guarded}"):
            _write(made, "guard", line)
    made.height += 2
    made.nodes.append(Node(made.height + RADIUS, mark.number))
    for line in _lines(mark.what):
        _write(made, "what", line)
    made.height += 8


def _write(made: Drawing, kind: str, text: str) -> None:
    made.height += _LINE
    made.labels.append(Label(made.height, kind, text))


def _lines(text: str) -> list[str]:
    return textwrap.wrap(text, _WHAT, max_lines=_MOST, placeholder="…") or ["…"]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _cut_front(text: str, most: int) -> str:
    return text if len(text) <= most else f"…{text[1 - most :]}"
