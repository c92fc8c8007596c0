"""The answer of `releases`, as text, JSON and Markdown."""

from __future__ import annotations

import json
from dataclasses import replace

from flowtrace.history import Release, history, release
from flowtrace.report import history as shown
from tests.report.answers import GREEN, NEEDED, RED

ANSWER = history(
    "toy",
    [
        release("1.0", RED),
        Release("1.1", {}, failure="there is no wheel"),
        release("1.2", replace(GREEN, skipped=(NEEDED,))),
        release("1.3", RED),
    ],
)


def test_the_text_has_a_row_for_each_release_and_tells_the_turns() -> None:
    assert "".join(f"{line.plain}\n" for line in shown.text(ANSWER)) == (
        """\
release  (1)
-------  ---
1.0      1
1.1      !
1.2      .
1.3      1

A number counts findings; . holds, ? undecided, - not applicable, ! could not be
checked.

(1) toy/keeps-head: broken in 1.0 or before, fixed in 1.2, broken in 1.3

note: 1.1: there is no wheel
note: 1.2: incomplete, since a needed file could not be parsed
toy: 3 releases checked; 1 invariant has findings in some of them.
"""
    )


def test_json_has_the_numbers_and_the_turns() -> None:
    told = json.loads(shown.json(ANSWER))
    assert told["invariants"] == {"toy/keeps-head": {"broke": ["1.0", "1.3"], "fixed": ["1.2"]}}
    assert told["releases"][0]["invariants"]["toy/keeps-head"] == {"verdict": "broken", "findings": 1}
    assert told["releases"][1]["failure"] == "there is no wheel"


def test_markdown_has_a_row_for_each_invariant() -> None:
    assert (
        "| `toy/keeps-head` | broken in 1.0 or before, fixed in 1.2, broken in 1.3 |\n"
        in shown.as_markdown(ANSWER)
    )
