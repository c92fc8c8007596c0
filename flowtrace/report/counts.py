"""Tallies and findings -> numbers: how many invariants and judgements have each verdict.

It says nothing in words; `summary` and `as_json` do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from flowtrace.findings import Finding, Severity, Tally, Verdict


def overall(tally: Tally) -> Verdict:
    """One verdict for a whole invariant: the worst given for any of its subjects."""
    if tally.broken:
        return Verdict.BROKEN
    if tally.unbound:
        return Verdict.UNBOUND
    if tally.unknown:
        return Verdict.UNKNOWN
    return Verdict.HOLDS if tally.holds else Verdict.NOT_APPLICABLE


def by_invariant(tallies: Iterable[Tally]) -> dict[Verdict, int]:
    """Verdict -> how many invariants have it as their overall verdict; every verdict is there."""
    seen = Counter(map(overall, tallies))
    return {verdict: seen[verdict] for verdict in Verdict}


def by_judgement(tallies: Iterable[Tally]) -> dict[Verdict, int]:
    """Verdict -> how often it was given, over all invariants and subjects; every verdict is there."""
    seen = dict.fromkeys(Verdict, 0)
    for tally in tallies:
        for verdict, count in given(tally).items():
            seen[verdict] += count
    return seen


def given(tally: Tally) -> dict[Verdict, int]:
    """Verdict -> how often one invariant was given it; every verdict is there."""
    return {
        Verdict.HOLDS: tally.holds,
        Verdict.BROKEN: tally.broken,
        Verdict.UNKNOWN: tally.unknown,
        Verdict.NOT_APPLICABLE: tally.not_applicable,
        Verdict.UNBOUND: tally.unbound,
    }


def by_severity(findings: Iterable[Finding]) -> dict[Severity, int]:
    """Severity -> how many findings have it, heaviest first; every severity is there."""
    seen = Counter(finding.severity for finding in findings)
    return {severity: seen[severity] for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)}
