"""What a check of six releases tells, finding by finding, against a list that was read in their sources.

`tests/reviewed/RELEASE.txt` has a paragraph per invariant: its severity (or `undecided`) and id, what the reader of the
source decided, and the places; `x3` after a place is for three classes that share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from flowtrace.findings import Finding
from flowtrace.pipeline import Options, check

REVIEWED = Path(__file__).parent / "reviewed"


@pytest.mark.parametrize("version", ["0.4.5", "0.5.2", "0.5.8", "0.5.9", "0.5.15", "0.5.23"])
def test_findings_are_those_that_were_reviewed(release: Callable[[str], Path], version: str) -> None:
    report = check(str(release(version)), Options())
    told = Counter(line(one.severity.name.lower(), one) for one in report.findings)
    told += Counter(line("undecided", one) for one in report.undecided)
    assert told == reviewed((REVIEWED / f"{version}.txt").read_text())


def line(word: str, one: Finding) -> str:
    return f"{word} {one.invariant} {one.file}:{one.line} {one.symbol}"


def reviewed(text: str) -> Counter[str]:
    """How often each finding is listed."""
    found: Counter[str] = Counter()
    for paragraph in text.split("\n\n"):
        head, _, *places = paragraph.splitlines()
        for place in places:
            where, _, times = place.strip().partition(" x")
            found[f"{head} {where}"] += int(times or 1)
    return found
