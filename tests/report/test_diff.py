"""The answer of `diff`, as text, JSON and Markdown."""

from __future__ import annotations

import json
from dataclasses import replace

from flowtrace.diff import Difference, difference
from flowtrace.report import diff
from tests.report.answers import GREEN, KEEPS, RED, TABLE, wrapper

ALPHA, BETA, GAMMA = TABLE.rows
FULL: Difference = difference(
    replace(
        GREEN,
        version="1.9",
        findings=(replace(wrapper("Ash", 10), fingerprint="1"), replace(wrapper("Elm", 20), fingerprint="2")),
    ),
    replace(
        RED, findings=(KEEPS, replace(wrapper("Elm", 8), fingerprint="3", file="models/deep/wrappers.py"))
    ),
    replace(TABLE, rows=(ALPHA, GAMMA)),
    replace(TABLE, rows=(replace(ALPHA, cells={**ALPHA.cells, "taps": "none"}), BETA)),
)
NOTHING = difference(GREEN, GREEN, TABLE, TABLE)


def text(answer: Difference) -> str:
    return "".join(f"{line.plain}\n" for line in diff.text(answer, 100))


def test_the_text_shows_new_findings_in_full_and_the_rest_in_lines() -> None:
    assert text(FULL) == (
        """\
new
error  toy/keeps-head [A1]
  serve/worker.py:12:9 Worker.start
  Worker.start replaces the head of its model, which has one of its own.

  1. serve/worker.py:9 Worker.start
     tests self.shares (when shares is true: assumed)
  2. serve/worker.py:12 Worker.start
     calls set_head on self.model
     | self.model.set_head(head)

  why:    A replaced head predicts another vocabulary, and every proposal is rejected without a
          word.
  remedy: Test has_head before sharing the head.

findings
  gone   toy/wrapper-has-taps models/wrappers.py:10 Ash: Ash wraps Base, which has set_taps, and
           does not offer it.
  moved  toy/wrapper-has-taps models/deep/wrappers.py:8 Elm: was in models/wrappers.py

classes
  gained   Beta: kind target, taps inherits:Alpha, verdict broken
  lost     Gamma: kind draft, taps none, verdict not applicable
  changed  Alpha: taps direct -> none

toy 1.9 -> toy 2.0: 1 new finding, 1 gone, 1 unchanged; classes: 1 gained, 1 lost, 1 changed.
"""
    )


def test_no_difference_is_one_line() -> None:
    assert text(NOTHING) == (
        "toy 2.0 -> toy 2.0: 0 new findings, 0 gone, 0 unchanged; classes: 0 gained, 0 lost, 0 changed.\n"
    )


def test_json_has_everything() -> None:
    told = json.loads(diff.json(FULL))
    assert [each["symbol"] for each in told["findings"]["new"]] == ["Worker.start"]
    assert [(each["symbol"], each["fate"]) for each in told["findings"]["gone"]] == [("Ash", "gone")]
    assert [each["moved_from"] for each in told["findings"]["unchanged"]] == ["models/wrappers.py"]
    assert told["targets"]["changed"] == [
        {"class": "Alpha", "file": "models/a.py", "columns": {"taps": {"old": "direct", "new": "none"}}}
    ]


def test_markdown_has_a_row_for_each() -> None:
    rows = [line for line in diff.as_markdown(FULL).splitlines() if line.startswith("| **")]
    assert [row.split("**")[1] for row in rows] == [
        *("new error", "gone", "moved"),
        *("gained", "lost", "changed"),
    ]


def test_markdown_without_difference_has_no_table() -> None:
    assert "|" not in diff.as_markdown(NOTHING)
