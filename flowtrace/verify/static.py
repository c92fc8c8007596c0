"""The JSON of `check` -> what was said of each demand without running anything.

It only reads; whether a run agrees is `judge`'s question.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flowtrace.errors import InputError
from flowtrace.findings import Severity, Verdict

_SCHEMA = 1
_WORST_FIRST = (Verdict.BROKEN, Verdict.UNKNOWN, Verdict.HOLDS, Verdict.NOT_APPLICABLE)


@dataclass(frozen=True)
class Subject:
    """Who was asked: a class or function of a file; both empty for an unbound demand."""

    file: str
    symbol: str

    @property
    def owner(self) -> tuple[str, str]:
        """Its file and class; the function where it stands in none."""
        return (self.file, self.symbol.partition(".")[0])


@dataclass(frozen=True)
class Said:
    """One finding: a broken, unknown or unbound demand of one subject, wherever the fault lies."""

    invariant: str
    refs: tuple[str, ...]
    verdict: Verdict
    severity: Severity
    subject: Subject


@dataclass(frozen=True)
class Judged:
    """The verdict on one demand of one subject."""

    invariant: str
    verdict: Verdict
    subject: Subject


@dataclass(frozen=True)
class Static:
    """All that `check` said of one tree."""

    said: tuple[Said, ...]
    judged: tuple[Judged, ...]
    hashes: Mapping[str, str]
    tree: str
    version: str | None
    engine: str = ""
    of_pair: bool = False  # a draft or a target was given, and only what concerns it was asked

    def of(self, invariants: Collection[str], place: Subject, *, by_class: bool) -> Said | Verdict | None:
        """What was said of one of these invariants where a run looked: a finding, a verdict, or nothing.

        The place's own class or function comes first. With `by_class` nothing else is meant, for a file may
        hold several subjects. Without, any subject of the file is, and at last the only one that was asked:
        a run sees a demand met somewhere, not always in the one that the specs name.
        """
        asked = [each for each in self.judged if each.invariant in invariants]
        found = [each for each in asked if each.subject.owner == place.owner]
        if not (found or by_class):
            found = [each for each in asked if each.subject.file == place.file] or _only(asked)
        worst = min(found, key=lambda each: _WORST_FIRST.index(each.verdict), default=None)
        if worst is None:
            return next(
                (e for e in self.said if e.invariant in invariants and e.verdict is Verdict.UNBOUND), None
            )
        told = (worst.invariant, worst.verdict, worst.subject)
        return next(
            (each for each in self.said if (each.invariant, each.verdict, each.subject) == told),
            worst.verdict,
        )


def _only(asked: Sequence[Judged]) -> list[Judged]:
    """The one subject of all asked to which its demand applied."""
    applied = [each for each in asked if each.verdict is not Verdict.NOT_APPLICABLE]
    return applied if len({each.subject for each in applied}) == 1 else []


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
    if "judgements" not in told:
        raise InputError(
            f"{name} tells no judgements: write it again with this version's `check --format json`."
        )
    if told.get("schema") != _SCHEMA:
        raise InputError(f"{name} has schema {told.get('schema')}; this program reads {_SCHEMA}.")
    try:
        return _static(told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"{name} is not as this version's `check --format json` writes it; write it again."
        ) from error


def _static(told: Mapping[str, Any]) -> Static:
    return Static(
        said=tuple(_said(each) for each in (*told["findings"], *told.get("undecided", ()))),
        judged=tuple(
            Judged(invariant, Verdict(word.replace("_", " ")), _subject(key))
            for invariant, verdicts in told["judgements"].items()
            for word, keys in verdicts.items()
            for key in keys
            if key
        ),
        hashes=dict(told.get("hashes", {})),
        tree=str(told.get("tree", "")),
        version=told.get("version"),
        engine=str(told.get("engine", "")),
        of_pair=bool(told.get("pairing") or told.get("confirmed")),
    )


def _said(told: Mapping[str, Any]) -> Said:
    return Said(
        invariant=told["invariant"],
        refs=tuple(told["refs"]),
        verdict=Verdict(told["verdict"]),
        severity=Severity(told["severity"]),
        subject=_subject(told["subject"]),
    )


def _subject(key: str) -> Subject:
    """What a key such as `models/toy.py::Toy.forward:3:8` names; the place of a call in it is left out."""
    file, _, symbol = key.partition("::")
    return Subject(file, symbol.partition(":")[0])
