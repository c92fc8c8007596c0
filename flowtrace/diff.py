"""Two reports, target tables and seams -> what changed between the releases they are of.

Findings are the same when `pairing` says so, also across moved files; classes when their names are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from flowtrace.findings import Finding, Report, Row, Table
from flowtrace.moves import Moves, moves
from flowtrace.pairing import pairs
from flowtrace.seam import Seam


class Fate(str, Enum):
    """Why a finding of the old release is none of the new one."""

    GONE = "gone"
    UNDECIDED = "undecided now"
    UNASKED = "not asked any more"


@dataclass(frozen=True)
class Gone:
    """A finding of the old release alone."""

    finding: Finding
    fate: Fate


@dataclass(frozen=True)
class Stayed:
    """A finding of both releases, as either has it."""

    old: Finding
    new: Finding

    @property
    def moved(self) -> bool:
        """Whether its code is in another file now."""
        return self.old.file != self.new.file


@dataclass(frozen=True)
class Changed:
    """A class of both releases with, for each column that differs, the old and the new word.

    `moved_from` is the file it was in, where that is another one; then there may be no cells.
    """

    file: str
    symbol: str
    cells: tuple[tuple[str, str, str], ...]
    moved_from: str | None = None


@dataclass(frozen=True)
class Survey:
    """All that is compared of one release."""

    report: Report
    targets: Table
    seam: Seam


@dataclass(frozen=True)
class Side:
    """One of the two releases."""

    tree: str
    package: str
    version: str | None


@dataclass(frozen=True)
class Difference:
    """The whole answer of `diff`; findings in report order, classes by file and name."""

    old: Side
    new: Side
    appeared: tuple[Finding, ...]
    gone: tuple[Gone, ...]
    stayed: tuple[Stayed, ...]
    gained: tuple[Row, ...]
    lost: tuple[Row, ...]
    changed: tuple[Changed, ...]
    moves: Moves
    notes: tuple[str, ...] = ()
    excerpts: Mapping[tuple[str, int], str] = field(default_factory=dict)  # of the new release


def difference(before: Survey, after: Survey) -> Difference:
    """What the release after has that the one before has not, and the other way round."""
    old, new = before.report, after.report
    old_targets, new_targets = before.targets, after.targets
    moved = moves(before.seam, after.seam)
    stayed = tuple(Stayed(before, after) for before, after in pairs(old.findings, new.findings))
    known, kept = {id(each.new) for each in stayed}, {id(each.old) for each in stayed}
    rows = _rows(old_targets.rows, new_targets.rows)
    both_old, both_new = {id(before) for before, _ in rows}, {id(after) for _, after in rows}
    return Difference(
        old=Side(old.tree, old.package, old.version),
        new=Side(new.tree, new.package, new.version),
        appeared=tuple(each for each in new.findings if id(each) not in known),
        gone=tuple(Gone(each, _fate(each, new)) for each in old.findings if id(each) not in kept),
        stayed=stayed,
        gained=tuple(row for row in new_targets.rows if id(row) not in both_new),
        lost=tuple(row for row in old_targets.rows if id(row) not in both_old),
        changed=tuple(
            Changed(after.file, after.symbol, cells, before.file if before.file != after.file else None)
            for before, after in rows
            if (cells := _cells(before, after, new_targets.columns)) or before.file != after.file
        ),
        moves=moved,
        notes=tuple(dict.fromkeys((*old.notes, *new.notes, *moved.notes))),
        excerpts=new.excerpts,
    )


def _fate(finding: Finding, new: Report) -> Fate:
    if any((each.invariant, each.symbol) == (finding.invariant, finding.symbol) for each in new.undecided):
        return Fate.UNDECIDED
    tally = new.tallies.get(finding.invariant)
    asked = tally is not None and tally.holds + tally.broken + tally.unknown + tally.unbound
    return Fate.GONE if asked else Fate.UNASKED


def _rows(old: Sequence[Row], new: Sequence[Row]) -> list[tuple[Row, Row]]:
    """The rows of the same class: in the same file, or of the only class of that name on either side."""
    before = {(row.file, row.symbol): row for row in old}
    same = [(before[row.file, row.symbol], row) for row in new if (row.file, row.symbol) in before]
    taken = {id(row) for pair in same for row in pair}
    rest_old, rest_new = _by_name(old, taken), _by_name(new, taken)
    moved = [
        (rest_old[name][0], rows[0])
        for name, rows in rest_new.items()
        if len(rows) == len(rest_old.get(name, ())) == 1
    ]
    return sorted([*same, *moved], key=lambda pair: (pair[1].file, pair[1].symbol))


def _by_name(rows: Sequence[Row], taken: set[int]) -> dict[str, list[Row]]:
    named: dict[str, list[Row]] = {}
    for row in rows:
        if id(row) not in taken:
            named.setdefault(row.symbol, []).append(row)
    return named


def _cells(old: Row, new: Row, columns: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    words = ((column, old.cells.get(column, ""), new.cells.get(column, "")) for column in columns)
    return tuple((column, before, after) for column, before, after in words if before != after)
