"""The SARIF log: what services need of it, and what Microsoft's validator says of it."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flowtrace.findings import Report, Suppressed
from flowtrace.report import sarif
from tests.report.answers import CALLER, GREEN, KEEPS, LATE, NEEDED, RED, UNBOUND, undecided, wrapper

SUPPRESSION = replace(
    wrapper("flowtrace.toml", 3),
    invariant="flowtrace/unused-suppression",
    file="flowtrace.toml",
    outside=True,
    symbol="",
    evidence=(),
    fingerprint="5" * 16,
)
FULL = replace(
    RED,
    findings=(
        KEEPS,
        replace(UNBOUND, fingerprint="1" * 16),
        replace(wrapper("Ash %", 4), fingerprint="2" * 16, file="models/a b.py"),
        SUPPRESSION,
    ),
    undecided=(undecided("Elm"),),
    suppressed=(Suppressed(replace(KEEPS, line=30, fingerprint="3" * 16), "known", "flowtrace.toml:3"),),
    inherited=(replace(KEEPS, line=40, fingerprint="4" * 16),),
    skipped=(NEEDED,),
)


def run(answer: Report, topic: str = "toy", *, hidden: bool = False) -> Any:
    runs = json.loads(sarif.report(answer, hidden=hidden))["runs"]
    return next(each for each in runs if each["automationDetails"]["id"].endswith(f"/{topic}/"))


def result(answer: Report) -> Any:
    return run(answer)["results"][0]


def test_each_topic_has_a_run_with_its_own_id() -> None:
    runs = json.loads(sarif.report(FULL))["runs"]
    assert [each["automationDetails"]["id"] for each in runs] == [
        "flowtrace/toy/flowtrace/",
        "flowtrace/toy/toy/",
    ]


def test_a_green_answer_has_the_same_runs_so_that_alerts_are_closed() -> None:
    assert [each["results"] for each in json.loads(sarif.report(GREEN))["runs"]] == [[], []]


def test_a_result_has_its_rule_level_message_and_place() -> None:
    told = result(RED)
    assert (told["ruleId"], told["level"], told["message"]["text"]) == (
        "toy/keeps-head",
        "error",
        KEEPS.message,
    )
    assert told["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "toy/serve/worker.py"},
        "region": {
            "startLine": 12,
            "startColumn": 9,
            "snippet": {"text": "        self.model.set_head(head)"},
        },
    }


def test_paths_are_those_of_the_working_directory_when_the_package_lies_below_it() -> None:
    told = result(replace(RED, location="python/toy"))
    place = told["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "python/toy/serve/worker.py"


def test_paths_are_quoted() -> None:
    uris = [
        each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in run(FULL)["results"]
    ]
    assert "toy/models/a%20b.py" in uris


def test_the_fingerprint_is_ours() -> None:
    assert result(RED)["partialFingerprints"] == {"flowtraceFingerprint/v1": "00d1ce00d1ce00d1"}


def test_the_path_is_a_code_flow() -> None:
    (flow,) = result(RED)["codeFlows"]
    steps = flow["threadFlows"][0]["locations"]
    assert [(each["executionOrder"], each["location"]["message"]["text"]) for each in steps] == [
        (1, "tests self.shares (when shares is true: assumed)"),
        (2, "calls set_head on self.model"),
    ]


def test_a_step_that_repeats_the_one_before_is_left_out() -> None:
    answer = replace(RED, findings=(replace(KEEPS, evidence=(CALLER, CALLER)),))
    assert len(result(answer)["codeFlows"][0]["threadFlows"][0]["locations"]) == 1


def test_a_rule_says_why_and_what_to_do() -> None:
    (rule,) = run(RED)["tool"]["driver"]["rules"]
    assert rule["help"]["text"] == f"{KEEPS.says}\n\n{KEEPS.why}\n\n{KEEPS.remedy}"


def test_results_point_at_their_rule() -> None:
    rules = [each["id"] for each in run(FULL)["tool"]["driver"]["rules"]]
    assert all(rules[each["ruleIndex"]] == each["ruleId"] for each in run(FULL)["results"])


def test_a_finding_about_a_suppression_is_in_the_users_own_file() -> None:
    (told,) = run(FULL, "flowtrace")["results"]
    assert told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "flowtrace.toml"


def test_what_is_hidden_is_left_out() -> None:
    assert len(run(FULL)["results"]) == 3


def test_what_is_hidden_can_be_shown_with_its_reason() -> None:
    results = run(FULL, hidden=True)["results"]
    assert [each["suppressions"][0]["justification"] for each in results if "suppressions" in each] == [
        "known [flowtrace.toml:3]",
        "It is in the baseline.",
    ]


def test_a_file_that_was_needed_makes_the_run_unsuccessful() -> None:
    (invocation,) = run(FULL)["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "Not analysed: invalid syntax"


def test_a_run_that_its_time_ended_is_unsuccessful() -> None:
    (invocation,) = run(LATE)["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"] == [
        {"level": "error", "message": {"text": f"Incomplete: {LATE.late}."}}
    ]


def test_cited_files_have_hashes() -> None:
    assert run(RED)["artifacts"] == [
        {"location": {"uri": "toy/serve/worker.py"}, "hashes": {"sha-256": "ab" * 32}}
    ]


def test_what_stayed_undecided_is_counted() -> None:
    assert run(FULL)["properties"]["undecided"] == 1


def test_the_same_answer_gives_the_same_bytes() -> None:
    assert sarif.report(FULL) == sarif.report(replace(FULL, seconds=9.0))


@pytest.mark.skipif(
    shutil.which("sarif-multitool") is None, reason="npm's @microsoft/sarif-multitool is absent"
)
@pytest.mark.parametrize(("answer", "hidden"), [(FULL, False), (FULL, True), (GREEN, False), (LATE, False)])
def test_microsofts_validator_has_neither_error_nor_warning(
    tmp_path: Path, answer: Report, hidden: bool
) -> None:
    log, verdict = tmp_path / "log.sarif", tmp_path / "verdict.sarif"
    log.write_text(sarif.report(answer, hidden=hidden))
    # One word for each rule kind: the tool's own launcher hands its arguments to a shell.
    subprocess.run(
        ["sarif-multitool", "validate", log, "--output", verdict, "--rule-kind", "'Sarif;Ghas'"],
        check=True,
        stdout=subprocess.PIPE,
    )
    results = [each for run in json.loads(verdict.read_text())["runs"] for each in run.get("results", ())]
    assert [each["message"] for each in results if each.get("level", "warning") != "note"] == []
