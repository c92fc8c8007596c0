"""Strings -> lines of a given width: paragraphs with hanging indents, and columns that fold long cells.

It does not know what the words mean, nor where the lines are printed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from rich.text import Text

Line = Text  # what every report is made of
GAP = "  "
_FOLDS = re.compile(r"(?<=[:|/_\- ])|(?<=[a-z0-9])(?=[A-Z])")  # where a cell may be folded


def line(*parts: str | tuple[str, str]) -> Text:
    """One line of parts, each a string or a (string, style) pair; never wrapped, so that paths stay whole."""
    return Text.assemble(*parts)


def located(place: str, what: str, width: int, *, first: str, rest: str) -> list[Text]:
    """A place, which is never broken, and what is there: beside it, or where that is too wide below it."""
    if len(first) + len(place) + 1 + len(what) <= width:
        return [line(first, (place, "bold"), f" {what}".rstrip())]
    return [line(first, (place, "bold")), *paragraph(what, width, first=rest)]


def paragraph(
    text: str, width: int, *, first: str = "", rest: str | None = None, style: str = ""
) -> list[Text]:
    """`text` filled to `width`; `first` opens the first line, `rest` (default: as many spaces) the others.

    Words longer than a line, such as paths and dotted names, are never broken.
    """
    hang = " " * len(first) if rest is None else rest
    filled = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [Text(each, style=style) for each in filled]


def shortened(text: str, width: int) -> str:
    """`text`, or as much of its beginning as fits into `width` with three dots at the end."""
    return text if len(text) <= width else text[: max(0, width - 3)].rstrip() + "..."


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Text]:
    """A table with a ruled heading; what doesn't fit folds at blanks, underscores, colons and CamelCase."""
    widths = _widths([headings, *rows], width)
    lines = [Text(each, style="bold") for each in _row(headings, widths)]
    lines.append(Text(GAP.join("-" * each for each in widths), style="dim"))
    for row in rows:
        lines.extend(Text(each) for each in _row(row, widths))
    return lines


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The columns' natural widths, narrowed where it costs the fewest lines, until a row fits."""
    cells = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in cells]
    # A folded cell's later lines are indented by one, hence the extra place.
    floors = [max(len(piece) + 1 for cell in column for piece in _FOLDS.split(cell)) for column in cells]
    heights = [[1] * len(rows) for _ in cells]
    for _ in range(sum(widths) + len(GAP) * (len(widths) - 1) - width):
        narrower = [
            (_lines([*heights[:i], _heights(cells[i], each - 1), *heights[i + 1 :]]), -each, i)
            for i, each in enumerate(widths)
            if each > floors[i]
        ]
        if not narrower:
            break
        _, _, best = min(narrower)
        widths[best] -= 1
        heights[best] = _heights(cells[best], widths[best])
    return [
        max(len(part) for cell in column for part in _folded(cell, each))
        for column, each in zip(cells, widths, strict=True)
    ]


def _lines(heights: Sequence[Sequence[int]]) -> int:
    return sum(map(max, zip(*heights, strict=True)))


def _heights(cells: Sequence[str], width: int) -> list[int]:
    return [len(_folded(cell, width)) for cell in cells]


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    folded = [_folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
    return [
        GAP.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*folded, fillvalue="")
    ]


def _folded(cell: str, width: int) -> list[str]:
    """`cell` in lines of at most `width`, every line after the first indented by one blank."""
    if len(cell) <= width:
        return [cell]
    lines = [""]
    for piece in _FOLDS.split(cell):
        if lines[-1].strip() and len((lines[-1] + piece).rstrip()) > width:
            lines.append(" ")
        lines[-1] += piece
    return [each.rstrip() for each in lines]
