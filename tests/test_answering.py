"""A report on a pair and its one sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flowtrace.answering import answered, with_first
from flowtrace.findings import Report, Severity, Works
from tests.report.answers import GREEN, LATE, NEEDED, RED, UNBOUND, undecided, wrapper


def told(report: Report, unregistered: tuple[str, ...] = ()) -> tuple[Works, str]:
    pairing = answered(report, ("Ash",), "Birch", unregistered).pairing
    assert pairing is not None
    return pairing.works, pairing.sentence


def test_error_is_a_no() -> None:
    works, sentence = told(RED)
    assert works is Works.NO
    assert sentence.startswith("No: Ash with this Birch can't work in ")


def test_warning_stays_a_yes() -> None:
    works, sentence = told(replace(GREEN, findings=(wrapper("Ash", 10),)))
    assert works is Works.YES
    assert sentence.endswith(" (1 smaller finding below).")


def test_sizes_that_were_not_compared_are_told() -> None:
    pairing = answered(GREEN, ("Ash",), "Birch", (), unsized=True).pairing
    assert pairing is not None
    assert pairing.sentence.endswith(", its sizes left aside.")


@pytest.mark.parametrize(("severity", "works"), [(Severity.ERROR, Works.UNKNOWN), (Severity.INFO, Works.YES)])
def test_only_what_would_be_an_error_keeps_the_answer_open(severity: Severity, works: Works) -> None:
    report = replace(GREEN, undecided=(replace(undecided("Ash"), severity=severity),))
    assert told(report)[0] is works


def test_what_concerns_some_drafts_is_named_beside_the_answer() -> None:
    some = replace(RED.findings[0], some_drafts=True)
    works, sentence = told(replace(RED, findings=(some,)))
    assert works is Works.YES
    assert sentence.endswith(", unless A1 concerns the draft (--draft tells).")


def test_what_is_open_for_some_drafts_does_not_keep_the_answer_open() -> None:
    some = replace(undecided("Ash"), severity=Severity.ERROR, some_drafts=True)
    assert told(replace(GREEN, undecided=(some,)))[0] is Works.YES


def test_file_that_was_needed_keeps_the_answer_open() -> None:
    assert told(replace(GREEN, skipped=(NEEDED,)))[0] is Works.UNKNOWN


def test_a_run_that_its_time_ended_is_no_yes() -> None:
    works, sentence = told(replace(LATE, findings=()))
    assert works is Works.UNKNOWN
    assert sentence.endswith(f", but {LATE.late}.")


def test_what_is_unbound_is_no_no() -> None:
    works, sentence = told(replace(GREEN, findings=(UNBOUND,)))
    assert works is Works.UNKNOWN
    assert sentence.endswith(", but A2 could not be decided.")


def test_releases_left_untried_are_told() -> None:
    pairing = with_first(answered(LATE, ("Ash",), "", ()), "toy>=1.1", None, ["1.1"]).pairing
    assert pairing is not None
    assert pairing.sentence.endswith(
        "; the time was up before a release of toy>=1.1 in which the pair can was found."
    )


def test_class_that_is_not_registered_is_a_no() -> None:
    works, sentence = told(GREEN, ("Ash",))
    assert works is Works.NO
    assert sentence.endswith(" registers no class Ash.")


@pytest.mark.parametrize(
    ("first", "tried", "end"),
    [
        ("1.2", ["1.1", "1.2"], "; the first release of toy>=1.1 in which the pair can is 1.2."),
        (None, ["1.1", "1.2"], "; the pair can in none of toy>=1.1 (1.1 to 1.2 were checked)."),
        (None, [], "; no release of toy>=1.1 could be checked."),
    ],
)
def test_first_release_stands_in_the_same_sentence(first: str | None, tried: list[str], end: str) -> None:
    pairing = with_first(answered(GREEN, ("Ash",), "", ()), "toy>=1.1", first, tried).pairing
    assert pairing is not None
    assert pairing.sentence.endswith(end)
