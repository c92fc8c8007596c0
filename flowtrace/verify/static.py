"""The JSON of `check` -> what was said of each demand without running anything.

It only reads; whether a run agrees is `judge`'s question.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flowtrace.errors import InputError
from flowtrace.findings import Severity, Verdict

_SCHEMA = 1
_WORST_FIRST = (Verdict.BROKEN, Verdict.UNKNOWN, Verdict.UNBOUND)


@dataclass(frozen=True)
class Said:
    """One finding: a broken, unknown or unbound demand of one subject."""

    invariant: str
    refs: tuple[str, ...]
    verdict: Verdict
    severity: Severity
    file: str
    symbol: str

    @property
    def owner(self) -> str:
        """The class of the subject, or the function when it stands in none."""
        return self.symbol.partition(".")[0]


@dataclass(frozen=True)
class Static:
    """All that `check` said of one tree."""

    said: tuple[Said, ...]
    holding: frozenset[str]  # ids of invariants that held for some subject
    hashes: Mapping[str, str]
    tree: str
    version: str | None

    def of(
        self, invariants: Collection[str], places: Collection[tuple[str, str]], *, by_class: bool
    ) -> Said | Verdict | None:
        """What was said of one of these invariants at these files and symbols: a finding, or that it holds.

        With `by_class` only a finding of the same class counts, for a file may hold several subjects.
        Without, any of the file does: there a finding may name the part of the subject that is at fault.
        """
        files = {file for file, _ in places}
        owners = {(file, symbol.partition(".")[0]) for file, symbol in places}
        here = [each for each in self.said if each.invariant in invariants and each.file in files]
        exact = [each for each in here if (each.file, each.owner) in owners]
        if not exact and not by_class:
            exact = here
        for verdict in _WORST_FIRST:
            for each in exact:
                if each.verdict is verdict:
                    return each
        return Verdict.HOLDS if self.holding.intersection(invariants) else None


def read(path: Path) -> Static:
    """What the file that `check --format json` wrote says."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: the findings can't be read: {error}") from error
    return parsed(text, str(path))


def parsed(text: str, name: str) -> Static:
    """The same from the text itself; `name` is what a complaint calls it."""
    try:
        told = json.loads(text)
    except ValueError as error:
        raise InputError(f"{name} is not JSON: {error}") from error
    if not isinstance(told, dict) or "findings" not in told or "invariants" not in told:
        raise InputError(f"{name} is not what `flowtrace check --format json` writes: it holds no findings.")
    if told.get("schema") != _SCHEMA:
        raise InputError(f"{name} has schema {told.get('schema')}; this program reads {_SCHEMA}.")
    try:
        return _static(told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{name}: a finding is not as `check` writes it ({error!r}).") from error


def _static(told: Mapping[str, Any]) -> Static:
    return Static(
        said=tuple(_said(each) for each in (*told["findings"], *told.get("undecided", ()))),
        holding=frozenset(name for name, counts in told["invariants"].items() if counts.get("holds")),
        hashes=dict(told.get("hashes", {})),
        tree=str(told.get("tree", "")),
        version=told.get("version"),
    )


def _said(told: Mapping[str, Any]) -> Said:
    return Said(
        invariant=told["invariant"],
        refs=tuple(told["refs"]),
        verdict=Verdict(told["verdict"]),
        severity=Severity(told["severity"]),
        file=told["file"],
        symbol=told["symbol"],
    )
