"""Drafts as folders, files and shards: what they hold, what is noted, and what can't be a draft."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from flowtrace.draft.checkpoint import read_draft
from flowtrace.draft.header import TensorFact
from flowtrace.errors import InputError
from tests.draft.layouts import CONFIGS, TENSORS, layout, shards, write

ONE = np.zeros((2, 3), dtype=np.float16)


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_draft(path)
    return str(caught.value).replace(f"{path}", "DRAFT")


@pytest.mark.parametrize("name", list(CONFIGS))
def test_layout_is_read(tmp_path: Path, name: str) -> None:
    draft = read_draft(layout(tmp_path, name))
    assert list(draft.tensors) == sorted(TENSORS[name])
    assert draft.config == CONFIGS[name]
    assert draft.weights == ("model.safetensors",)
    assert draft.notes == ()


def test_tensor_has_type_shape_and_file(tmp_path: Path) -> None:
    fact = read_draft(layout(tmp_path, "official")).tensors["fc.weight"]
    assert isinstance(fact, TensorFact)
    assert (fact.dtype, fact.shape, fact.file) == ("F16", (8, 24), "model.safetensors")


def test_weight_file_takes_the_config_beside_it(tmp_path: Path) -> None:
    folder = layout(tmp_path, "official")
    draft = read_draft(folder / "model.safetensors")
    assert draft.config["draft_vocab_size"] == 12
    assert len(draft.tensors) == 15


def test_config_of_a_folder_stands_for_it(tmp_path: Path) -> None:
    assert len(read_draft(layout(tmp_path, "official") / "config.json").tensors) == 15


def test_other_config_is_judged_alone(tmp_path: Path) -> None:
    path = layout(tmp_path, "official") / "config.json"
    other = path.rename(path.with_name("draft.json"))
    draft = read_draft(other)
    assert (draft.weights, dict(draft.tensors)) == ((), {})
    assert draft.notes == ("no .safetensors file was given: only the configuration is judged",)


def test_other_configs_are_read(tmp_path: Path) -> None:
    folder = layout(tmp_path, "official")
    (folder / "generation_config.json").write_text('{"eos_token_id": 2}')
    (folder / "hf_quant_config.json").write_text('{"quantization": {"quant_algo": "FP8"}}')
    draft = read_draft(folder)
    assert draft.generation is not None
    assert draft.generation.values == {"eos_token_id": 2}
    assert draft.quantization is not None
    assert draft.quantization.values == {"quantization": {"quant_algo": "FP8"}}
    assert draft.others == ("generation_config.json", "hf_quant_config.json")


def test_pickle_is_named_and_not_opened(tmp_path: Path) -> None:
    folder = layout(tmp_path, "official")
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04cos\nsystem\n.")
    assert read_draft(folder).notes == (
        "pytorch_model.bin may be a pickle, which runs code when it is loaded, so it is not opened; "
        "its tensors are not known",
    )


def test_pickle_alone_leaves_the_config(tmp_path: Path) -> None:
    folder = layout(tmp_path, "official")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    draft = read_draft(folder)
    assert draft.weights == ()
    assert draft.notes[1] == "no .safetensors file was given: only the configuration is judged"


def test_pickle_is_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "draft.pt"
    path.touch()
    assert refused(path) == (
        "draft.pt may be a pickle, which runs code when it is loaded, so it is not opened; "
        "save the draft as .safetensors"
    )


def test_missing_draft_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone") == "there is no draft DRAFT"


def test_missing_config_is_told(tmp_path: Path) -> None:
    folder = layout(tmp_path, "official")
    (folder / "config.json").unlink()
    assert refused(folder) == "there is no config.json in DRAFT"
    assert refused(folder / "model.safetensors") == "there is no config.json beside DRAFT"


def test_damaged_weights_are_told(tmp_path: Path) -> None:
    folder = layout(tmp_path, "official")
    (folder / "model.safetensors").write_bytes(b"")
    assert refused(folder) == "DRAFT/model.safetensors is empty"


# ---- several files


def test_shards_are_one_draft(tmp_path: Path) -> None:
    files = {"a.safetensors": {"x": ONE}, "b.safetensors": {"y": ONE}}
    draft = read_draft(shards(tmp_path, files, {"x": "a.safetensors", "y": "b.safetensors"}))
    assert {name: fact.file for name, fact in draft.tensors.items()} == {
        "x": "a.safetensors",
        "y": "b.safetensors",
    }
    assert draft.notes == ()


def test_missing_shard_is_told(tmp_path: Path) -> None:
    shards(tmp_path, {"a.safetensors": {"x": ONE}}, {"x": "a.safetensors", "y": "b.safetensors"})
    assert refused(tmp_path) == (
        "DRAFT/model.safetensors.index.json: y is in b.safetensors, which is not in this folder"
    )


@pytest.mark.parametrize(
    ("index", "note"),
    [
        (
            {"x": "a.safetensors", "z": "a.safetensors"},
            "tensors that stand in model.safetensors.index.json, but in no file: z",
        ),
        (
            {"x": "a.safetensors"},
            "b.safetensors is not among the files that model.safetensors.index.json names",
        ),
        (
            {"y": "a.safetensors", "x": "b.safetensors"},
            "tensors that stand in another file than model.safetensors.index.json says: x, y",
        ),
        (
            {"x": "a.safetensors", "q": "b.safetensors"},
            "tensors that stand in a file, but not in model.safetensors.index.json: y",
        ),
    ],
)
def test_index_that_tells_another_story_is_noted(tmp_path: Path, index: dict[str, str], note: str) -> None:
    files = {"a.safetensors": {"x": ONE}, "b.safetensors": {"y": ONE}}
    assert note in read_draft(shards(tmp_path, files, index)).notes


def test_tensor_in_two_files_is_noted(tmp_path: Path) -> None:
    files = {"a.safetensors": {"x": ONE}, "b.safetensors": {"x": ONE, "y": ONE}}
    draft = read_draft(shards(tmp_path, files, {"x": "a.safetensors", "y": "b.safetensors"}))
    assert draft.notes[0] == "tensors that stand in several files; the last one counts: x"


def test_files_without_an_index_are_all_taken(tmp_path: Path) -> None:
    write(tmp_path, dict(CONFIGS["official"]), {"x": ONE}, "a.safetensors")
    write(tmp_path, dict(CONFIGS["official"]), {"y": ONE}, "b.safetensors")
    draft = read_draft(tmp_path)
    assert list(draft.tensors) == ["x", "y"]
    assert draft.notes == (
        "there is no model.safetensors.index.json; all 2 .safetensors files are taken to be loaded",
    )


@pytest.mark.parametrize(
    ("index", "message"),
    [
        ("{}", "has no weight_map, which says in which file each tensor is"),
        ('{"weight_map": []}', "has no weight_map, which says in which file each tensor is"),
        (
            '{"weight_map": {"x": "../a.safetensors"}}',
            "x is in ../a.safetensors, which names no .safetensors file of this folder",
        ),
        ('{"weight_map": {"x": 1}}', "x is in 1, which names no .safetensors file of this folder"),
        ('{"weight_map"', "1:14: this is not JSON: Expecting ':' delimiter"),
    ],
)
def test_wrong_index_is_told(tmp_path: Path, index: str, message: str) -> None:
    folder = layout(tmp_path, "official")
    (folder / "model.safetensors.index.json").write_text(index)
    assert refused(folder).removeprefix("DRAFT/model.safetensors.index.json").lstrip(": ") == message


def test_reading_loads_no_numbers_library(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from flowtrace.draft.checkpoint import read_draft;"
        "from flowtrace.draft import predicates;"
        f"read_draft(Path({str(layout(tmp_path, 'official'))!r}));"
        "print([name for name in ('numpy', 'safetensors') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
