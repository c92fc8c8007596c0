"""How tallies become numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flowtrace.findings import Severity, Tally, Verdict
from flowtrace.report import counts
from tests.report.answers import KEEPS


@pytest.mark.parametrize(
    ("tally", "verdict"),
    [
        (Tally(holds=5, broken=1, unknown=1, unbound=1), Verdict.BROKEN),
        (Tally(holds=5, unknown=1, unbound=1), Verdict.UNBOUND),
        (Tally(holds=5, unknown=1, not_applicable=1), Verdict.UNKNOWN),
        (Tally(holds=5, not_applicable=1), Verdict.HOLDS),
        (Tally(not_applicable=1), Verdict.NOT_APPLICABLE),
    ],
)
def test_an_invariant_has_the_worst_verdict_of_its_subjects(tally: Tally, verdict: Verdict) -> None:
    assert counts.overall(tally) is verdict


def test_each_invariant_counts_once() -> None:
    counted = counts.by_invariant([Tally(holds=5), Tally(holds=9), Tally(holds=1, broken=3)])
    assert (counted[Verdict.HOLDS], counted[Verdict.BROKEN]) == (2, 1)


def test_each_judgement_counts() -> None:
    counted = counts.by_judgement([Tally(holds=5), Tally(holds=1, broken=3)])
    assert (counted[Verdict.HOLDS], counted[Verdict.BROKEN]) == (6, 3)


def test_severities_are_counted_heaviest_first() -> None:
    found = [KEEPS, KEEPS, replace(KEEPS, severity=Severity.INFO)]
    assert list(counts.by_severity(found).items()) == [
        (Severity.ERROR, 2),
        (Severity.WARNING, 0),
        (Severity.INFO, 1),
    ]
