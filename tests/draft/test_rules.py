"""The shipped demands on checkpoints: silent on sound drafts, each told by a draft that breaks it alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flowtrace.draft.checkpoint import read_draft
from flowtrace.draft.config import Config
from flowtrace.draft.predicates import answer
from flowtrace.draft.terms import Pair
from flowtrace.findings import Verdict
from flowtrace.spec.load import load_engines, load_specs, shipped
from flowtrace.spec.model import Plain
from tests.draft.layouts import CONFIGS, IDS, TARGET, TENSORS, write

Change = Mapping[str, Any]
Broken = Callable[..., dict[str, str]]

GONE = object()


@pytest.fixture(scope="module")
def demands() -> dict[str, list[Plain]]:
    """The demands of every shipped invariant on checkpoints, by the invariant's name."""
    specs = load_specs(load_engines([shipped()])[0], [shipped()])
    found: dict[str, list[Plain]] = {}
    for invariant in specs.invariants:
        for clause in invariant.clauses:
            if "checkpoint" in clause.kinds:
                found.setdefault(invariant.id.removeprefix("drafts/"), []).append(clause.kinds["checkpoint"])
    return found


@pytest.fixture
def broken(tmp_path: Path, demands: Mapping[str, list[Plain]]) -> Broken:
    """What is broken in a trainer's draft after these changes: name -> message. `undecided` answers fail."""

    def asked(
        layout: str,
        config: Change | None = None,
        tensors: Change | None = None,
        target: Change | None = None,
        served: Mapping[str, str] | None = None,
    ) -> dict[str, str]:
        folder = write(
            tmp_path, changed(CONFIGS[layout], config or {}), changed(TENSORS[layout], tensors or {})
        )
        known = None if target is None else Config(Path("big/config.json"), changed(TARGET, target))
        pair = Pair(read_draft(folder), known, served or {"algorithm": "EAGLE3"})
        told: dict[str, str] = {}
        for name, each in demands.items():
            for demand in each:
                outcome = answer(demand, pair)
                assert outcome.verdict is not Verdict.UNKNOWN, (name, outcome.message)
                if outcome.verdict is Verdict.BROKEN:
                    told.setdefault(name, outcome.message)
        return told

    return asked


def changed(base: Mapping[str, Any], changes: Change) -> dict[str, Any]:
    return {key: value for key, value in {**base, **changes}.items() if value is not GONE}


def ids(*layers: int) -> Change:
    return {"eagle_config": {"eagle_aux_hidden_state_layer_ids": list(layers)}}


def offsets(*target_ids: int) -> Change:
    return {"d2t": np.array([each - at for at, each in enumerate(target_ids)])}


def zeros(*shape: int, dtype: type = np.float16) -> Any:
    return np.zeros(shape, dtype=dtype)


# ---- trainers' own drafts


@pytest.mark.parametrize("layout", ["specforge", "modelopt_midlayer", "modelopt_layers", "modelopt_mla"])
def test_sound_draft_breaks_nothing(broken: Broken, layout: str) -> None:
    assert broken(layout, target={}) == {}


def test_official_draft_names_the_base_class(broken: Broken) -> None:
    assert broken("official", target={}) == {
        "architecture-is-a-draft": (
            "architectures.0 = LlamaForCausalLM is not spelled like *ForCausalLMEagle3 or Eagle3*ForCausalLM"
        )
    }


def test_speculators_draft_is_nested(broken: Broken) -> None:
    assert broken("speculators", target={}) == {
        "architecture-is-a-draft": (
            "architectures.0 = Eagle3Speculator is not spelled like *ForCausalLMEagle3 or Eagle3*ForCausalLM"
        ),
        "sizes-stand-on-top": "config.json has no hidden_size; config.json has no num_attention_heads",
    }


def test_nothing_is_unknown_without_a_target(broken: Broken) -> None:
    assert broken("specforge") == {}


# ---- one fault each


