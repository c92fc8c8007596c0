"""Turns what is wrong at a place in a spec file into text: file, line, column, the line itself, nearest word.

It reads no files and knows no YAML; `load` makes the documents, `shape` and `names` find what is wrong there.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from flowtrace.spec.model import Origin, Plain

Where = tuple["str | int", ...]  # keys and indices from the top of a file down to a value
Spot = tuple[int, int]  # 1-based line and column

_WIDTH = 140  # of a quoted line; a longer one is cut around its caret


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong in one file: the complete message, and what puts problems in order."""

    path: str
    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Document:
    """A spec file as plain values, with the 1-based line and column of each value and of each mapping key.

    `problems` are those that make the file itself unusable (`data` is then None) or untrustworthy.
    """

    path: str
    lines: tuple[str, ...] = ()
    data: Plain = None
    values: Mapping[Where, Spot] = field(default_factory=dict)
    keys: Mapping[Where, Spot] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def origin(self, where: Where = ()) -> Origin:
        """Where the key (or, in a list, the value) at `where` is written."""
        line, column = self.keys.get(where) or self.values.get(where, (1, 1))
        return Origin(self.path, line, column)

    def problem(self, where: Where, message: str, *, key: bool = False) -> Problem:
        """What is wrong with the value at `where`, or with its key."""
        line, column = (self.keys if key else self.values).get(where, (1, 1))
        return problem(self.path, self.lines, line, column, message)


def problem(path: str, lines: tuple[str, ...], line: int, column: int, message: str) -> Problem:
    """The message with its place in front and the quoted line, a caret below, behind it."""
    if line > len(lines) > 0:  # the end of the file: point behind its last letter
        line, column = len(lines), len(lines[-1]) + 1
    text = f"{path}:{line}:{column}: {message}"
    if lines:
        text += "\n" + _quoted(lines[line - 1], line, column)
    return Problem(path, line, column, text)


def nearest(word: str, words: Iterable[str], *, listed: int = 12) -> str:
    """The end of a sentence about an unknown word: the word meant, or all words when they are few."""
    known = sorted(set(words))
    meant = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if meant:
        return f"; did you mean '{meant[0]}'?"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= listed else ""


def _quoted(text: str, line: int, column: int) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    start = max(0, column - _WIDTH // 2) if len(text) > _WIDTH else 0
    shown = text[start : start + _WIDTH].rstrip()
    gutter = " " * len(str(line))
    return f"  {line} | {shown}\n  {gutter} | {' ' * (column - 1 - start)}^"
