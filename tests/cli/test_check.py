"""`flowtrace check`: what it asks the pipeline, what it prints, how it ends."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from flowtrace.findings import Severity
from tests.cli.conftest import CommandLine
from tests.report.answers import GREEN, KEEPS, LATE, NEEDED, RED, undecided, wrapper

WARNED = replace(GREEN, findings=(wrapper("Ash", 10),))
UNSURE = replace(GREEN, undecided=(undecided("Ash"),))


def test_no_findings_exit_with_0(flowtrace: CommandLine) -> None:
    assert flowtrace("check", "tree").status == 0


def test_an_error_exits_with_1(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("check", "tree").status == 1


def test_a_warning_exits_with_0(flowtrace: CommandLine) -> None:
    flowtrace.report = WARNED
    assert flowtrace("check", "tree").status == 0


def test_fail_on_warning_makes_a_warning_fail(flowtrace: CommandLine) -> None:
    flowtrace.report = WARNED
    assert flowtrace("check", "tree", "--fail-on", "warning").status == 1


def test_fail_on_info_makes_everything_fail(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(replace(KEEPS, severity=Severity.INFO),))
    assert flowtrace("check", "tree", "--fail-on", "info").status == 1


def test_fail_on_never_lets_errors_pass(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("check", "tree", "--fail-on", "never").status == 0


def test_what_is_undecided_exits_with_0(flowtrace: CommandLine) -> None:
    flowtrace.report = UNSURE
    assert flowtrace("check", "tree").status == 0


def test_strict_makes_what_is_undecided_fail(flowtrace: CommandLine) -> None:
    flowtrace.report = UNSURE
    assert flowtrace("check", "tree", "--strict").status == 1


def test_a_needed_file_that_does_not_parse_exits_with_3(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(RED, skipped=(NEEDED,))
    assert flowtrace("check", "tree", "--fail-on", "never").status == 3


def test_a_needed_file_that_does_not_parse_is_named_on_stderr(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, skipped=(NEEDED, replace(NEEDED, line=4)))
    assert flowtrace("check", "tree", "--format", "json").err == (
        "flowtrace: incomplete: a needed file can't be parsed: models/broken.py:3: invalid syntax"
        " (and 1 more)\n"
    )


def test_a_skipped_file_that_nothing_needed_is_no_failure(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, skipped=(replace(NEEDED, needed=False),))
    assert flowtrace("check", "tree").status == 0


def test_a_run_that_its_time_ended_exits_with_3(flowtrace: CommandLine) -> None:
    flowtrace.report = LATE
    run = flowtrace("check", "tree", "--fail-on", "never")
    assert (run.status, run.err) == (3, f"flowtrace: incomplete: {LATE.late}\n")


def test_a_run_may_take_so_many_seconds(flowtrace: CommandLine) -> None:
    before = time.monotonic()
    flowtrace("check", "tree", "--timeout", "60")
    assert 60 <= flowtrace.asked["options"].until - before < 120


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_no_time_is_refused(flowtrace: CommandLine, seconds: str) -> None:
    run = flowtrace("check", "tree", "--timeout", seconds)
    assert (run.status, "--timeout is a number of seconds above 0" in run.err) == (2, True)


def test_the_report_is_printed(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("check", "tree").out.startswith("error  toy/keeps-head [A1]\n")


def test_json_is_printed(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert json.loads(flowtrace("check", "tree", "--format", "json").out)["findings"][0]["refs"] == ["A1"]


def test_quiet_prints_findings_only_one_line_each(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("check", "tree", "-q").out.splitlines() == [
        f"serve/worker.py:12:9: error toy/keeps-head [A1] {KEEPS.message}"
    ]


def test_a_quiet_green_run_prints_nothing(flowtrace: CommandLine) -> None:
    assert flowtrace("check", "tree", "-q").out == ""


def test_verbose_unfolds(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=tuple(wrapper(f"W{n}", n) for n in range(9)))
    assert "alike" not in flowtrace("check", "tree", "-v").out


def test_quiet_and_verbose_exclude_each_other(flowtrace: CommandLine) -> None:
    assert flowtrace("check", "tree", "-q", "-v").status == 2


def test_every_flag_reaches_the_pipeline(flowtrace: CommandLine) -> None:
    flowtrace(
        *("check", "tree", "--engine", "toy", "--as-version", "1.0", "--spec", "a", "--spec", "b"),
        *("--select", "A1,A2", "--select", "A3", "--ignore", " B1 ,", "--target", "Ash"),
        *("--draft", "draft", "--algorithm", "TOY", "--cache-dir", "kept"),
    )
    assert vars(flowtrace.asked["options"]) == {
        "engine": "toy",
        "as_version": "1.0",
        "specs": (Path("a"), Path("b")),
        "select": ("A1", "A2", "A3"),
        "ignore": ("B1",),
        "target": "Ash",
        "draft": "draft",
        "algorithm": "TOY",
        "config": None,
        "cache": Path("kept"),
        "progress": None,
        "around": 0,
        "targets": False,
        "until": inf,
    }


def test_without_a_cache_nothing_is_kept(flowtrace: CommandLine) -> None:
    flowtrace("check", "tree", "--no-cache")
    assert flowtrace.asked["options"].cache is None


def test_a_cache_and_none_are_not_both_to_be_had(flowtrace: CommandLine) -> None:
    assert flowtrace("check", "tree", "--no-cache", "--cache-dir", "kept").status == 2


def test_a_cache_that_cannot_be_made_is_told(flowtrace: CommandLine) -> None:
    Path("file").write_text("")
    run = flowtrace("check", "tree", "--cache-dir", "file")
    assert (run.status, run.err) == (2, "flowtrace: error: file: can't be made: File exists\n")


def test_the_tree_reaches_the_pipeline_as_given(flowtrace: CommandLine) -> None:
    flowtrace("check", "toy==2.0")
    assert flowtrace.asked["tree"] == "toy==2.0"


def test_settings_hold_where_no_flag_is_given(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('select = ["A1"]\nignore = ["B1"]\ntarget = "Ash"\nengine = "toy"\n')
    flowtrace("check", "tree")
    asked = flowtrace.asked["options"]
    assert (asked.select, asked.ignore, asked.target, asked.engine) == (("A1",), ("B1",), "Ash", "toy")


def test_flags_win_over_settings(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('select = ["A1"]\ntarget = "Ash"\nfail-on = "never"\n')
    flowtrace.report = RED
    status = flowtrace("check", "tree", "--select", "A2", "--target", "Elm", "--fail-on", "error").status
    options = flowtrace.asked["options"]
    assert (options.select, options.target, status) == (("A2",), "Elm", 1)


def test_specs_given_add_to_those_settled(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('spec = ["settled"]\n')
    flowtrace("check", "tree", "--spec", "given")
    assert flowtrace.asked["options"].specs == (Path.cwd() / "settled", Path("given"))


def test_fail_on_can_be_settled(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('fail-on = "warning"\n')
    flowtrace.report = WARNED
    assert flowtrace("check", "tree").status == 1


@pytest.mark.parametrize(
    "wrong", [("check",), ("check", "tree", "--fail-on", "sometimes"), ("check", "tree", "--colour")]
)
def test_wrong_usage_exits_with_2(flowtrace: CommandLine, wrong: tuple[str, ...]) -> None:
    assert flowtrace(*wrong).status == 2


def test_the_help_states_the_exit_rule(flowtrace: CommandLine) -> None:
    assert (
        """\
  Exit status:
    0  no finding at or above --fail-on
    1  findings (with --strict, also anything undecided)
    2  the command line, a spec or the input can't be used
    3  no whole answer: a needed file can't be parsed, the time given to the run
       was up, or an internal error
