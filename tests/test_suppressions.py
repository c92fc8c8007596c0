"""Suppressions and comments: what they hide, and what is found about them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from flowtrace.facts import Ignore
from flowtrace.findings import Finding, Report, Severity, Suppressed
from flowtrace.suppressions import OWN, Suppression, applied
from tests.report.answers import GREEN, KEEPS, LATE, RED, UNBOUND, undecided, wrapper

TODAY = date(2030, 6, 15)
HIDES = Suppression("toy/keeps-head", "known upstream", ("flowtrace.toml", 3), symbol="Worker.*")
COMMENT = Ignore("serve/worker.py", 11, 10, 20, ("toy/keeps-head",), "we do this on purpose")
WRAPPERS = replace(GREEN, findings=(wrapper("Ash", 10), wrapper("Elm", 20)))


def after(report: Report, *suppressions: Suppression, unused: Severity | None = Severity.WARNING) -> Report:
    return applied(report, suppressions, today=TODAY, unused=unused)


def told(report: Report) -> list[tuple[str, str, int, str]]:
    """What is found about suppressions: id, severity, line and message."""
    return [
        (each.invariant, each.severity.value, each.line, each.message)
        for each in report.findings
        if each.invariant in OWN
    ]


def test_a_suppression_hides_what_it_matches() -> None:
    report = after(RED, HIDES)
    assert (report.findings, report.suppressed) == (
        (),
        (Suppressed(KEEPS, "known upstream", "flowtrace.toml:3"),),
    )


def test_the_owner_goes_with_the_reason() -> None:
    (hidden,) = after(RED, replace(HIDES, owner="serving team")).suppressed
    assert hidden.reason == "known upstream (serving team)"


@pytest.mark.parametrize("invariant", ["toy/keeps-head", "A1", "toy/", "toy/keeps*"])
def test_an_invariant_is_named_by_id_ref_topic_or_pattern(invariant: str) -> None:
    assert after(RED, replace(HIDES, invariant=invariant)).findings == ()


@pytest.mark.parametrize(
    "other",
    [
        replace(HIDES, invariant="toy/other"),
        replace(HIDES, file="models/*"),
        replace(HIDES, symbol="Runner.*"),
    ],
)
def test_all_that_it_names_must_match(other: Suppression) -> None:
    assert KEEPS in after(RED, other).findings


def test_a_finding_without_a_place_can_be_suppressed() -> None:
    report = replace(GREEN, findings=(UNBOUND,))
    assert after(report, Suppression("A2", "we do not use graphs", ("f", 1))).findings == ()


def test_what_is_undecided_can_be_suppressed() -> None:
    report = replace(GREEN, undecided=(undecided("Ash"),))
    assert after(report, Suppression("B1", "so", ("f", 1))).undecided == ()


def test_one_that_hides_nothing_is_a_finding() -> None:
    assert told(after(GREEN, HIDES)) == [
        (
            "flowtrace/unused-suppression",
            "warning",
            3,
            "The suppression of toy/keeps-head at Worker.* hides nothing.",
        )
    ]


def test_how_much_an_unused_one_weighs_can_be_chosen() -> None:
    (one,) = after(GREEN, HIDES, unused=Severity.ERROR).findings
    assert one.severity is Severity.ERROR


def test_unused_ones_can_be_left_alone() -> None:
    assert after(GREEN, HIDES, unused=None).findings == ()


def test_its_findings_lie_outside_the_tree() -> None:
    (one,) = after(GREEN, HIDES).findings
    assert (one.file, one.outside) == ("flowtrace.toml", True)


def test_a_narrowed_run_does_not_judge_what_it_did_not_ask() -> None:
    report = replace(GREEN, tallies={})
    assert applied(report, [HIDES], today=TODAY, narrowed=True).findings == ()


def test_in_an_incomplete_run_none_is_unused() -> None:
    late = replace(LATE, findings=(KEEPS,))
    report = after(late, replace(HIDES, count=2), replace(HIDES, symbol="Runner.*"))
    assert (report.findings, report.notes) == ((), ())


def test_an_expired_one_hides_nothing_and_is_a_finding() -> None:
    report = after(RED, replace(HIDES, expires=date(2030, 6, 14)))
    assert KEEPS in report.findings
    assert told(report) == [
        (
            "flowtrace/expired-suppression",
            "warning",
            3,
            "The suppression of toy/keeps-head at Worker.* expired on 2030-06-14.",
        )
    ]


def test_one_holds_on_its_last_day() -> None:
    assert after(RED, replace(HIDES, expires=TODAY)).findings == ()


def test_one_that_hides_more_than_its_count_is_as_heavy_as_what_it_hides() -> None:
    heavy = replace(WRAPPERS, findings=(*WRAPPERS.findings, replace(KEEPS, refs=("B1",))))
    assert told(after(heavy, Suppression("B1", "so", ("flowtrace.toml", 9), count=2))) == [
        (
            "flowtrace/grown-suppression",
            "error",
            9,
            "The suppression of B1 hides 3 findings, and its count is 2.",
        )
    ]


def test_one_may_hide_as_many_as_its_count() -> None:
    assert after(WRAPPERS, Suppression("B1", "so", ("f", 1), count=2)).findings == ()


def test_one_that_hides_fewer_than_its_count_is_noted() -> None:
    assert after(WRAPPERS, Suppression("B1", "so", ("f", 1), count=5)).notes == (
        "f:1: the suppression of B1 hides 2 of the 5 findings it may; its count can be lowered",
    )


def test_the_first_that_matches_has_the_finding() -> None:
    report = after(RED, HIDES, replace(HIDES, place=("flowtrace.toml", 9)))
    assert [line for _, _, line, _ in told(report)] == [9]


def test_a_comment_hides_what_it_spans() -> None:
    report = after(replace(RED, ignores=(COMMENT,)))
    assert report.suppressed == (Suppressed(KEEPS, "we do this on purpose", "serve/worker.py:11"),)


@pytest.mark.parametrize("other", [replace(COMMENT, first=13), replace(COMMENT, file="serve/other.py")])
def test_a_comment_elsewhere_hides_nothing(other: Ignore) -> None:
    assert KEEPS in after(replace(RED, ignores=(other,))).findings


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        (replace(COMMENT, reason=""), "The comment gives no reason."),
        (replace(COMMENT, invariants=()), "The comment names no invariant."),
    ],
)
def test_a_comment_that_lacks_something_hides_nothing(comment: Ignore, message: str) -> None:
    report = after(replace(RED, ignores=(comment,)))
    assert KEEPS in report.findings
    assert told(report) == [("flowtrace/malformed-suppression", "warning", 11, message)]


def test_a_comment_that_hides_nothing_is_a_finding_in_the_tree() -> None:
    one: Finding
    (one,) = after(replace(GREEN, ignores=(COMMENT,))).findings
    assert (one.invariant, one.file, one.outside) == (
        "flowtrace/unused-suppression",
        "serve/worker.py",
        False,
    )


def test_every_finding_has_a_fingerprint_and_says_what_to_do() -> None:
    (one,) = after(GREEN, HIDES).findings
    assert all((one.fingerprint, one.says, one.why, one.remedy))


def test_fingerprints_of_the_other_findings_stay() -> None:
    assert KEEPS.fingerprint in {each.fingerprint for each in after(RED, replace(HIDES, symbol="x")).findings}