FAULTS: tuple[tuple[str, Change, Change, Change | None, str], ...] = (
    ("d2t-is-there", {}, {"d2t": GONE, "t2d": GONE}, None, "there is no tensor d2t"),
    (
        "d2t-as-long-as-draft-vocab",
        {},
        {**offsets(*IDS[:11]), "t2d": GONE},
        None,
        "rows of d2t = 11, but draft_vocab_size = 12",
    ),
    ("d2t-leads-into-vocab", {}, {**offsets(1, 2, *IDS[2:11], 48), "t2d": GONE}, None,
     "at position 11, d2t + position is 48, which is not below vocab_size = 48"),
    ("d2t-leads-into-vocab", {}, {**offsets(-1, *IDS[1:]), "t2d": GONE}, None,
     "at position 0, d2t + position is -1, which is not at least 0"),
    ("d2t-rises", {}, {**offsets(*IDS[:10], 41, 41), "t2d": GONE}, None,
     "d2t + position = [1, 5, 9, 13, 17, 21, 25, 29, ...]: at position 11, 41 follows 41"),
    ("t2d-agrees-with-d2t", {}, offsets(*IDS[:11], 46), None,
     "at position 11, positions in t2d is 45, but d2t + position 46"),
    ("t2d-agrees-with-d2t", {}, {"t2d": zeros(40, dtype=np.bool_)}, None,
     "count of t2d = 0, but rows of d2t = 12; positions in t2d has 0 numbers, but d2t + position 12; "
     "rows of t2d = 40, but vocab_size = 48"),
    ("layer-is-the-usual-one", {"eagle_config": {"use_last_layernorm": False}}, {}, None,
     "eagle_config.use_last_layernorm = false, not true"),
    ("d2t-is-no-stub", {}, {"d2t": zeros(12, dtype=np.int64), "t2d": GONE}, None, "count of d2t = 0"),
    ("head-is-there", {}, {"lm_head.weight": GONE}, None, "there is no tensor lm_head.weight"),
    ("head-over-draft-vocab", {}, {"lm_head.weight": zeros(48, 8)}, None,
     "rows of lm_head.weight = 48, but draft_vocab_size = 12"),
    ("tied-draft-has-full-vocab", {"tie_word_embeddings": True}, {}, None,
     "draft_vocab_size = 12, but vocab_size = 48"),
    ("vocab-like-target", {}, {}, {"vocab_size": 50}, "vocab_size = 48, but the target's vocab_size = 50"),
    ("target-width-is-told", {}, {}, {"text_config": {"hidden_size": 16}},
     "hidden_size = 8, but the target's text_config.hidden_size = 16"),
    ("wide-target-needs-embedding", {"target_hidden_size": 16}, {"fc.weight": zeros(8, 48)},
     {"hidden_size": 16}, "there is no tensor embed_tokens.weight"),
    ("fc-takes-all-aux-states", ids(1, 9, 17, 32), {}, None,
     "columns of fc.weight = 24, but "
     "length of eagle_config.eagle_aux_hidden_state_layer_ids * hidden_size = 32"),
    ("fc-is-not-skipped", ids(17), {"fc.weight": zeros(8, 8)}, None,
     "length of eagle_config.eagle_aux_hidden_state_layer_ids * hidden_size = 8, like hidden_size"),
    ("fc-gets-aux-states", {"eagle_config": {"use_aux_hidden_state": False}}, {}, None,
     "columns of fc.weight = 24, but hidden_size = 8; hidden_size = 8, like hidden_size"),
    ("aux-count-told-once", {**ids(1, 32), "num_aux_hidden_states": 3}, {}, None,
     "num_aux_hidden_states = 3, but length of eagle_config.eagle_aux_hidden_state_layer_ids = 2"),
    ("rope-like-target", {}, {}, {"rope_theta": 500000},
     "rope_theta = 10000, but the target's rope_theta = 500000"),
    ("rope-told-once", {"rope_parameters": {"rope_theta": 500000}}, {}, None,
     "rope_theta = 10000, but rope_parameters.rope_theta = 500000"),
    ("projections-fit-heads", {"head_dim": 4}, {}, None,
     "rows of midlayer.self_attn.q_proj.weight = 8, but num_attention_heads * head_dim = 16; "
     "rows of midlayer.self_attn.k_proj.weight = 4, but num_key_value_heads * head_dim = 8"),
    ("projections-fit-heads", {"head_dim": GONE, "num_key_value_heads": GONE}, {}, None,
     "rows of midlayer.self_attn.k_proj.weight * num_attention_heads = 16, but "
     "num_attention_heads * hidden_size = 32"),
    ("first-layer-takes-two-states", {}, {"midlayer.self_attn.q_proj.weight": zeros(8, 8)}, None,
     "columns of midlayer.self_attn.q_proj.weight = 8, but 2 * hidden_size = 16"),
    ("quantized-weights-are-there", {"quantization_config": {"quant_method": "fp8"}}, {}, None,
     "there is no tensor *scale*"),
    ("quantization-names-tensors", {"quantization_config": {"ignore": ["midlayer", "layers.0.mlp"]}},
     {"midlayer.self_attn.q_proj.weight_scale": zeros(1)}, None,
     "quantization_config.ignore names layers.0.mlp, which begins no tensor's name"),
    ("quantization-is-told", {}, {}, {"quantization_config": {"quant_method": "fp8"}},
     "the draft has no file with its quantization config"),
    ("aux-ids-rise", ids(17, 1, 32), {}, None,
     "eagle_config.eagle_aux_hidden_state_layer_ids = [17, 1, 32]: at position 1, 1 follows 17"),
    ("aux-ids-rise", ids(1, 17, 17), {}, None,
     "eagle_config.eagle_aux_hidden_state_layer_ids = [1, 17, 17]: at position 2, 17 follows 17"),
    ("aux-ids-are-layers", ids(1, 17, 36), {}, {},
     "at position 2, eagle_config.eagle_aux_hidden_state_layer_ids is 36, "
     "which is not below the target's num_hidden_layers = 36"),
    ("aux-ids-are-layers", ids(-1, 17, 32), {}, None,
     "at position 0, eagle_config.eagle_aux_hidden_state_layer_ids is -1, which is not at least 0"),
    ("aux-ids-count-outputs", ids(2, 18, 33), {}, None,
     "eagle_config.eagle_aux_hidden_state_layer_ids.0 = 2, and "
     "length of eagle_config.eagle_aux_hidden_state_layer_ids = 3, and "
     "eagle_config.eagle_aux_hidden_state_layer_ids.2 = 33 is one of [33, 34]"),
    ("aux-ids-stand-in-eagle-config",
     {"eagle_config": GONE, "eagle_aux_hidden_state_layer_ids": [3, 18, 33]}, {}, {},
     "eagle_aux_hidden_state_layer_ids = [3, 18, 33], but "
     "[2, the target's num_hidden_layers // 2, the target's num_hidden_layers + -3] = [2, 18, 33]"),
    ("norm-output-means-the-same", {"norm_output": True}, {}, None, "norm_output = true"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "config", "tensors", "target", "message"), FAULTS)