"""
        in flowtrace("check", "--help").out
    )


def test_the_help_takes_its_examples_from_the_engine(flowtrace: CommandLine) -> None:
    assert flowtrace("check", "--help").out.endswith("""
Examples:
  flowtrace check toy==2.0
  flowtrace check toy==2.0 --fail-on warning --format json
  flowtrace check toy==2.0 --baseline known.json --output sarif=flowtrace.sarif
""")


def test_light_findings_can_be_left_out_and_still_fail_the_run(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(wrapper("Ash", 1),))
    run = flowtrace("check", "tree", "--min-severity", "error", "--fail-on", "warning", "--format", "json")
    told = json.loads(run.out)
    assert (run.status, told["findings"], told["notes"]) == (1, [], ["1 finding below error not shown"])


def test_a_page_is_written_with_what_it_needs(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    run = flowtrace("check", "tree", "--output", "html=report.html")
    assert (run.status, Path("report.html").read_text("utf-8")[:15]) == (1, "<!DOCTYPE html>")
    assert (flowtrace.asked["options"].around, flowtrace.asked["options"].targets) == (2, True)


def test_without_a_page_nothing_is_read_for_one(flowtrace: CommandLine) -> None:
    flowtrace("check", "tree", "--output", "json=report.json")
    assert (flowtrace.asked["options"].around, flowtrace.asked["options"].targets) == (0, False)


def test_releases_need_a_target(flowtrace: CommandLine) -> None:
    assert "--releases needs --target" in flowtrace("check", "tree", "--releases", "toy>=1").err


def test_releases_ask_every_demand(flowtrace: CommandLine) -> None:
    told = flowtrace("check", "tree", "--target", "Ash", "--releases", "toy>=1", "--select", "A1")
    assert (told.status, "leave --select and --ignore out" in told.err) == (2, True)
