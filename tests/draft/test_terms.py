"""Terms: what each form is for a pair, what a sentence calls it, and why there may be nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flowtrace.draft.checkpoint import read_draft
from flowtrace.draft.config import Config
from flowtrace.draft.terms import TERMS, Known, Lacking, Pair, found
from flowtrace.findings import Step
from flowtrace.spec import checkpoint
from tests.draft.layouts import layout


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    target = Config(
        tmp_path / "big" / "config.json", {"text_config": {"hidden_size": 8}, "hidden_size": None}
    )
    return Pair(read_draft(layout(tmp_path, "specforge")), target, {"algorithm": "EAGLE"})


def test_specs_have_the_same_terms() -> None:
    assert TERMS == checkpoint.TERMS


@pytest.mark.parametrize(
    ("term", "sentence"),
    [
        (3, "3"),
        (None, "null"),
        (True, "true"),
        ([1, 2], "[1, 2]"),
        ({"text": "a"}, "a"),
        ({"config": "vocab_size"}, "vocab_size = 48"),
        ({"config": ["gone", "vocab_size"]}, "vocab_size = 48"),
        ({"config": "architectures.0"}, "architectures.0 = LlamaForCausalLMEagle3"),
        (
            {"config": "eagle_config.eagle_aux_hidden_state_layer_ids"},
            "eagle_config.eagle_aux_hidden_state_layer_ids = [1, 17, 32]",
        ),
        ({"target": ["hidden_size", "text_config.hidden_size"]}, "the target's text_config.hidden_size = 8"),
        ({"target": "hidden_size"}, "the target's hidden_size = null"),
        ({"served": "algorithm"}, "the algorithm = EAGLE"),
        ({"tensor": ["gone", "*.q_proj.weight"]}, "the tensor = midlayer.self_attn.q_proj.weight"),
        ({"rows": {"tensor": "fc.weight"}}, "rows of fc.weight = 8"),
        ({"columns": {"tensor": "fc.weight"}}, "columns of fc.weight = 24"),
        ({"dtype": {"tensor": "d2t"}}, "type of d2t = I64"),
        ({"values": {"tensor": "d2t"}}, "d2t = [1, 4, 7, 10, 13, 16, 19, 22, ...]"),
        ({"count": {"values": {"tensor": "t2d"}}}, "count of t2d = 12"),
        (
            {"positions": {"values": {"tensor": "t2d"}}},
            "positions in t2d = [1, 5, 9, 13, 17, 21, 25, 29, ...]",
        ),
        (
            {"added_to_position": {"values": {"tensor": "d2t"}}},
            "d2t + position = [1, 5, 9, 13, 17, 21, 25, 29, ...]",
        ),
        ({"length": [1, 2]}, "length of [1, 2] = 2"),
        ({"sum": [{"config": "head_dim"}, -3]}, "head_dim + -3 = -1"),
        ({"product": [3, {"config": "hidden_size"}]}, "3 * hidden_size = 24"),
        ({"half": {"config": "num_attention_heads"}}, "num_attention_heads // 2 = 2"),
        ({"first": [{"config": "gone"}, {"target": "hidden_size"}, 7]}, "7"),
    ],
    ids=str,
)
def test_term_has_a_value(pair: Pair, term: Any, sentence: str) -> None:
    assert str(found(term, pair)) == sentence


@pytest.mark.parametrize(
    ("term", "why", "reason"),
    [
        ({"config": "gone"}, "missing", "config.json has no gone"),
        ({"config": "architectures.9"}, "missing", "config.json has no architectures.9"),
        ({"target": "gone"}, "missing", "big/config.json has no gone"),
        ({"generation": "gone"}, "missing", "the draft has no file with its generation config"),
        ({"served": "speed"}, "not given", "the speed was not said"),
        ({"tensor": "gone"}, "absent", "there is no tensor gone"),
        ({"rows": {"tensor": "gone"}}, "absent", "there is no tensor gone"),
        ({"columns": {"tensor": "d2t"}}, "wrong", "d2t is [12] and has no columns"),
        (
            {"values": {"tensor": "norm.weight"}},
            "wrong",
            "norm.weight is F16 [8], not a row of whole numbers",
        ),
        ({"product": [2, {"config": "model_type"}]}, "wrong", "[2, model_type] = [2, llama] is not numbers"),
        ({"sum": [True, 1]}, "wrong", "[true, 1] is not numbers"),
        ({"length": {"config": "vocab_size"}}, "wrong", "vocab_size = 48 is not a list of whole numbers"),
        ({"first": [{"config": "gone"}, {"tensor": "gone"}]}, "absent", "there is no tensor gone"),
    ],
    ids=str,
)
def test_term_has_none(pair: Pair, term: Any, why: str, reason: str) -> None:
    lacking = found(term, pair)
    assert isinstance(lacking, Lacking)
    assert (lacking.why, lacking.reason) == (why, reason)


def test_target_that_is_not_known_gives_nothing(pair: Pair) -> None:
    lacking = found({"target": "hidden_size"}, Pair(pair.draft))
    assert lacking == Lacking("not given", "the target's configuration is not known")


def test_weights_that_are_not_known_give_nothing(pair: Pair) -> None:
    alone = Pair(read_draft((pair.draft.folder / "config.json").rename(pair.draft.folder / "draft.json")))
    assert found({"tensor": "gone"}, alone) == Lacking("not given", "the draft's tensors are not known")


def test_value_knows_where_it_was_read(pair: Pair) -> None:
    known = found({"product": [{"config": "hidden_size"}, {"rows": {"tensor": "fc.weight"}}]}, pair)
    assert isinstance(known, Known)
    assert known.steps == (
        Step("config.json", 7, "hidden_size", "is 8"),
        Step("model.safetensors", 1, "fc.weight", "F16 [8, 24]"),
    )
