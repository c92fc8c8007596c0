"""The numbers of small tensors, and those that are not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowtrace.draft.checkpoint import read_draft
from flowtrace.draft.values import load, loadable
from flowtrace.errors import InputError
from tests.draft.layouts import layout


def test_offsets_are_whole_numbers(tmp_path: Path) -> None:
    draft = read_draft(layout(tmp_path, "official"))
    assert load(draft, "d2t") == (1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34)


def test_true_is_one(tmp_path: Path) -> None:
    assert load(read_draft(layout(tmp_path, "official")), "t2d")[:6] == (0, 1, 0, 0, 0, 1)


@pytest.mark.parametrize(("name", "shape"), [("fc.weight", "F16 [8, 24]"), ("norm.weight", "F16 [8]")])
def test_weights_are_not_read(tmp_path: Path, name: str, shape: str) -> None:
    draft = read_draft(layout(tmp_path, "official"))
    assert not loadable(draft, name)
    with pytest.raises(InputError) as caught:
        load(draft, name)
    assert str(caught.value) == f"{name} is {shape}, not a short row of whole numbers"


def test_file_gone_meanwhile_is_told(tmp_path: Path) -> None:
    draft = read_draft(layout(tmp_path, "official"))
    (draft.folder / "model.safetensors").unlink()
    with pytest.raises(InputError, match=r"model\.safetensors can't be read: "):
        load(draft, "d2t")
