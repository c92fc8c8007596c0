"""`flowtrace spec mutate`: what it asks for, what it prints, and its exit status."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flowtrace import mutation
from flowtrace.scores import Score, Scores, Trial
from tests.cli.conftest import CommandLine

FOUND = Trial("negate", "serve/worker.py", 4, "Worker.start", told=("the head is replaced",))
MISSED = Trial("drop call", "serve/worker.py", 7, "Worker.start")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What was last asked of `mutate`; "scores" is what it answers."""
    seen: dict[str, Any] = {"scores": (Score("toy/keeps-head", ("A1",), (FOUND,)),)}

    def mutate(tree: str, select: Any, operators: Any, limit: int, **options: Any) -> Scores:
        seen.update(tree=tree, select=select, operators=operators, limit=limit, **options)
        return Scores(tree, "toy", "2.0", seen["scores"])

    monkeypatch.setattr(mutation, "mutate", mutate)
    return seen


def test_all_found_is_no_failure(flowtrace: CommandLine, asked: dict[str, Any]) -> None:
    run = flowtrace("spec", "mutate", "tree")
    assert run.status == 0
    assert "1 of 1 planted fault found (100.0 %)" in run.out


def test_a_missed_fault_is_a_failure(flowtrace: CommandLine, asked: dict[str, Any]) -> None:
    asked["scores"] = (Score("toy/keeps-head", ("A1",), (FOUND, MISSED)),)
    assert flowtrace("spec", "mutate", "tree").status == 1


def test_a_false_alarm_is_a_failure(flowtrace: CommandLine, asked: dict[str, Any]) -> None:
    asked["scores"] = (Score("toy/keeps-head", ("A1",), (FOUND,), (FOUND,)),)
    assert flowtrace("spec", "mutate", "tree").status == 1


def test_the_flags_are_handed_on(flowtrace: CommandLine, asked: dict[str, Any]) -> None:
    flowtrace("spec", "mutate", "tree", "--invariant", "A1,A2", "--operator", "negate", "--limit", "3")
    assert (asked["select"], asked["operators"], asked["limit"]) == (("A1", "A2"), ("negate",), 3)


def test_an_unknown_operator_is_told_with_the_nearest(flowtrace: CommandLine, asked: dict[str, Any]) -> None:
    run = flowtrace("spec", "mutate", "tree", "--operator", "negat")
    assert (run.status, run.err) == (
        2,
        "flowtrace: error: --operator negat: there is no such edit; did you mean 'negate'?\n",
    )


def test_json_is_printed(flowtrace: CommandLine, asked: dict[str, Any]) -> None:
    told = json.loads(flowtrace("spec", "mutate", "tree", "--format", "json").out)
    assert told["invariants"]["toy/keeps-head"]["faults"][0]["line"] == 4
