"""A finding's path -> its stops: each function or class on the way, with its steps and the code around them.

Steps that follow each other in one symbol share a stop; a path that comes back there makes another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from flowtrace.findings import Finding
from flowtrace.report.formats import AROUND

Excerpts = Mapping[tuple[str, int], str]


class Locate(Protocol):
    """A finding's file, and whether it lies outside the package -> the path to show."""

    def __call__(self, file: str, /, *, outside: bool = False) -> str:
        """The path, posix."""


@dataclass(frozen=True)
class Mark:
    """What a step says of its line; its number on the path, counted from 1."""

    number: int
    what: str
    guard: str | None


@dataclass(frozen=True)
class CodeLine:
    """One line of source, its number, and the steps that are there; `text` is None where it can't be shown.

    `gap` tells that lines are left out before it, `cited` that the finding or a step speaks of it.
    """

    number: int
    text: str | None
    cited: bool
    gap: bool
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Stop:
    """Steps in one symbol: where it is, its steps in order, and its code by line number."""

    path: str
    line: int
    symbol: str
    marks: tuple[Mark, ...]
    code: tuple[CodeLine, ...]
    back: bool = False  # the path was here before


def stops(finding: Finding, excerpts: Excerpts, locate: Locate) -> tuple[Stop, ...]:
    """The stops of the path in order, behind the finding's own place if no step is there."""
    found = []
    if finding.line > 0 and all((s.file, s.line) != (finding.file, finding.line) for s in finding.evidence):
        path = locate(finding.file, outside=finding.outside)
        code = tuple(_code(finding.file, {finding.line: ()}, excerpts))
        found.append(Stop(path, finding.line, finding.symbol, (), code))
    seen: set[tuple[str, str]] = set()
    numbered = enumerate(finding.evidence, start=1)
    for (file, symbol), steps in groupby(numbered, key=lambda each: (each[1].file, each[1].symbol)):
        marked = [(step.line, Mark(number, step.what, step.guard)) for number, step in steps]
        by_line: dict[int, list[Mark]] = {}
        for line, mark in marked:
            by_line.setdefault(line, []).append(mark)
        found.append(
            Stop(
                path=locate(file),
                line=marked[0][0],
                symbol=symbol,
                marks=tuple(mark for _, mark in marked),
                code=tuple(_code(file, by_line, excerpts)),
                back=(file, symbol) in seen,
            )
        )
        seen.add((file, symbol))
    return tuple(found)


def _code(file: str, marks: Mapping[int, Sequence[Mark]], excerpts: Excerpts) -> Iterator[CodeLine]:
    shown = sorted({*marks, *(near for line in marks for near in _near(file, line, excerpts))})
    texts = {line: excerpts[file, line].expandtabs(4).rstrip() for line in shown if (file, line) in excerpts}
    margin = min((len(text) - len(text.lstrip()) for text in texts.values() if text), default=0)
    last = shown[0] - 1
    for line in shown:
        text = texts[line][margin:] if line in texts else None
        yield CodeLine(line, text, line in marks, line != last + 1, tuple(marks.get(line, ())))
        last = line


def _near(file: str, line: int, excerpts: Excerpts) -> set[int]:
    """The lines around one that are known, no farther than a page shows; blank ones only in between."""
    found: set[int] = set()
    for direction in (-1, 1):
        for distance in range(1, AROUND + 1):
            number = line + direction * distance
            if (file, number) not in excerpts:
                break
            if excerpts[file, number].strip():
                found.update(range(line, number + direction, direction))
    return found
