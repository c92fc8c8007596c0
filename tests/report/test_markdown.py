"""Markdown: the table, the details, and that code can't break out of either."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Pairing, Suppressed, Works
from flowtrace.report import markdown
from tests.report.answers import GREEN, KEEPS, NEEDED, RED, UNBOUND, undecided, wrapper


def test_a_green_answer_shows_what_was_looked_at() -> None:
    assert markdown.report(GREEN) == (
        "### flowtrace: toy 2.0\n\nno findings\n\n2 invariants, 1,205 judgements, 4,719 files read\n"
    )


def test_the_answer_for_a_pair_comes_first() -> None:
    answer = replace(GREEN, pairing=Pairing(Works.YES, "Yes: nothing read keeps Ash from working."))
    assert markdown.report(answer).splitlines()[2] == "**Yes: nothing read keeps Ash from working.**"


def test_a_finding_has_a_row() -> None:
    row = next(line for line in markdown.report(RED).splitlines() if line.startswith("| **error**"))
    assert row == (
        "| **error** | `toy/keeps-head` A1 | `toy/serve/worker.py:12` |"
        " Worker.start replaces the head of its model, which has one of its own. |"
    )


def test_an_error_has_its_path_below() -> None:
    assert (
        "1. `toy/serve/worker.py:9` `Worker.start`: tests self.shares (when `shares is true: assumed`)\n"
        in markdown.report(RED)
    )


def test_warnings_that_are_alike_share_a_row() -> None:
    answer = replace(GREEN, findings=tuple(wrapper(f"W{n}", n) for n in range(9)))
    rows = [line for line in markdown.report(answer).splitlines() if line.startswith("| **warning**")]
    assert rows == [
        "| **warning** | `toy/wrapper-has-taps` B1 | 9 places | A wrapper offers the taps of what it wraps. |"
    ]


def test_what_has_no_place_says_so() -> None:
    assert "| unbound |" in markdown.report(replace(RED, findings=(UNBOUND,)))


def test_what_is_not_counted_is_told() -> None:
    answer = replace(
        GREEN,
        undecided=(undecided("Ash"),),
        inherited=(KEEPS,),
        suppressed=(Suppressed(KEEPS, "so", "f:1"),),
    )
    assert "no findings, 1 undecided, 1 in the baseline, 1 suppressed\n" in markdown.report(answer)


def test_an_incomplete_answer_says_so() -> None:
    answer = replace(GREEN, skipped=(NEEDED,))
    assert (
        "> **Incomplete:** a needed file can't be parsed: models/broken.py:3: invalid syntax."
        in markdown.report(answer)
    )


def test_markdown_in_a_message_is_shown_as_it_is() -> None:
    assert markdown.escaped("a|b <c> *d* _e_\nf") == r"a\|b \<c\> \*d\* \_e\_ f"


def test_code_with_bars_and_back_quotes_stays_code() -> None:
    assert (markdown.code("a | b"), markdown.code("a`b")) == (r"`a \| b`", "`` a`b ``")


def test_a_long_answer_is_cut_off_with_a_word() -> None:
    answer = replace(RED, findings=(KEEPS,) * 300)
    text = markdown.report(answer)
    assert len(text) < 65_536
    assert "are left out here; the text report has all." in text
