"""Demands on checkpoints: where in the draft's files the answer lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowtrace.checks.checkpoint import judge
from flowtrace.draft.checkpoint import Draft, read_draft
from flowtrace.draft.config import Config
from flowtrace.findings import Step, Verdict
from flowtrace.spec.model import Clause, Plain
from tests.draft.layouts import layout


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return read_draft(layout(tmp_path, "specforge"))


def clause(condition: Plain) -> Clause:
    return Clause({"checkpoint": {"holds": [condition]}})


def test_key_has_its_line(draft: Draft) -> None:
    judged = judge(clause({"equals": [{"config": "head_dim"}, 3]}), draft, None, {})
    assert (judged.verdict, judged.message) == (Verdict.BROKEN, "head_dim = 2, not 3")
    assert judged.place == Step("config.json", 12, "head_dim", "is 2")


def test_tensor_is_in_its_file(draft: Draft) -> None:
    judged = judge(clause({"equals": [{"rows": {"tensor": "d2t"}}, 3]}), draft, None, {})
    assert judged.place == Step("model.safetensors", 1, "d2t", "I64 [12]")


def test_place_is_in_the_draft_where_the_target_differs(draft: Draft, tmp_path: Path) -> None:
    target = Config(tmp_path / "big" / "config.json", {"vocab_size": 50})
    terms = [{"target": "vocab_size"}, {"config": "vocab_size"}]
    judged = judge(clause({"equals": terms}), draft, target, {})
    assert judged.place == Step("config.json", 13, "vocab_size", "is 48")
    assert judged.evidence[0] == Step("big/config.json", 1, "vocab_size", "is 50")


def test_option_is_told_of_the_whole_draft(draft: Draft) -> None:
    terms = [{"served": "algorithm"}, {"text": "EAGLE3"}]
    judged = judge(clause({"equals": terms}), draft, None, {"algorithm": "EAGLE"})
    assert judged.message == "the algorithm = EAGLE, not EAGLE3"
    assert judged.place == Step("config.json", 1, "", "the draft")
