"""What came of mutants, as frozen plain values: a trial for each, a score for each invariant.

Nothing here edits or analyses; reporters read these values.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trial:
    """One edit: the operator, where it was made, and what was told of it that is not told of the tree itself.

    `by` is the earlier invariant that spoke for the one that was violated; `undecided`: something that could
    be told before no longer can.
    """

    operator: str
    file: str
    line: int
    symbol: str
    told: tuple[str, ...] = ()
    by: str = ""
    undecided: bool = False


@dataclass(frozen=True)
class Score:
    """How one invariant did: the faults planted against it and the edits that change nothing.

    `reason` says why nothing was planted.
    """

    invariant: str
    refs: tuple[str, ...] = ()
    faults: tuple[Trial, ...] = ()
    equivalents: tuple[Trial, ...] = ()
    reason: str = ""

    @property
    def found(self) -> int:
        """How many of the planted faults were told."""
        return len(self.faults) - len(self.missed)

    @property
    def missed(self) -> tuple[Trial, ...]:
        """The planted faults of which nothing was told."""
        return tuple(trial for trial in self.faults if not trial.told)

    @property
    def alarms(self) -> tuple[Trial, ...]:
        """The equivalent edits of which something was told."""
        return tuple(trial for trial in self.equivalents if trial.told)

    @property
    def lost(self) -> tuple[Trial, ...]:
        """The equivalent edits after which something could no longer be decided."""
        return tuple(trial for trial in self.equivalents if trial.undecided and not trial.told)


@dataclass(frozen=True)
class Scores:
    """The scores of every invariant asked about, by id, in one tree."""

    tree: str
    package: str
    version: str | None
    scores: tuple[Score, ...]
