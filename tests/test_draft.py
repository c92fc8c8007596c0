"""A draft in hand on real releases: fates, the answer for a pair, and corrected copies."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

from flowtrace.cli import main
from flowtrace.fates import Fate, Filling, Loaded
from flowtrace.findings import Report, Works
from flowtrace.pipeline import Options, check, draft, first_able, write_fixed
from tests.draft.layouts import CONFIGS, IDS, TENSORS, Tensors, layout, raw, write

Release = Callable[[str], Path]

KIMI = {
    "architectures": ["KimiK25ForConditionalGeneration"],
    "model_type": "kimi_k25",
    "text_config": {"hidden_size": 8, "vocab_size": 48, "num_hidden_layers": 36, "rope_theta": 10000},
}


def fates(answer: Loaded) -> Mapping[Fate, int]:
    return Counter(each.fate for each in answer.tensors)


def fillings(answer: Loaded) -> Mapping[Filling, int]:
    return Counter(each.filling for each in answer.parameters)


def changed(folder: Path, config: Mapping[str, Any] | None = None, without: tuple[str, ...] = ()) -> str:
    """A draft in the layout that loads everywhere, but for this."""
    tensors = {name: each for name, each in TENSORS["specforge"].items() if name not in without}
    return str(write(folder / "draft", {**CONFIGS["specforge"], **(config or {})}, tensors))


# --- fates


def test_layer_of_another_name_is_dropped_and_its_parameters_are_left(
    release: Release, tmp_path: Path
) -> None:
    answer = draft(str(release("0.5.9")), Options(draft=str(layout(tmp_path, "modelopt_layers"))))
    assert fates(answer) == {Fate.LOADED: 4, Fate.SILENT: 10}
    assert fillings(answer) == {
        Filling.CHECKPOINT: 3,
        Filling.TARGET: 1,
        Filling.INITIAL: 3,
        Filling.RANDOM: 4,
    }


def test_sizes_are_those_of_one_rank(release: Release, tmp_path: Path) -> None:
    answer = draft(str(release("0.5.9")), Options(draft=str(layout(tmp_path, "specforge"))))
    sizes = {each.name: each.sizes for each in answer.parameters}
    assert sizes["model.fc.weight"] == ("8", "24")
    assert sizes["model.midlayer.self_attn.qkv_proj.weight"] == ("16", "16")
    assert sizes["lm_head.weight"] == ("64", "8")


@pytest.mark.parametrize(
    ("config", "without", "shared"),
    [
        ({}, (), ["model.embed_tokens.weight"]),
        (
            {"draft_vocab_size": None},
            ("lm_head.weight", "d2t", "t2d"),
            ["model.embed_tokens.weight", "lm_head.weight"],
        ),
        ({"target_hidden_size": 16}, ("fc.weight",), []),
    ],
)
def test_what_the_target_lends_depends_on_the_draft(
    release: Release, tmp_path: Path, config: dict[str, Any], without: tuple[str, ...], shared: list[str]
) -> None:
    answer = draft(str(release("0.5.9")), Options(draft=changed(tmp_path, config, without)))
    assert [one.name for one in answer.parameters if one.filling is Filling.TARGET] == shared


def test_width_that_is_null_makes_no_model(release: Release, tmp_path: Path) -> None:
    answer = draft(str(release("0.5.9")), Options(draft=changed(tmp_path, {"target_hidden_size": None})))
    assert (answer.refused, answer.known) == ("constructing LlamaModel raises TypeError: None * 3", True)


def test_head_that_is_missing_is_left_random(release: Release, tmp_path: Path) -> None:
    answer = draft(str(release("0.5.9")), Options(draft=changed(tmp_path, without=("lm_head.weight",))))
    assert [one.name for one in answer.parameters if one.filling is Filling.RANDOM] == ["lm_head.weight"]


def test_head_of_another_size_is_refused_where_the_loader_compares(release: Release, tmp_path: Path) -> None:
    answer = draft(str(release("0.5.9")), Options(draft=str(layout(tmp_path, "official"))))
    (head,) = (each for each in answer.tensors if each.name == "lm_head.weight")
    assert (head.fate, head.why) == (
        Fate.RAISES,
        "the shape 12x8 does not fit lm_head.weight, which is 64x8, padded from 48 rows",
    )
    assert (head.place.file, head.place.line) == ("srt/layers/vocab_parallel_embedding.py", 460)


def test_later_layers_take_one_state(release: Release, tmp_path: Path) -> None:
    config = {**CONFIGS["specforge"], "num_hidden_layers": 2}
    first = {name: each for name, each in TENSORS["specforge"].items() if name.startswith("midlayer.")}
    later = {
        name.replace("midlayer.", "layers.1."): each[:, :8].copy() if ".self_attn." in name else each
        for name, each in first.items()
    }
    hand = str(write(tmp_path / "two", config, {**TENSORS["specforge"], **later}))
    answer = draft(str(release("0.5.12")), Options(draft=hand))
    assert fates(answer) == {Fate.LOADED: 24, Fate.SKIPPED: 1}
    sizes = {each.name: each.sizes for each in answer.parameters}
    assert sizes["model.layers.0.self_attn.qkv_proj.weight"] == ("16", "16")
    assert sizes["model.layers.1.self_attn.qkv_proj.weight"] == ("16", "8")


def test_parameter_that_nothing_fills_is_a_finding(release: Release, tmp_path: Path) -> None:
    hand = changed(tmp_path, without=("midlayer.mlp.up_proj.weight",))
    (found,) = check(str(release("0.5.9")), Options(draft=hand, select=("K2",))).findings
    assert found.message == (
        "model.midlayer.mlp.gate_up_proj.weight is filled by nothing: neither the checkpoint nor the target"
    )


# --- a pair


@pytest.fixture(scope="module")
def story(release: Release, tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Options]:
    """The Kimi-K2.5 pair whose draft was saved as `layers.0.*`, on the release that started it all."""
    folder = tmp_path_factory.mktemp("story")
    (folder / "target").mkdir()
    (folder / "target" / "config.json").write_text(json.dumps(KIMI))
    hand = layout(folder, "modelopt_layers")
    options = Options(draft=str(hand), target=str(folder / "target"), algorithm="EAGLE3")
    return check(str(release("0.5.9")), options), options


def test_story_names_both_causes_and_what_follows(story: tuple[Report, Options]) -> None:
    assert [each.invariant for each in story[0].findings if each.severity.value == "error"] == [
        "eagle3/draft-loads-its-names",
        "eagle3/pair-goes-through-fc",
        "eagle3/target-offers-embed-and-head",
        "eagle3/wrapper-offers-capture",
    ]


def test_story_leads_from_the_missing_capture_to_the_skipped_fc(story: tuple[Report, Options]) -> None:
    (skipped,) = (each for each in story[0].findings if each.invariant == "eagle3/pair-goes-through-fc")
    assert [(step.file, step.line) for step in skipped.evidence][::2] == [
        ("srt/models/kimi_k25.py", 648),
        ("srt/models/llama_eagle3.py", 158),
        ("srt/models/llama_eagle3.py", 166),
    ]


def test_story_says_which_names_would_load(story: tuple[Report, Options]) -> None:
    (dropped,) = (each for each in story[0].findings if each.invariant == "eagle3/draft-loads-its-names")
    assert dropped.remedy.startswith("Rename layers.0.* to midlayer.* (10 tensors).")


def test_story_confirms_the_head_with_its_path(story: tuple[Report, Options]) -> None:
    kept = story[0].confirmed[0]
    assert kept.message == (
        "lm_head.weight stays what the checkpoint's lm_head.weight makes it:"
        " set_embed replaces model.embed_tokens.weight alone"
    )
    assert [(step.file, step.line) for step in kept.evidence] == [
        ("srt/models/llama_eagle3.py", 265),
        ("srt/speculative/eagle_worker.py", 168),
        ("srt/speculative/eagle_worker_v2.py", 204),
        ("srt/models/llama.py", 771),
    ]


def test_story_confirms_that_offsets_are_in_range(story: tuple[Report, Options]) -> None:
    (told,) = (each for each in story[0].confirmed if each.invariant == "drafts/d2t-leads-into-vocab")
    assert "is below vocab_size = 48" in told.message


def test_story_is_answered_in_one_sentence(story: tuple[Report, Options]) -> None:
    assert story[0].pairing is not None
    assert story[0].pairing.works is Works.NO
    assert story[0].pairing.sentence == (
        "No: KimiK25ForConditionalGeneration with this LlamaForCausalLMEagle3 can't work in sglang 0.5.9:"
        " layers.0.hidden_norm.weight, layers.0.input_layernorm.weight and 8 more are dropped without a word"
        " [D4]; and K7, W3, T1."
    )


def test_only_what_concerns_the_pair_is_told(story: tuple[Report, Options]) -> None:
    assert {each.symbol.split(".")[0] for each in story[0].findings} == {
        "KimiK25ForConditionalGeneration",
        "LlamaForCausalLMEagle3",
        "LlamaModel",
        "LogitsProcessor",
    }


def test_first_release_in_which_the_pair_can_is_told(story: tuple[Report, Options], release: Release) -> None:
    release("0.5.12")
    report = first_able(story[0], "sglang==0.5.12", story[1])
    assert report.pairing is not None
    assert report.pairing.sentence.endswith(
        "; the first release of sglang==0.5.12 in which the pair can is 0.5.12."
    )


# --- corrected copies


def fixed(tree: Path, hand: str, out: Path) -> tuple[tuple[str, ...], list[str]]:
    """What was changed, and which invariants are still broken."""
    answer = write_fixed(str(tree), Options(draft=hand), out)
    return answer.changes, [each.invariant for each in answer.left]


def test_names_become_those_that_the_release_loads(release: Release, tmp_path: Path) -> None:
    changes, left = fixed(release("0.5.9"), str(layout(tmp_path, "modelopt_layers")), tmp_path / "out")
    assert (len(changes), left) == (11, [])
    assert changes[0] == "renamed layers.0.hidden_norm.weight to midlayer.hidden_norm.weight"
    assert changes[-1] == "kept 14 tensors"


def test_ids_become_offsets_and_what_is_left_is_told(release: Release, tmp_path: Path) -> None:
    tensors: Tensors = {**TENSORS["specforge"], "d2t": np.array(IDS)}
    del tensors["lm_head.weight"]
    hand = str(write(tmp_path / "wrong", {**CONFIGS["specforge"], "tie_word_embeddings": True}, tensors))
    changes, left = fixed(release("0.5.9"), hand, tmp_path / "out")
    assert changes == ("turned d2t from target ids into offsets", "kept 14 tensors")
    assert left == ["drafts/tied-draft-has-full-vocab"]
    found = load_file(tmp_path / "out" / "model.safetensors")["d2t"].tolist()
    assert found == TENSORS["specforge"]["d2t"].tolist()


def test_nested_config_becomes_one_that_the_release_reads(release: Release, tmp_path: Path) -> None:
    config = {**CONFIGS["speculators"], "norm_before_residual": False}
    hand = str(write(tmp_path / "speculators", config, dict(TENSORS["speculators"])))
    changes, left = fixed(release("0.5.12"), hand, tmp_path / "out")
    assert changes[-2:] == (
        "set architectures to [LlamaForCausalLMEagle3] in config.json",
        "kept 16 tensors",
    )
    assert left == []


def test_draft_without_fault_is_not_copied(release: Release, tmp_path: Path) -> None:
    assert fixed(release("0.5.9"), changed(tmp_path), tmp_path / "out") == ((), [])
    assert not (tmp_path / "out").exists()


# --- what can't be read

TWICE = b'{"a": {"dtype": "I8", "shape": [1], "data_offsets": [0, 1]}, "a": {}}'


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"no weights at all", "is no safetensors file: no header is at its beginning"),
        (raw(b"{" + b" " * 40)[:30], "is truncated: its header alone is 41 bytes, the whole file 30"),
        (raw(TWICE, b"."), "has a twice in its header"),
    ],
)
def test_unreadable_weights_end_in_one_line_and_2(
    release: Release, tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, told: str
) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(data)
    assert main(["draft", str(release("0.5.9")), str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"flowtrace: error: {tmp_path / 'model.safetensors'} {told}\n"
