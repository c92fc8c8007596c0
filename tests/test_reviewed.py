"""What a check of six releases tells, and what upgrades change, against lists that were read in the sources.

`tests/reviewed/RELEASE.txt` has a paragraph per invariant: its severity (or `undecided`) and id, what the reader of the
source decided, and the places; `x3` after a place is for three classes that share it. `tests/reviewed/diff/OLD-NEW.txt`
has one for each kind of change. Only a pair of releases that are checked here anyway is compared by itself;
FLOWTRACE_DIFFS=1 compares them all.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from flowtrace.diff import Difference, Survey, difference
from flowtrace.findings import Finding, Report, Tally
from flowtrace.pipeline import Options, check, survey
from flowtrace.seam import Site

REVIEWED = Path(__file__).parent / "reviewed"
PAIR = ("0.5.8", "0.5.9")
PAIRS = sorted(file.stem for file in (REVIEWED / "diff").glob("*.txt"))
RELEASES = ["0.4.5", "0.5.2", "0.5.8", "0.5.9", "0.5.15", "0.5.23"]
VERDICTS = Path(__file__).parents[1] / "docs" / "verdicts.md"
Release = Callable[[str], Path]
_surveys: dict[str, Survey] = {}


def surveyed(release: Release, version: str) -> Survey:
    """All that is compared of a release, found once."""
    if version not in _surveys:
        _surveys[version] = survey(str(release(version)), Options())
    return _surveys[version]


@cache
def report(release: Release, version: str) -> Report:
    """The report of a release; one that is compared with another is surveyed for both tests at once."""
    if version in PAIR:
        return surveyed(release, version).report
    return check(str(release(version)), Options())


@pytest.mark.parametrize("version", RELEASES)
def test_findings_are_those_that_were_reviewed(release: Release, version: str) -> None:
    answer = report(release, version)
    told = Counter(line(one.severity.name.lower(), one) for one in answer.findings)
    told += Counter(line("undecided", one) for one in answer.undecided)
    assert told == reviewed((REVIEWED / f"{version}.txt").read_text())


@pytest.mark.parametrize("version", RELEASES)
def test_verdicts_are_those_that_the_page_lists(release: Release, version: str) -> None:
    told = {name: listed(tally) for name, tally in report(release, version).tallies.items()}
    assert {name: told.get(name, "-") for name in column(version)} == column(version)


def listed(tally: Tally) -> str:
    """The worst verdict first, each with how often, as docs/verdicts.md has them."""
    counts = ((word, getattr(tally, word)) for word in ("broken", "unbound", "unknown", "holds"))
    return ", ".join(f"{word} {count}" for word, count in counts if count) or "-"


def column(version: str) -> dict[str, str]:
    """What the page lists for a release, by invariant."""
    rows = [row.strip("| ").split(" | ") for row in VERDICTS.read_text().splitlines() if row.startswith("|")]
    place = rows[0].index(version)
    return {row[1].strip("`"): row[place] for row in rows[2:]}


@pytest.mark.parametrize("pair", PAIRS)
def test_an_upgrade_changes_what_was_reviewed(release: Release, pair: str) -> None:
    old, new = pair.split("-")
    if (old, new) != PAIR and os.environ.get("FLOWTRACE_DIFFS") != "1":
        pytest.skip("FLOWTRACE_DIFFS=1 compares it")
    answer = difference(surveyed(release, old), surveyed(release, new))
    assert Counter(changes(answer)) == reviewed((REVIEWED / "diff" / f"{pair}.txt").read_text())


def line(word: str, one: Finding) -> str:
    return f"{word} {one.invariant} {one.file}:{one.line} {one.symbol}"


def changes(answer: Difference) -> Iterator[str]:
    """Each change in one line."""
    yield from (line(f"new {one.severity.value}", one) for one in answer.appeared)
    yield from (line(one.fate.value, one.finding) for one in answer.gone)
    yield from (
        f"moved {one.new.invariant} {place(one.old)} -> {place(one.new)}"
        for one in answer.stayed
        if one.moved
    )
    for word, rows in (("gained", answer.gained), ("lost", answer.lost)):
        yield from (f"{word} {row.cells['kind']}, eagle3 {row.cells['eagle3']} {row.symbol}" for row in rows)
    for changed in answer.changed:
        yield from (f"changed {name} {old} -> {new} {changed.symbol}" for name, old, new in changed.cells)
        if changed.moved_from:
            yield f"class moved {changed.symbol}: {changed.moved_from} -> {changed.file}"
    yield from (f"role {one.role} {place(one.old)} -> {place(one.new)}" for one in answer.moves.roles)
    for key in answer.moves.keys:
        yield f"key {'read now' if key.now else 'not read'} by {key.reader} {key.key}"
    for name in answer.moves.names:
        kind = "parameters" if name.parameter else "word"
        yield f"{kind} of {name.symbol} {name.word}: {name.old or 'none'} -> {name.new or 'none'}"


def place(one: Finding | Site | None) -> str:
    return f"{one.file} {one.symbol}" if one else "nowhere"


def reviewed(text: str) -> Counter[str]:
    """How often each finding or change is listed."""
    found: Counter[str] = Counter()
    for paragraph in text.split("\n\n"):
        head, _, *places = paragraph.splitlines()
        for where in places:
            what, _, times = where.strip().partition(" x")
            found[f"{head} {what}"] += int(times or 1)
    return found
