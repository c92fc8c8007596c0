"""Baselines: what they take out of a report, what is stale in them, and their file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from flowtrace import baseline
from flowtrace.errors import InputError
from flowtrace.findings import Severity
from tests.report.answers import GREEN, KEEPS, LATE, RED, undecided

UNSURE = undecided("Ash")
KNOWN = baseline.of(RED)


def test_a_known_finding_is_inherited() -> None:
    report = baseline.applied(RED, KNOWN, "known.json")
    assert (report.findings, report.inherited, report.notes) == ((), (KEEPS,), ())


def test_a_new_finding_stays() -> None:
    new = replace(KEEPS, symbol="Worker.stop", fingerprint="2")
    report = baseline.applied(replace(RED, findings=(KEEPS, new)), KNOWN, "known.json")
    assert report.findings == (new,)


def test_a_moved_line_changes_nothing() -> None:
    report = replace(RED, findings=(replace(KEEPS, line=400),))
    assert baseline.applied(report, KNOWN, "known.json").findings == ()


def test_a_moved_file_changes_nothing() -> None:
    report = replace(RED, findings=(replace(KEEPS, file="serve/new.py", fingerprint="2"),))
    assert baseline.applied(report, KNOWN, "known.json").findings == ()


def test_a_finding_that_weighs_more_than_its_entry_stays() -> None:
    known = baseline.of(replace(RED, findings=(replace(KEEPS, severity=Severity.WARNING),)))
    assert baseline.applied(RED, known, "known.json").findings == (KEEPS,)


def test_what_is_undecided_is_inherited_too() -> None:
    report = replace(GREEN, undecided=(UNSURE,))
    applied = baseline.applied(report, baseline.of(report), "known.json")
    assert (applied.undecided, applied.inherited) == ((), (UNSURE,))


def test_what_is_no_longer_found_is_told() -> None:
    assert baseline.applied(GREEN, KNOWN, "known.json").notes == (
        "known.json: 1 entry no longer occurs (toy/keeps-head Worker.start);"
        " --prune-baseline removes what is gone",
    )


def test_an_incomplete_run_does_not_tell_what_is_no_longer_found() -> None:
    assert baseline.applied(replace(LATE, findings=()), KNOWN, "known.json").notes == ()


def test_pruning_removes_what_is_no_longer_found() -> None:
    assert baseline.pruned(GREEN, KNOWN).entries == ()


def test_pruning_adds_nothing() -> None:
    new = replace(KEEPS, symbol="Worker.stop", fingerprint="2")
    assert baseline.pruned(replace(RED, findings=(KEEPS, new)), KNOWN) == KNOWN


def test_a_narrowed_run_does_not_judge_what_it_did_not_ask() -> None:
    assert baseline.stale(replace(GREEN, tallies={}), KNOWN, narrowed=True) == ()


def test_a_narrowed_run_judges_what_it_asked() -> None:
    assert baseline.stale(GREEN, KNOWN, narrowed=True) == KNOWN.entries


def test_writing_again_keeps_what_was_inherited() -> None:
    assert baseline.of(baseline.applied(RED, KNOWN, "known.json")) == KNOWN


def test_the_file_is_sorted_readable_and_without_lines() -> None:
    assert baseline.text(KNOWN) == (
        """\
{
  "schema": 1,
  "package": "toy",
  "version": "2.0",
  "findings": [
    {
      "invariant": "toy/keeps-head",
      "verdict": "broken",
      "severity": "error",
      "file": "serve/worker.py",
      "symbol": "Worker.start",
      "message": "Worker.start replaces the head of its model, which has one of its own.",
      "fingerprint": "00d1ce00d1ce00d1"
    }
  ]
}
"""
    )


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_text(baseline.text(KNOWN))
    assert baseline.read(file) == KNOWN


def refusal(file: Path) -> str:
    with pytest.raises(InputError) as caught:
        baseline.read(file)
    return str(caught.value).removeprefix(f"{file}: ")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.json") == "there is no such baseline; --write-baseline writes it"


ENTRY = json.loads(baseline.text(KNOWN))["findings"][0]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "is no baseline: not JSON: "),
        ("[]", "is no baseline: it has no list of findings"),
        ('{"schema": 2, "findings": []}', "is a baseline of schema 2, and only 1 is known;"),
        ('{"schema": 1, "findings": [3]}', "finding 1 is no object"),
        (json.dumps({"schema": 1, "findings": [{**ENTRY, "symbol": None}]}), "finding 1 has no symbol"),
        (json.dumps({"schema": 1, "findings": [{**ENTRY, "severity": "odd"}]}), "finding 1: 'odd' is not"),
    ],
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "known.json"
    file.write_text(content)
    assert refusal(file).startswith(complaint)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(file).startswith("is no baseline: not JSON: ")