def test_fault_is_told_alone(
    broken: Broken, name: str, config: Change, tensors: Change, target: Change | None, message: str
) -> None:
    assert broken("specforge", config, tensors, target) == {name: message}


def test_draft_served_as_another_is_told(broken: Broken) -> None:
    assert broken("specforge", served={"algorithm": "EAGLE"}) == {
        "served-as-what-it-is": "the algorithm = EAGLE, not EAGLE3"
    }


def test_exchanged_vocabularies_are_told(broken: Broken) -> None:
    assert broken("specforge", {"vocab_size": 12, "draft_vocab_size": 48})["draft-vocab-within-vocab"] == (
        "vocab_size = 12 is not at least draft_vocab_size = 48"
    )


def test_absolute_ids_are_told_by_the_mask(broken: Broken) -> None:
    assert broken("specforge", tensors={"d2t": np.array(IDS)})["d2t-holds-offsets"] == (
        "d2t = [1, 5, 9, 13, 17, 21, 25, 29, ...], like positions in t2d"
    )


def test_absolute_ids_are_told_by_their_range(broken: Broken) -> None:
    assert broken("modelopt_layers", tensors={"d2t": np.array(IDS)})["d2t-holds-offsets"] == (
        "at position 10, d2t + position is 51, which is not below vocab_size = 48 (2 of 12 so)"
    )


# ---- what is no fault


@pytest.mark.parametrize(
    ("config", "tensors", "target"),
    [
        ({"draft_vocab_size": None}, {"lm_head.weight": GONE, "d2t": GONE, "t2d": GONE}, {}),
        ({"draft_vocab_size": 48}, {"lm_head.weight": zeros(48, 8), "d2t": GONE, "t2d": GONE}, {}),
        (
            {"draft_vocab_size": 48},
            {"lm_head.weight": zeros(48, 8), "d2t": zeros(48, dtype=np.int64), "t2d": GONE},
            {},
        ),
        ({"eagle_config": GONE}, {}, {}),
        (
            {"target_hidden_size": 16},
            {"fc.weight": zeros(8, 48), "embed_tokens.weight": zeros(48, 8)},
            {"hidden_size": 16},
        ),
        ({"eagle_config": {"use_aux_hidden_state": False}}, {"fc.weight": GONE}, {}),
        ({"head_dim": GONE}, {}, {}),
        ({"eagle_config": GONE, "eagle_aux_hidden_state_layer_ids": [2, 18, 33]}, {}, {}),
        ({"rope_theta": GONE}, {}, {}),
    ],
    ids=[
        "no draft vocabulary",
        "whole vocabulary",
        "whole vocabulary with offsets",
        "no eagle config",
        "narrower target",
        "one state",
        "no head width",
        "layers at the top",
        "no rope base",
    ],
)
def test_legal_variety_breaks_nothing(
    broken: Broken, config: Change, tensors: Change, target: Change
) -> None:
    assert broken("specforge", config, tensors, target) == {}


def test_every_rule_has_a_draft_that_breaks_it(demands: Mapping[str, list[Plain]]) -> None:
    elsewhere = {
        *("architecture-is-a-draft", "sizes-stand-on-top", "served-as-what-it-is"),
        *("draft-vocab-within-vocab", "d2t-holds-offsets", "d2t-is-whole-numbers"),
    }
    assert {name for name, *_ in FAULTS} | elsewhere == set(demands)


@pytest.mark.parametrize(
    ("d2t", "what"),
    [(zeros(12, dtype=np.float32), "F32 [12]"), (zeros(1, 12, dtype=np.int64), "I64 [1, 12]")],
)
def test_map_that_is_no_row_of_whole_numbers(broken: Broken, d2t: Any, what: str) -> None:
    assert broken("specforge", {}, {"d2t": d2t})["d2t-is-whole-numbers"] == (
        f"d2t is {what}, not a row of whole numbers"
    )


def test_draft_that_names_no_architecture(broken: Broken) -> None:
    told = broken("specforge", {"architectures": GONE})
    assert told == {"architecture-is-a-draft": "config.json has no architectures.0"}
