"""The answer of `targets` -> a table to read: each class with its cells, and counts at the end.

It knows no column by name: the columns and the words in their cells are data.
"""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from flowtrace.findings import Row, Table, Verdict
from flowtrace.report.layout import columns, paragraph
from flowtrace.report.summary import version


def table(answer: Table, width: int = 80) -> list[Text]:
    """The rows with their class first, the notes, then for each column how often each word stands in it."""
    lines = []
    if answer.rows:
        rows = [[row.symbol, *(_cell(row, column) for column in answer.columns)] for row in answer.rows]
        lines += [*columns(["class", *answer.columns], rows, width), Text()]
    for note in answer.notes:
        lines += paragraph(f"note: {note}", width, rest="      ")
    classes = "1 class" if len(answer.rows) == 1 else f"{len(answer.rows):,} classes"
    lines += paragraph(f"{version(answer.engine, answer.version)}: {classes}", width, rest="  ")
    margin = max(map(len, answer.columns), default=0) + 4
    for column in answer.columns if answer.rows else ():
        lines += paragraph(
            _counted(answer, column), width, first=f"  {column}".ljust(margin), rest=" " * margin
        )
    return lines


def _cell(row: Row, column: str) -> str:
    word = row.cells.get(column, "")
    return "-" if word == Verdict.NOT_APPLICABLE.value else word


def _counted(answer: Table, column: str) -> str:
    """The words of a column, most frequent first; `inherits:Base` counts as `inherits`."""
    words = Counter(row.cells.get(column, "").split(":")[0] for row in answer.rows)
    return ", ".join(
        f"{count:,} {word}" for word, count in sorted(words.items(), key=lambda each: (-each[1], each[0]))
    )
