"""What is in hand: the world it makes, the classes it names, and the clauses it narrows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowtrace.checks.yours import WORLD, Yours, yours
from flowtrace.spec.model import Clause, Plain, World
from tests.draft.layouts import TARGET, layout

PLAIN = {"plain": World("plain", {"draft": {"hidden_size": 7}, "target": {"hidden_size": 7}})}


@pytest.fixture
def hand(tmp_path: Path) -> Yours:
    target = tmp_path / "config.json"
    target.write_text(json.dumps(TARGET))
    return yours(str(layout(tmp_path, "specforge")), str(target), "EAGLE3")


def narrowed(hand: Yours, kind: str, body: Plain) -> Plain:
    clause = hand.narrowed(Clause({kind: body}), "draft")
    return clause.kinds[kind] if clause else None


def test_architectures_and_words_name_classes(hand: Yours) -> None:
    assert hand.named == {"LlamaForCausalLM", "LlamaForCausalLMEagle3"}
    assert yours(None, "SomeForCausalLM", None).named == {"SomeForCausalLM"}


def test_configs_in_hand_make_a_world(hand: Yours) -> None:
    configs = hand.world(PLAIN).configs
    assert (configs["draft"]["hidden_size"], configs["target"]["num_hidden_layers"]) == (8, 36)


def test_made_up_config_stands_in_for_the_one_not_given(tmp_path: Path) -> None:
    alone = yours(str(layout(tmp_path, "specforge")), None, None)
    assert alone.world(PLAIN).configs["target"] == {"hidden_size": 7}


def test_names_of_the_draft_are_its_tensors(hand: Yours) -> None:
    names = narrowed(hand, "loads", {"names": "draft", "fate": "loaded"})["names"]
    assert names[:2] == ["d2t", "fc.weight"]


def test_only_names_that_the_draft_has_are_asked(hand: Yours) -> None:
    body = {"names": ["input_norm.weight", "fc.weight"], "fate": "loaded"}
    assert narrowed(hand, "loads", body)["names"] == ["fc.weight"]
    assert narrowed(hand, "loads", {**body, "names": ["input_norm.weight"]}) is None


def test_only_keys_that_the_draft_switches_on_are_asked(hand: Yours) -> None:
    keys = ["use_aux_hidden_state", "norm_before_fc", "tie_word_embeddings"]
    assert narrowed(hand, "reads", {"keys": keys, "of": "config.draft"})["keys"] == ["use_aux_hidden_state"]


def test_clause_is_asked_in_the_world_in_hand(hand: Yours) -> None:
    clause = hand.narrowed(Clause({"loads": {"names": "draft"}}, given=("plain", "wide")), "draft")
    assert clause is not None
    assert clause.given == (WORLD, "wide")


def test_nothing_is_asked_of_what_is_not_given() -> None:
    assert Yours().narrowed(Clause({"loads": {"names": "draft"}}), "draft") is None
    assert Yours().narrowed(Clause({"loads": {"names": "draft"}}), "target") is None
