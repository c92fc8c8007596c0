"""When invariants broke and were fixed over many releases."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Report, Severity, Tally, Verdict
from flowtrace.history import Answer, Course, History, Release, history, release
from tests.report.answers import GREEN, KEEPS, NEEDED, RED, UNBOUND, wrapper


def over(*reports: Report) -> History:
    releases = [release(f"1.{number}", each) for number, each in enumerate(reports)]
    return history("toy", releases)


def test_an_invariant_breaks_and_is_fixed() -> None:
    assert over(GREEN, RED, RED, GREEN).courses == (
        Course(
            "toy/keeps-head",
            (
                Answer(Verdict.HOLDS),
                Answer(Verdict.BROKEN, 1),
                Answer(Verdict.BROKEN, 1),
                Answer(Verdict.HOLDS),
            ),
            (("1.1", True), ("1.3", False)),
        ),
    )


def test_an_invariant_that_never_broke_has_no_course() -> None:
    assert over(GREEN, GREEN).courses == ()


def test_an_unbound_one_counts_as_broken() -> None:
    report = replace(GREEN, findings=(UNBOUND,), tallies={"toy/built-first": Tally(unbound=1)})
    assert over(report).courses[0].answers == (Answer(Verdict.UNBOUND, 1),)


def test_an_undecided_one_is_no_finding() -> None:
    report = replace(GREEN, tallies={"toy/keeps-head": Tally(unknown=1, holds=4)})
    assert over(RED, report).courses[0].answers[1] == Answer(Verdict.UNKNOWN)


def test_a_release_that_failed_turns_nothing() -> None:
    failed = Release("1.1", {}, failure="no wheel")
    answer = history("toy", [release("1.0", RED), failed, release("1.2", RED)])
    assert (answer.courses[0].answers[1], answer.courses[0].turns) == (None, (("1.0", True),))


def test_only_findings_of_the_named_class_count() -> None:
    findings = (KEEPS, replace(wrapper("Ash", 1), named=True, severity=Severity.ERROR))
    answers = release("1.0", replace(RED, findings=findings), named=True).answers
    assert {name: answer.findings for name, answer in answers.items()} == {
        "toy/keeps-head": 0,
        "toy/wrapper-has-taps": 1,
    }


def test_an_incomplete_release_says_so() -> None:
    assert release("1.0", replace(GREEN, skipped=(NEEDED,))).incomplete
