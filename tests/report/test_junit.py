"""JUnit XML: what is a failure, what passes, what is skipped."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from flowtrace.findings import Report, Severity, Tally
from flowtrace.report import junit
from tests.report.answers import GREEN, KEEPS, LATE, RED, wrapper


def suites(answer: Report, least: Severity | None = Severity.ERROR) -> Element:
    return ElementTree.fromstring(junit.report(answer, least=least))


def numbers(element: Element) -> tuple[str | None, ...]:
    return tuple(element.get(word) for word in ("tests", "failures", "errors", "skipped"))


def test_a_finding_is_a_failure() -> None:
    case = suites(RED).find("testsuite[@name='toy/keeps-head']/testcase")
    assert case is not None
    assert case.get("name") == "Worker.start (toy/serve/worker.py:12)"
    failure = case.find("failure")
    assert failure is not None
    assert (failure.get("message"), failure.get("type")) == (KEEPS.message, "error")


def test_a_failure_shows_the_path_and_the_reasons() -> None:
    failure = suites(RED).find(".//failure")
    assert failure is not None
    assert failure.text == (
        f"error: toy/serve/worker.py:12: {KEEPS.message}\n"
        "  1. toy/serve/worker.py:9 Worker.start: tests self.shares (when shares is true: assumed)\n"
        "  2. toy/serve/worker.py:12 Worker.start: calls set_head on self.model\n"
        f"why: {KEEPS.why}\n"
        f"remedy: {KEEPS.remedy}"
    )


def test_the_cases_are_counted() -> None:
    assert numbers(suites(RED)) == ("2", "1", "0", "0")


def test_a_finding_that_does_not_fail_the_run_passes() -> None:
    answer = replace(GREEN, findings=(wrapper("Ash", 10),))
    assert numbers(suites(answer)) == ("2", "0", "0", "0")


def test_a_finding_fails_from_the_severity_asked_for() -> None:
    answer = replace(GREEN, findings=(wrapper("Ash", 10),))
    assert numbers(suites(answer, Severity.WARNING)) == ("2", "1", "0", "0")


def test_nothing_fails_when_nothing_should() -> None:
    assert numbers(suites(RED, None)) == ("2", "0", "0", "0")


def test_an_invariant_that_did_not_apply_or_was_not_decided_is_skipped() -> None:
    answer = replace(GREEN, tallies={"toy/a": Tally(not_applicable=1), "toy/b": Tally(unknown=2, holds=1)})
    assert [each.get("message") for each in suites(answer).iter("skipped")] == [
        "not applicable to this tree",
        "undecided for 2, holds for 1",
    ]


def test_letters_that_xml_forbids_are_replaced() -> None:
    answer = replace(RED, findings=(replace(KEEPS, message="a\x00b\x1bc"),))
    failure = suites(answer).find(".//failure")
    assert failure is not None
    assert failure.get("message") == "a\ufffdb\ufffdc"


def test_an_incomplete_answer_is_an_error() -> None:
    error = suites(LATE).find("testsuite[@name='flowtrace']/testcase/error")
    assert error is not None
    assert (error.get("message"), suites(LATE).get("errors")) == (LATE.late, "1")
