"""A table of targets -> its cells, each with the tone it is shown in."""

from __future__ import annotations

from dataclasses import dataclass

from flowtrace.findings import Row, Table, Verdict

_TONES = {
    Verdict.HOLDS.value: "good",
    Verdict.BROKEN.value: "bad",
    Verdict.UNKNOWN.value: "doubt",
    Verdict.NOT_APPLICABLE.value: "faint",
    "none": "faint",
    "no": "faint",
    "": "faint",
}


@dataclass(frozen=True)
class Cell:
    """The word of a cell, and good, bad, doubt, faint or plain."""

    text: str
    tone: str


@dataclass(frozen=True)
class Line:
    """One class and its cells, in the order of the columns."""

    row: Row
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Matrix:
    """All of the table."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]


def matrix(table: Table) -> Matrix:
    """The table as the page shows it."""
    lines = (
        Line(row, tuple(cell(row.cells.get(column, "")) for column in table.columns)) for row in table.rows
    )
    return Matrix(table.columns, tuple(lines))


def cell(word: str) -> Cell:
    """One word of the table; what does not apply is a dash."""
    shown = "-" if word in ("", Verdict.NOT_APPLICABLE.value) else word
    return Cell(shown, _TONES.get(word, "plain"))
