"""Corrected copies: what changes, what stays, and that nothing is lost or written in place."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from flowtrace.draft.checkpoint import Draft, read_draft
from flowtrace.draft.header import Header, read_header
from flowtrace.draft.rewrite import write_fixed
from flowtrace.errors import InputError
from tests.draft.layouts import CONFIGS, IDS, TENSORS, Tensors, layout, shards, write

ONE = np.arange(6, dtype=np.float16).reshape(2, 3)
TWO = np.arange(4, dtype=np.int64)


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return read_draft(layout(tmp_path, "modelopt_layers"))


def refused(draft: Draft, out: Path, **changes: object) -> str:
    with pytest.raises(InputError) as caught:
        write_fixed(draft, out, **changes)  # type: ignore[arg-type]
    return str(caught.value).replace(str(out.parent), "HERE")


def test_tensor_has_its_new_name_and_its_bytes(draft: Draft, tmp_path: Path) -> None:
    old, new = "layers.0.mlp.up_proj.weight", "midlayer.mlp.up_proj.weight"
    told = write_fixed(draft, tmp_path / "out", {old: new})
    assert told == [f"renamed {old} to {new}", "kept 14 tensors"]
    found = load_file(tmp_path / "out" / "model.safetensors")
    assert sorted(found) == sorted(new if name == old else name for name in draft.tensors)
    assert all(
        np.array_equal(found[new if name == old else name], TENSORS["modelopt_layers"][name])
        for name in draft.tensors
    )


def test_absolute_ids_become_offsets(tmp_path: Path) -> None:
    tensors = {**TENSORS["official"], "d2t": np.array(IDS)}
    wrong = read_draft(write(tmp_path / "wrong", dict(CONFIGS["official"]), tensors))
    told = write_fixed(wrong, tmp_path / "out", offsets=("d2t",))
    assert told == ["turned d2t from target ids into offsets", "kept 15 tensors"]
    found = load_file(tmp_path / "out" / "model.safetensors")
    assert found["d2t"].tolist() == [1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34]
    assert np.array_equal(found["t2d"], tensors["t2d"])


def test_config_is_changed_where_it_must(draft: Draft, tmp_path: Path) -> None:
    changes = {"eagle_config.eagle_aux_hidden_state_layer_ids": [1, 2], "deep.new": 3, "head_dim": None}
    assert write_fixed(draft, tmp_path / "out", config_changes=changes) == [
        "set eagle_config.eagle_aux_hidden_state_layer_ids to [1, 2] in config.json",
        "set deep.new to 3 in config.json",
        "set head_dim to null in config.json",
        "kept 14 tensors",
    ]
    base = CONFIGS["modelopt_layers"]
    assert json.loads((tmp_path / "out" / "config.json").read_text()) == {
        **base,
        "eagle_config": {**base["eagle_config"], "eagle_aux_hidden_state_layer_ids": [1, 2]},
        "deep": {"new": 3},
        "head_dim": None,
    }


def test_unchanged_config_keeps_its_bytes(draft: Draft, tmp_path: Path) -> None:
    write_fixed(draft, tmp_path / "out")
    assert (tmp_path / "out" / "config.json").read_bytes() == (draft.folder / "config.json").read_bytes()


def test_draft_itself_is_left_alone(draft: Draft, tmp_path: Path) -> None:
    before = {file.name: file.read_bytes() for file in draft.folder.iterdir()}
    write_fixed(draft, tmp_path / "out", {"fc.weight": "model.fc.weight"}, {"a": 1}, ("d2t",))
    assert {file.name: file.read_bytes() for file in draft.folder.iterdir()} == before


def test_metadata_is_kept(draft: Draft, tmp_path: Path) -> None:
    write_fixed(draft, tmp_path / "out", {"fc.weight": "a"})
    raw = (tmp_path / "out" / "model.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    assert json.loads(raw[8 : 8 + length])["__metadata__"] == {"format": "pt"}
    assert length % 8 == 0


def test_shards_and_index_go_along(tmp_path: Path) -> None:
    files: dict[str, Tensors] = {"a.safetensors": {"x": ONE}, "b.safetensors": {"y": ONE, "z": TWO}}
    names = {"x": "a.safetensors", "y": "b.safetensors", "z": "b.safetensors"}
    draft = read_draft(shards(tmp_path / "draft", files, names))
    write_fixed(draft, tmp_path / "out", {"y": "new"})
    copy = read_draft(tmp_path / "out")
    assert {name: fact.file for name, fact in copy.tensors.items()} == {
        "new": "b.safetensors",
        "x": "a.safetensors",
        "z": "b.safetensors",
    }
    assert copy.notes == ()


def test_other_files_go_along_and_pickles_do_not(draft: Draft, tmp_path: Path) -> None:
    (draft.folder / "tokenizer.json").write_text("{}")
    (draft.folder / "optimizer.pt").write_text("x")
    told = write_fixed(read_draft(draft.folder), tmp_path / "out")
    assert told == ["left out optimizer.pt", "kept 14 tensors"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "config.json",
        "model.safetensors",
        "tokenizer.json",
    ]


def test_folder_that_is_there_is_refused(draft: Draft) -> None:
    assert refused(draft, draft.folder) == (
        "HERE/modelopt_layers is there already; name a new folder for the corrected draft"
    )


def test_file_is_refused(draft: Draft, tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    assert refused(draft, tmp_path / "out") == "HERE/out is a file; name a new folder for the corrected draft"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"renames": {"gone": "x"}}, "there is no tensor gone in HERE/modelopt_layers"),
        ({"offsets": ("gone",)}, "there is no tensor gone in HERE/modelopt_layers"),
        ({"renames": {"d2t": "fc.weight"}}, "d2t and fc.weight would both become fc.weight"),
        ({"renames": {"d2t": "x", "fc.weight": "x"}}, "d2t and fc.weight would both become x"),
        ({"offsets": ("fc.weight",)}, "fc.weight is F16 and holds no ids"),
        (
            {"config_changes": {"model_type.x": 1}},
            "model_type.x can't be set in config.json: model_type is llama",
        ),
    ],
    ids=str,
)
def test_impossible_change_is_refused(
    draft: Draft, tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    assert refused(draft, tmp_path / "out", **changes) == message
    assert sorted(file.name for file in tmp_path.iterdir()) == ["modelopt_layers"]


def test_names_may_be_exchanged(draft: Draft, tmp_path: Path) -> None:
    write_fixed(draft, tmp_path / "out", {"d2t": "fc.weight", "fc.weight": "d2t"})
    assert read_draft(tmp_path / "out").tensors["fc.weight"].dtype == "I64"


def test_damaged_copy_is_not_kept(draft: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(copy: Path) -> Header:
        raw = bytearray(copy.read_bytes())
        raw[-1] ^= 1
        copy.write_bytes(raw)
        return read_header(copy)

    monkeypatch.setattr(
        "flowtrace.draft.rewrite.read_header",
        lambda path: damaged(path) if "out" in str(path) else read_header(path),
    )
    assert refused(draft, tmp_path / "out").endswith(" is not what it should be; nothing was kept")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["modelopt_layers"]


def test_draft_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "draft.json").write_text("{}")
    draft = read_draft(tmp_path / "draft.json")
    assert refused(draft, tmp_path / "out") == "there is no .safetensors file to correct in HERE/draft.json"
