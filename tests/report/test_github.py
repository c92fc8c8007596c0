"""Annotations: their level, their place, and what must be escaped in them."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Severity
from flowtrace.report import github
from tests.report.answers import GREEN, KEEPS, LATE, RED, UNBOUND


def test_a_finding_is_an_annotation_at_its_line() -> None:
    assert github.report(RED) == (
        "::error file=toy/serve/worker.py,line=12,col=9,title=flowtrace%3A toy/keeps-head [A1]::"
        f"{KEEPS.message}%0Awhy: {KEEPS.why}%0Aremedy: {KEEPS.remedy}\n"
    )


def test_each_severity_has_its_command() -> None:
    findings = tuple(replace(KEEPS, severity=each) for each in (Severity.WARNING, Severity.INFO))
    lines = github.report(replace(RED, findings=findings)).splitlines()
    assert [line.split()[0] for line in lines] == ["::warning", "::notice"]


def test_what_would_end_a_command_or_a_property_is_escaped() -> None:
    finding = replace(KEEPS, file="a,b:c.py", message="50%\nof::it", why="", remedy="")
    assert github.report(replace(RED, findings=(finding,))) == (
        "::error file=toy/a%2Cb%3Ac.py,line=12,col=9,title=flowtrace%3A toy/keeps-head [A1]::50%25%0Aof::it\n"
    )


def test_what_has_no_place_is_at_the_package() -> None:
    assert github.report(replace(RED, findings=(UNBOUND,))).startswith("::error file=toy,line=1,col=1,")


def test_nothing_found_prints_nothing() -> None:
    assert github.report(GREEN) == ""


def test_an_incomplete_answer_says_so_first() -> None:
    assert github.report(replace(LATE, findings=())) == (
        "::error title=flowtrace%3A incomplete::"
        "the time given to this run was up: 1 of 2 invariants not asked to the end\n"
    )
