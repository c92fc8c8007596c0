"""Baselines and suppressions on the command line, and a gate from end to end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from flowtrace.facts import Ignore
from tests.cli.conftest import CommandLine
from tests.report.answers import GREEN, KEEPS, NEEDED, RED, UNBOUND

REGRESSION = replace(KEEPS, symbol="Worker.stop", line=50, fingerprint="2" * 16)
SUPPRESS = """
[[suppress]]
invariant = "toy/keeps-head"
symbol = "Worker.stop"
reason = "fixed upstream, waiting for the release"
owner = "serving"
expires = {date}
"""


def baselined(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("check", "tree", "--baseline", "known.json", "--write-baseline").status == 0


def test_a_gate_from_baseline_to_stale_suppression(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    gate = ("check", "tree", "--baseline", "known.json", "--output", "sarif=out.sarif", "-q")
    flowtrace.report = replace(RED, findings=(KEEPS, REGRESSION))
    assert flowtrace(*gate).status == 1
    runs = json.loads(Path("out.sarif").read_text())["runs"]
    fingerprints = [each["partialFingerprints"] for run in runs for each in run["results"]]
    assert fingerprints == [{"flowtraceFingerprint/v1": "2" * 16}]

    Path("flowtrace.toml").write_text(SUPPRESS.format(date="9999-12-31"))
    assert flowtrace(*gate).status == 0

    Path("flowtrace.toml").write_text(SUPPRESS.format(date="2020-01-01"))
    expired = flowtrace(*gate)
    assert (expired.status, "warning flowtrace/expired-suppression" in expired.out) == (1, True)

    Path("flowtrace.toml").write_text(SUPPRESS.format(date="9999-12-31"))
    flowtrace.report = RED
    fixed = flowtrace(*gate)
    assert (fixed.status, fixed.out) == (
        0,
        "flowtrace.toml:2:1: warning flowtrace/unused-suppression"
        " The suppression of toy/keeps-head at Worker.stop hides nothing.\n",
    )


def test_an_unused_suppression_can_fail_the_run(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('unused-suppression = "error"\n' + SUPPRESS.format(date='"9999-12-31"'))
    assert flowtrace("check", "tree").status == 1


def test_an_unused_suppression_can_be_left_alone(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text('unused-suppression = "off"\n' + SUPPRESS.format(date="9999-12-31"))
    assert flowtrace("check", "tree", "-q").out == ""


def test_a_comment_in_the_tree_hides_a_finding(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(RED, ignores=(Ignore("serve/worker.py", 12, 12, 12, ("A1",), "on purpose"),))
    assert flowtrace("check", "tree").status == 0


def test_the_text_counts_what_is_hidden(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    out = flowtrace("check", "tree", "--baseline", "known.json").out
    assert "No findings.\nNot counted: 1 in the baseline; --show-hidden lists them.\n" in out


def test_what_is_hidden_can_be_listed(flowtrace: CommandLine) -> None:
    Path("flowtrace.toml").write_text(SUPPRESS.format(date="9999-12-31"))
    flowtrace.report = replace(RED, findings=(REGRESSION,))
    assert flowtrace("check", "tree", "--show-hidden").out.startswith(
        "serve/worker.py:50:9: error toy/keeps-head [A1] Worker.start replaces the head\n"
        "  of its model, which has one of its own.\n"
        "  suppressed: fixed upstream, waiting for the release (serving)\n"
        "              [flowtrace.toml:2]\n"
    )


def test_a_missing_baseline_is_told_before_the_analysis(flowtrace: CommandLine) -> None:
    run = flowtrace("check", "tree", "--baseline", "none.json")
    assert (run.status, run.err, flowtrace.asked) == (
        2,
        "flowtrace: error: none.json: there is no such baseline; --write-baseline writes it\n",
        {},
    )


def test_without_baseline_everything_is_shown(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    assert flowtrace("check", "tree").status == 1


def test_a_stale_entry_is_told_and_fails_nothing(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    flowtrace.report = GREEN
    run = flowtrace("check", "tree", "--baseline", "known.json")
    assert (run.status, "note: known.json: 1 entry no longer occurs" in run.out) == (0, True)


def test_stale_entries_can_be_pruned(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    flowtrace.report = GREEN
    run = flowtrace("check", "tree", "--baseline", "known.json", "--prune-baseline")
    assert (json.loads(Path("known.json").read_text())["findings"], "note:" in run.out) == ([], False)


def test_pruning_lets_nothing_new_in(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    flowtrace.report = replace(RED, findings=(REGRESSION,))
    assert flowtrace("check", "tree", "--baseline", "known.json", "--prune-baseline").status == 1


def test_an_incomplete_answer_leaves_the_baseline_alone(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    before = Path("known.json").read_bytes()
    flowtrace.report = replace(GREEN, skipped=(NEEDED,))
    run = flowtrace("check", "tree", "--baseline", "known.json", "--prune-baseline")
    assert (run.status, Path("known.json").read_bytes()) == (3, before)


def test_a_selection_does_not_make_entries_stale(flowtrace: CommandLine) -> None:
    baselined(flowtrace)
    flowtrace.report = replace(GREEN, tallies={})
    assert "note:" not in flowtrace("check", "tree", "--baseline", "known.json", "--select", "B1").out


@pytest.mark.parametrize(
    "flags",
    [
        ("--write-baseline",),
        ("--prune-baseline",),
        ("--baseline", "a", "--write-baseline", "--prune-baseline"),
    ],
)
def test_flags_that_make_no_sense_are_refused(flowtrace: CommandLine, flags: tuple[str, ...]) -> None:
    assert flowtrace("check", "tree", *flags).status == 2


# --- what is bound to nothing


def test_what_is_unbound_fails_the_run(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(UNBOUND,))
    assert flowtrace("check", "tree").status == 1


def test_what_is_unbound_weighs_what_the_project_says(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(UNBOUND,))
    Path("flowtrace.toml").write_text('unbound = "warning"\n')
    run = flowtrace("check", "tree", "-q")
    assert (run.status, run.out) == (0, f"warning toy/built-first [A2] {UNBOUND.message}\n")


def test_what_is_unbound_is_noted_even_where_it_is_no_finding(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(UNBOUND,))
    Path("flowtrace.toml").write_text('unbound = "off"\n')
    run = flowtrace("check", "tree", "--fail-on", "info", "--format", "json")
    told = json.loads(run.out)
    assert (run.status, told["findings"], told["notes"]) == (
        0,
        [],
        ["not asked, since nothing in this release is what they speak of: toy/built-first"],
    )
