"""A report <-> a baseline file: the findings a team has decided to live with for now.

The file is sorted JSON without line numbers, made to be read and reviewed. Findings in it are taken out of a
report's findings, never out of sight: they are counted as inherited.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flowtrace.errors import InputError
from flowtrace.findings import Finding, Report, Severity, Verdict
from flowtrace.pairing import pairs

SCHEMA = 1
_WORDS = ("invariant", "verdict", "severity", "file", "symbol", "message", "fingerprint")
_NAMED = 3  # stale entries that a note names


@dataclass(frozen=True)
class Entry:
    """One finding as the file has it."""

    invariant: str
    verdict: Verdict
    severity: Severity
    file: str
    symbol: str
    message: str
    fingerprint: str


@dataclass(frozen=True)
class Baseline:
    """The entries of a file, in its order, and the release they were found in."""

    package: str
    version: str | None
    entries: tuple[Entry, ...]


def of(report: Report) -> Baseline:
    """The baseline that inherits everything in the report, also what an earlier one has taken out of it."""
    found = (*report.findings, *report.undecided, *report.inherited)
    return Baseline(report.package, report.version, tuple(sorted(map(_entry, found), key=_order)))


def applied(report: Report, baseline: Baseline, name: str, *, narrowed: bool = False) -> Report:
    """The report without what the baseline called `name` has; a note tells of entries that no longer occur.

    A finding that weighs more than its entry stays. In a `narrowed` run, entries of invariants that were not
    asked can't be judged; in an incomplete one, none can.
    """
    inherited = {
        id(each) for entry, each in _pairs(report, baseline) if each.severity.rank <= entry.severity.rank
    }
    gone = () if report.gaps else stale(report, baseline, narrowed=narrowed)
    return replace(
        report,
        findings=tuple(each for each in report.findings if id(each) not in inherited),
        undecided=tuple(each for each in report.undecided if id(each) not in inherited),
        inherited=tuple(each for each in (*report.findings, *report.undecided) if id(each) in inherited),
        notes=(*report.notes, *([_note(name, gone)] if gone else [])),
    )


def stale(report: Report, baseline: Baseline, *, narrowed: bool = False) -> tuple[Entry, ...]:
    """The entries that no longer occur in the report."""
    used = {id(entry) for entry, _ in _pairs(report, baseline)}
    return tuple(
        entry
        for entry in baseline.entries
        if id(entry) not in used and (entry.invariant in report.tallies or not narrowed)
    )


def pruned(report: Report, baseline: Baseline, *, narrowed: bool = False) -> Baseline:
    """The baseline without its stale entries; nothing is ever added."""
    gone = {id(entry) for entry in stale(report, baseline, narrowed=narrowed)}
    return replace(baseline, entries=tuple(each for each in baseline.entries if id(each) not in gone))


def text(baseline: Baseline) -> str:
    """The file's content: one key a line, so that reviews show what came and went."""
    plain = {
        "schema": SCHEMA,
        "package": baseline.package,
        "version": baseline.version,
        "findings": [
            {**{word: getattr(each, word) for word in _WORDS}, "verdict": each.verdict.value,
             "severity": each.severity.value}
            for each in baseline.entries
        ],
    }  # fmt: skip
    return json.dumps(plain, indent=2) + "\n"


def read(file: Path) -> Baseline:
    """The baseline in `file`; one that can't be read is an error, since nothing would be inherited."""
    try:
        plain = json.loads(file.read_text("utf-8"))
    except FileNotFoundError as error:
        raise InputError(f"{file}: there is no such baseline; --write-baseline writes it") from error
    except OSError as error:
        raise InputError(f"{file}: can't be read: {error.strerror or error}") from error
    except ValueError as error:
        raise InputError(f"{file}: is no baseline: not JSON: {error}") from error
    if not isinstance(plain, dict) or not isinstance(plain.get("findings"), list):
        raise InputError(f"{file}: is no baseline: it has no list of findings")
    if plain.get("schema") != SCHEMA:
        raise InputError(
            f"{file}: is a baseline of schema {plain.get('schema')!r}, and only {SCHEMA} is known;"
            " --write-baseline writes it anew"
        )
    version = plain.get("version")
    return Baseline(
        package=str(plain.get("package", "")),
        version=None if version is None else str(version),
        entries=tuple(_read(file, number, each) for number, each in enumerate(plain["findings"], start=1)),
    )


def _read(file: Path, number: int, plain: Any) -> Entry:
    if not isinstance(plain, Mapping):
        raise InputError(f"{file}: finding {number} is no object")
    wrong = [word for word in _WORDS if not isinstance(plain.get(word), str)]
    if wrong:
        raise InputError(f"{file}: finding {number} has no {', '.join(wrong)}")
    try:
        verdict, severity = Verdict(plain["verdict"]), Severity(plain["severity"])
    except ValueError as error:
        raise InputError(f"{file}: finding {number}: {error}") from error
    others = {word: plain[word] for word in _WORDS if word not in ("verdict", "severity")}
    return Entry(**others, verdict=verdict, severity=severity)


def _entry(finding: Finding) -> Entry:
    return Entry(**{word: getattr(finding, word) for word in _WORDS})


def _order(entry: Entry) -> tuple[str, ...]:
    return entry.invariant, entry.file, entry.symbol, entry.message, entry.fingerprint


def _pairs(report: Report, baseline: Baseline) -> list[tuple[Entry, Finding]]:
    return pairs(baseline.entries, (*report.findings, *report.undecided, *report.inherited))


def _note(name: str, gone: Sequence[Entry]) -> str:
    names = ", ".join(f"{each.invariant} {each.symbol}".strip() for each in gone[:_NAMED])
    more = f" and {len(gone) - _NAMED} more" if len(gone) > _NAMED else ""
    entries = "1 entry no longer occurs" if len(gone) == 1 else f"{len(gone)} entries no longer occur"
    return f"{name}: {entries} ({names}{more}); --prune-baseline removes what is gone"
