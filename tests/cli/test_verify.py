from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from flowtrace import sources, verify
from flowtrace.findings import Severity
from flowtrace.outcomes import Ending, Seen, Standing, Verification
from flowtrace.spec import load
from flowtrace.verify import environment
from tests.cli.conftest import CommandLine
from tests.report.answers import GREEN
from tests.report.test_verification import ANSWER, CONFIRMED, HELD, LOST, OPEN, REFUTED


@pytest.fixture
def verified(
    flowtrace: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Verification], dict[str, Any]]:
    """Makes `verify` answer what is given; returns the wishes it was asked."""
    asked: dict[str, Any] = {}

    def answer_with(answer: Verification) -> dict[str, Any]:
        def run(wishes: Any) -> Verification:
            asked.update(vars(wishes))
            return answer

        monkeypatch.setattr(verify, "verify", run)
        return asked

    tree = SimpleNamespace(sources=(), location=None, version=None)
    monkeypatch.setattr(load, "load_engines", lambda folders: (flowtrace.specs.engine,))
    monkeypatch.setattr(sources, "open_tree", lambda name, engines: (engines[0], tree))
    flowtrace.report = GREEN
    return answer_with


Verified = Callable[[Verification], dict[str, Any]]


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (HELD, 0),
        (CONFIRMED, 1),
        (REFUTED, 1),
        (OPEN, 0),
        (replace(CONFIRMED, severity=Severity.WARNING), 0),
        (replace(CONFIRMED, standing=Standing.SEEN, static=None), 1),
        (replace(CONFIRMED, standing=Standing.INCONCLUSIVE, reason="other code"), 0),
    ],
)
def test_the_exit_status(flowtrace: CommandLine, verified: Verified, outcome: Any, status: int) -> None:
    verified(replace(ANSWER, outcomes=(outcome,)))
    assert flowtrace("verify", "toy").status == status


def test_a_lost_probe_leaves_the_answer_incomplete(flowtrace: CommandLine, verified: Verified) -> None:
    verified(replace(ANSWER, outcomes=(HELD,), runs=(LOST,)))
    assert flowtrace("verify", "toy").status == 3


def test_without_findings_the_tree_is_checked_first(flowtrace: CommandLine, verified: Verified) -> None:
    asked = verified(ANSWER)
    flowtrace("verify", "toy")
    assert flowtrace.asked["tree"] == "toy"
    assert asked["static"].tree == GREEN.tree


def _written(file: Path, **entries: Any) -> str:
    """The path of a file with findings on the toy engine."""
    told = {"schema": 1, "engine": "toy", "tree": "that", "findings": [], "invariants": {}, "judgements": {}}
    file.write_text(json.dumps({**told, **entries}))
    return str(file)


def test_findings_are_read_from_a_file(flowtrace: CommandLine, verified: Verified, tmp_path: Path) -> None:
    asked = verified(ANSWER)
    flowtrace("verify", "toy", "--from", _written(tmp_path / "findings.json"))
    assert asked["static"].tree == "that"


def test_findings_on_another_engine_are_refused(
    flowtrace: CommandLine, verified: Verified, tmp_path: Path
) -> None:
    verified(ANSWER)
    run = flowtrace("verify", "toy", "--from", _written(tmp_path / "findings.json", engine="other"))
    assert run.status == 2
    assert "holds findings on the engine 'other', and what is run is toy" in run.err


def test_findings_on_a_pair_speak_of_that_pair(
    flowtrace: CommandLine, verified: Verified, tmp_path: Path
) -> None:
    asked = verified(ANSWER)
    flowtrace("verify", "toy", "--from", _written(tmp_path / "findings.json", pairing={"works": "no"}))
    assert (asked["static"], asked["pair"].tree) == (None, "that")


def test_what_other_code_was_found_to_do_may_change(flowtrace: CommandLine, verified: Verified) -> None:
    verified(replace(ANSWER, outcomes=(REFUTED,), findings_of="toy==1.0"))
    assert flowtrace("verify", "toy").status == 0


def test_a_target_goes_with_a_draft(flowtrace: CommandLine, verified: Verified, tmp_path: Path) -> None:
    verified(ANSWER)
    run = flowtrace("verify", "toy", "--target", str(tmp_path))
    assert run.status == 2
    assert "--target goes with --draft" in run.err


def test_the_flags_become_wishes(flowtrace: CommandLine, verified: Verified, tmp_path: Path) -> None:
    (tmp_path / "draft").mkdir()
    (tmp_path / "draft" / "config.json").write_text("{}")
    asked = verified(ANSWER)
    flowtrace(
        *("verify", "toy", "--select", "A1,loop", "--device", "cpu", "--tp", "2", "--timeout", "9"),
        *("--draft", str(tmp_path / "draft"), "--python", "/env/bin/python"),
    )
    assert (asked["select"], asked["device"], asked["tp"], asked["timeout"]) == (
        ("A1", "loop"),
        "cpu",
        2,
        9.0,
    )
    assert asked["given"] == {"draft": str(tmp_path / "draft")}
    assert asked["interpreter"].python == Path("/env/bin/python")


def test_json(flowtrace: CommandLine, verified: Verified) -> None:
    verified(ANSWER)
    assert (
        json.loads(flowtrace("verify", "toy", "--format", "json").out)["outcomes"][0]["seen"]
        == Seen.BROKEN.value
    )


def test_a_folder_that_is_no_draft_is_refused(
    flowtrace: CommandLine, verified: Verified, tmp_path: Path
) -> None:
    verified(ANSWER)
    run = flowtrace("verify", "toy", "--draft", str(tmp_path))
    assert (run.status, run.err) == (
        2,
        f"flowtrace: error: {tmp_path} is no draft: it holds no config.json.\n",
    )


def test_a_tree_is_wanted(flowtrace: CommandLine, verified: Verified) -> None:
    run = flowtrace("verify")
    assert run.status == 2
    assert "name what was checked" in run.err


def test_setup_prints_the_interpreter(
    flowtrace: CommandLine, verified: Verified, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = environment.Built(Path("/env/bin/python"), new=True)
    monkeypatch.setattr(environment, "build", lambda *given: built)
    run = flowtrace("verify", "toy==2.0", "--setup", "/env")
    assert (run.status, run.out) == (0, "/env/bin/python\n")


def test_an_unknown_engine_is_refused(flowtrace: CommandLine, verified: Verified) -> None:
    run = flowtrace("verify", "toy", "--engine", "other")
    assert (run.status, run.err) == (2, "flowtrace: error: There is no engine 'other'; known: toy.\n")


def test_an_ending_that_is_not_an_answer_is_told(flowtrace: CommandLine, verified: Verified) -> None:
    verified(replace(ANSWER, runs=(replace(LOST, ending=Ending.TIMED_OUT, message="ended after 9 s"),)))
    assert "timed out  probe heads" in flowtrace("verify", "toy").out
