"""Scores of mutants as text, JSON and Markdown."""

from __future__ import annotations

import json

from flowtrace.report import mutation
from flowtrace.scores import Score, Scores, Trial

FOUND = Trial("negate", "serve/worker.py", 4, "Worker.start", told=("the head is replaced",))
MISSED = Trial("drop call", "serve/worker.py", 7, "Worker.start")
SILENT = Trial("hoist a guard", "serve/worker.py", 4, "Worker.start")
ALARM = Trial("alias the receiver", "serve/worker.py", 7, "Worker.start", told=("no head is set",))
LOST = Trial("rename a local", "serve/worker.py", 5, "Worker.start", undecided=True)
SCORES = Scores(
    "toy",
    "toy",
    "2.0",
    (
        Score("toy/keeps-head", ("A1",), (FOUND, MISSED), (SILENT, ALARM, LOST)),
        Score("toy/needs-draft", reason="it needs a draft"),
    ),
)


def lines() -> list[str]:
    return [line.plain for line in mutation.text(SCORES, 120)]


def test_a_row_counts_what_was_planted_found_and_missed() -> None:
    assert lines()[2].split() == ["toy/keeps-head", "2", "1", "1", "3", "1", "1"]


def test_each_missed_fault_is_listed_with_its_place() -> None:
    assert "toy/keeps-head: missed, drop call at serve/worker.py:7 Worker.start" in lines()


def test_each_false_alarm_is_listed_with_what_was_told() -> None:
    told = "toy/keeps-head: false alarm, alias the receiver at serve/worker.py:7 Worker.start: no head is set"
    assert told in lines()


def test_each_question_lost_is_listed() -> None:
    assert "toy/keeps-head: undecided, rename a local at serve/worker.py:5 Worker.start" in lines()


def test_an_invariant_that_was_not_tried_says_why() -> None:
    assert "toy/needs-draft: it needs a draft" in lines()


def test_the_last_line_is_the_sum() -> None:
    assert lines()[-1] == (
        "1 invariant: 1 of 2 planted faults found (50.0 %); 1 false alarm on 3 equivalent edits"
    )


def test_json_has_every_trial() -> None:
    told = json.loads(mutation.json(SCORES))["invariants"]["toy/keeps-head"]
    assert [each["operator"] for each in told["faults"]] == ["negate", "drop call"]
    assert [each["undecided"] for each in told["equivalents"]] == [False, False, True]


def test_markdown_is_a_table_and_a_list() -> None:
    written = mutation.as_markdown(SCORES)
    assert "| `toy/keeps-head` | 2 | 1 | 1 | 3 | 1 | 1 |\n" in written
    assert "- toy/keeps-head: missed, drop call at serve/worker.py:7 Worker.start\n" in written
