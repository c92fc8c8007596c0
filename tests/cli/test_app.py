"""How the program ends when something is wrong, and what it says then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flowtrace import __version__
from flowtrace.errors import FlowtraceError, InputError, OutOfTime, SpecError
from tests.cli.conftest import CommandLine


def test_the_version_is_told(flowtrace: CommandLine) -> None:
    run = flowtrace("--version")
    assert (run.status, run.out) == (0, f"flowtrace {__version__}\n")


def test_an_input_error_is_one_sentence_and_exits_with_2(flowtrace: CommandLine) -> None:
    flowtrace.failure = InputError("there is no folder 'tree'")
    run = flowtrace("check", "tree")
    assert (run.status, run.out, run.err) == (2, "", "flowtrace: error: there is no folder 'tree'\n")


def test_several_spec_problems_are_counted_and_all_told(flowtrace: CommandLine) -> None:
    flowtrace.failure = SpecError(("a.yaml:1:1: one", "b.yaml:2:1: two"))
    run = flowtrace("check", "tree")
    assert (run.status, run.err) == (
        2,
        "flowtrace: error: 2 problems in the specs\n\na.yaml:1:1: one\n\nb.yaml:2:1: two\n",
    )


def test_any_error_of_ours_exits_with_2(flowtrace: CommandLine) -> None:
    flowtrace.failure = FlowtraceError("no")
    assert flowtrace("check", "tree").status == 2


def test_a_bug_is_one_line_with_its_place_and_exits_with_3(flowtrace: CommandLine) -> None:
    flowtrace.failure = ValueError("head\nless")
    run = flowtrace("check", "tree")
    assert (run.status, re.sub(r":\d+\)", ":N)", run.err)) == (
        3,
        "flowtrace: internal error: ValueError: head less (flowtrace/cli/check.py:N);"
        " please report this line, with the command and what `flowtrace --version` says\n",
    )


def test_no_answer_in_time_exits_with_3(flowtrace: CommandLine) -> None:
    flowtrace.failure = OutOfTime("the time given to this run was up before pip had toy==2.0")
    run = flowtrace("check", "tree")
    assert (run.status, run.err) == (
        3,
        "flowtrace: incomplete: the time given to this run was up before pip had toy==2.0\n",
    )


def test_an_interrupt_is_quiet_and_exits_with_130(flowtrace: CommandLine) -> None:
    flowtrace.failure = KeyboardInterrupt()
    run = flowtrace("check", "tree")
    assert (run.status, run.out, run.err) == (130, "", "")


def test_wrong_settings_exit_with_2(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text("selct = []\n")
    assert flowtrace("check", "tree").status == 2


def test_help_survives_specs_that_do_not_load(flowtrace: CommandLine) -> None:
    flowtrace.failure = SpecError(("a.yaml:1:1: one",))
    run = flowtrace("check", "--help")
    assert (run.status, "Examples" in run.out) == (0, False)


@pytest.mark.parametrize("command", ["check", "targets", "explain", "spec"])
def test_every_command_is_listed(flowtrace: CommandLine, command: str) -> None:
    assert f"\n  {command} " in flowtrace("--help").out


def test_no_listed_description_is_cut_off(flowtrace: CommandLine) -> None:
    assert "..." not in flowtrace("--help").out.split("Commands:")[1]
