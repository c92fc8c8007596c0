"""Conditions and demands: their verdicts, and the sentence for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flowtrace.draft.checkpoint import read_draft
from flowtrace.draft.predicates import PREDICATES, answer
from flowtrace.draft.terms import Pair
from flowtrace.findings import Step, Verdict
from flowtrace.spec import checkpoint
from tests.draft.layouts import layout

HIDDEN = {"config": "hidden_size"}
VOCAB = {"config": "vocab_size"}
GONE = {"config": "gone"}
D2T = {"values": {"tensor": "d2t"}}
T2D = {"values": {"tensor": "t2d"}}


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(read_draft(layout(tmp_path, "specforge")))


def test_specs_have_the_same_conditions() -> None:
    assert PREDICATES == checkpoint.CONDITIONS


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ({"present": VOCAB}, "vocab_size is there"),
        ({"present": {"tensor": "*q_proj*"}}, "midlayer.self_attn.q_proj.weight is there"),
        ({"absent": GONE}, "config.json has no gone"),
        ({"equals": [HIDDEN, 8]}, "hidden_size = 8"),
        ({"equals": [HIDDEN, HIDDEN]}, "hidden_size = 8 equals hidden_size"),
        ({"differs": [HIDDEN, True]}, "hidden_size = 8 differs from true"),
        ({"differs": [1, True]}, "1 differs from true"),
        ({"equals": [10000, {"config": "rope_theta"}]}, "10000 equals rope_theta"),
        ({"below": [HIDDEN, VOCAB]}, "hidden_size = 8 is below vocab_size = 48"),
        ({"at_least": [D2T, 1]}, "d2t = [1, 4, 7, 10, 13, 16, 19, 22, ...] is at least 1"),
        ({"rising": [1, 2, 2.5]}, "[1, 2, 2.5] rises"),
        ({"rising": []}, "[] rises"),
        ({"among": [HIDDEN, [7, 8]]}, "hidden_size = 8 is one of [7, 8]"),
        ({"spelled": [{"text": "abc"}, {"text": ["x", "a*"]}]}, "abc is spelled like x or a*"),
        (
            {"name_tensors": {"text": ["midlayer", "fc.weight", "re:.*", "*.mlp"]}},
            "[midlayer, fc.weight, re:.*, *.mlp] names tensors of the draft",
        ),
    ],
    ids=str,
)
def test_condition_holds(pair: Pair, condition: dict[str, Any], sentence: str) -> None:
    told = answer({"holds": [condition]}, pair)
    assert (told.verdict, told.message) == (Verdict.HOLDS, sentence)


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ({"present": GONE}, "config.json has no gone"),
        ({"present": None}, "null is null"),
        ({"absent": VOCAB}, "vocab_size is there"),
        ({"equals": [HIDDEN, VOCAB]}, "hidden_size = 8, but vocab_size = 48"),
        ({"equals": [HIDDEN, 9]}, "hidden_size = 8, not 9"),
        (
            {"equals": [{"positions": T2D}, D2T]},
            "at position 1, positions in t2d is 5, but d2t 4 (11 of 12 so)",
        ),
        ({"equals": [T2D, D2T]}, "t2d has 48 numbers, but d2t 12"),
        ({"differs": [HIDDEN, 8]}, "hidden_size = 8"),
        ({"differs": [HIDDEN, HIDDEN]}, "hidden_size = 8, like hidden_size"),
        ({"below": [D2T, 34]}, "at position 11, d2t is 34, which is not below 34"),
        (
            {"below": [D2T, HIDDEN]},
            "at position 3, d2t is 10, which is not below hidden_size = 8 (9 of 12 so)",
        ),
        ({"below": [HIDDEN, 8]}, "hidden_size = 8 is not below 8"),
        ({"below": [HIDDEN, None]}, "null is not a number"),
        ({"below": [{"text": "8"}, 9]}, "8 is not a number"),
        ({"at_least": [HIDDEN, 9]}, "hidden_size = 8 is not at least 9"),
        ({"rising": [1, 17, 17, 3]}, "[1, 17, 17, 3]: at position 2, 17 follows 17 (2 of 3 so)"),
        ({"rising": {"text": "abc"}}, "abc is not a list of numbers"),
        ({"among": [HIDDEN, [7]]}, "hidden_size = 8 is not one of [7]"),
        ({"spelled": [HIDDEN, {"text": "8"}]}, "hidden_size = 8 is not spelled like 8"),
        ({"name_tensors": {"text": ["mid", "fc"]}}, "[mid, fc] names mid, which begins no tensor's name"),
        ({"equals": [{"columns": {"tensor": "d2t"}}, 3]}, "d2t is [12] and has no columns"),
    ],
    ids=str,
)
def test_condition_is_broken(pair: Pair, condition: dict[str, Any], sentence: str) -> None:
    told = answer({"holds": [condition]}, pair)
    assert (told.verdict, told.message) == (Verdict.BROKEN, sentence)


@pytest.mark.parametrize(
    ("demand", "verdict"),
    [
        ({"holds": [{"equals": [GONE, 1]}]}, Verdict.UNKNOWN),
        ({"holds": [{"equals": [GONE, 1]}, {"equals": [HIDDEN, 1]}]}, Verdict.BROKEN),
        ({"holds": [{"equals": [{"target": "a"}, 1]}]}, Verdict.NOT_APPLICABLE),
        ({"holds": [{"present": {"target": "a"}}]}, Verdict.NOT_APPLICABLE),
        ({"holds": [{"equals": [{"target": "a"}, 1]}, {"equals": [HIDDEN, 8]}]}, Verdict.HOLDS),
        ({"holds": [{"equals": [{"rows": {"tensor": "x"}}, GONE]}]}, Verdict.NOT_APPLICABLE),
        ({"when": [{"equals": [GONE, 1]}], "holds": [{"present": GONE}]}, Verdict.NOT_APPLICABLE),
        ({"when": [{"equals": [HIDDEN, 9]}], "holds": [{"present": GONE}]}, Verdict.NOT_APPLICABLE),
        ({"when": [{"equals": [HIDDEN, 8]}], "holds": [{"present": GONE}]}, Verdict.BROKEN),
        ({"never": [{"equals": [HIDDEN, 8]}, {"present": VOCAB}]}, Verdict.BROKEN),
        ({"never": [{"equals": [HIDDEN, 8]}, {"present": GONE}]}, Verdict.HOLDS),
        ({"never": [{"equals": [HIDDEN, 8]}, {"equals": [GONE, 1]}]}, Verdict.UNKNOWN),
        ({"never": [{"equals": [HIDDEN, 8]}, {"present": {"target": "a"}}]}, Verdict.NOT_APPLICABLE),
    ],
    ids=str,
)
def test_demand_has_a_verdict(pair: Pair, demand: dict[str, Any], verdict: Verdict) -> None:
    assert answer(demand, pair).verdict is verdict


def test_all_that_is_broken_is_told(pair: Pair) -> None:
    told = answer({"holds": [{"present": GONE}, {"equals": [HIDDEN, 9]}]}, pair)
    assert told.message == "config.json has no gone; hidden_size = 8, not 9"


def test_what_is_never_together_is_told(pair: Pair) -> None:
    told = answer({"never": [{"equals": [HIDDEN, 8]}, {"present": VOCAB}]}, pair)
    assert told.message == "hidden_size = 8, and vocab_size is there"


def test_evidence_begins_with_what_is_broken(pair: Pair) -> None:
    told = answer({"when": [{"present": VOCAB}], "holds": [{"equals": [HIDDEN, 9]}]}, pair)
    assert told.evidence == (
        Step("config.json", 7, "hidden_size", "is 8"),
        Step("config.json", 13, "vocab_size", "is 48"),
    )
