"""`flowtrace diff`: what it asks the pipeline, what it writes, how it ends."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tests.cli.conftest import CommandLine
from tests.report.answers import GREEN, NEEDED, RED, TABLE, wrapper

WARNED = replace(GREEN, findings=(wrapper("Ash", 10),))


def test_nothing_new_exits_with_0(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("diff", "old", "new").status == 0


def test_a_new_error_exits_with_1(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"new": RED}
    assert flowtrace("diff", "old", "new").status == 1


def test_an_error_that_is_gone_exits_with_0(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"old": RED}
    assert flowtrace("diff", "old", "new").status == 0


def test_a_new_warning_fails_when_asked_to(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"new": WARNED}
    assert [flowtrace("diff", "old", "new", *flags).status for flags in ((), ("--fail-on", "warning"))] == [
        0,
        1,
    ]


def test_fail_on_never_lets_everything_pass(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"new": RED}
    assert flowtrace("diff", "old", "new", "--fail-on", "never").status == 0


def test_either_side_incomplete_exits_with_3(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"old": replace(GREEN, skipped=(NEEDED,))}
    run = flowtrace("diff", "old", "new")
    assert (run.status, run.err.startswith("flowtrace: incomplete: ")) == (3, True)


def test_a_suppressed_finding_is_not_new(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('[[suppress]]\ninvariant = "toy/keeps-head"\nreason = "known"\n')
    flowtrace.reports = {"new": RED}
    assert flowtrace("diff", "old", "new").status == 0


def test_classes_are_compared(flowtrace: CommandLine) -> None:
    flowtrace.tables = {"old": replace(TABLE, rows=TABLE.rows[1:])}
    assert "  gained  Alpha: " in flowtrace("diff", "old", "new").out


def test_json_is_printed_and_markdown_written(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"new": RED}
    run = flowtrace("diff", "old", "new", "--format", "json", "--output", "markdown=diff.md")
    assert len(json.loads(run.out)["findings"]["new"]) == 1
    assert Path("diff.md").read_text().startswith("### flowtrace: toy 2.0")


def test_sarif_is_no_format_of_it(flowtrace: CommandLine) -> None:
    run = flowtrace("diff", "old", "new", "--output", "sarif=a")
    assert run.err == (
        "flowtrace: error: --output sarif=a: there is no format 'sarif'; it can be text, json, markdown, html\n"
    )


def test_flags_reach_the_pipeline(flowtrace: CommandLine) -> None:
    flowtrace("diff", "old", "new", "--select", "A1", "--target", "Ash")
    options = flowtrace.asked["options"]
    assert (options.select, options.target) == (("A1",), "Ash")


def test_a_page_is_printed(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"new": RED}
    assert flowtrace("diff", "old", "new", "--format", "html").out.startswith("<!DOCTYPE html>")
