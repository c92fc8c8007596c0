"""Headers of safetensors files: what they tell, and each kind of damage in a clear sentence."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from flowtrace.draft.header import TensorFact, read_header
from flowtrace.errors import InputError
from tests.draft.layouts import layout, raw

ONE: dict[str, Any] = {"dtype": "F16", "shape": [2, 3], "data_offsets": [0, 12]}


def refused(folder: Path, data: bytes) -> str:
    path = folder / "a.safetensors"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_header(path)
    return str(caught.value).removeprefix(f"{path} ")


def test_tensor_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(raw(b'{"x":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]}}', b"." * 12))
    (fact,) = read_header(path).tensors
    assert fact == TensorFact("x", "F16", (2, 3), "a.safetensors", 65, 77)


def test_metadata_is_no_tensor(tmp_path: Path) -> None:
    header = read_header(layout(tmp_path, "official") / "model.safetensors")
    assert header.metadata == (("format", "pt"),)
    assert len(header.tensors) == 15


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"{}", "is no safetensors file: no header is at its beginning"),
        (b"\x00" * 8, "has an empty header"),
        (b"PK\x03\x04" + b"x" * 99, "is no safetensors file: no header is at its beginning"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            "is a Git LFS pointer, not the weights; fetch them with `git lfs pull`",
        ),
        (raw(b"{}")[:9], "is truncated: its header alone is 2 bytes, the whole file 9"),
        (
            (10**15).to_bytes(8, "little") + b"{}",
            "is truncated: its header alone is 1,000,000,000,000,000 bytes, the whole file 10",
        ),
        (
            raw(b"{,}"),
            "has a header that is not JSON: Expecting property name enclosed in double quotes (byte 9)",
        ),
        (raw(b'{"\xff": 1}'), "has a header that is not UTF-8 text (byte 10)"),
        (raw(b'{"a": ' + b"[" * 100_000), "has a header with lists and objects too deep inside one another"),
        (raw(b'{"a": [' + b"[]," * 800_000), "has a header of more than 250,000 tensors"),
        (raw(b'{"a": ' + b"9" * 20 + b"}"), "has a number of 20 digits in its header"),
        (raw(b'{"x": 1, "x": 2}'), "has x twice in its header"),
        (raw(b'{"__metadata__": {"a": 1}}'), "has a header whose __metadata__ is no mapping of texts"),
        (raw(b'{"\\ud800": {}}'), 'has a tensor whose name is no text: "\\ud800"'),
        (raw(b'{"a\\nb": {}}'), 'has a tensor "a\\nb" of a type that no safetensors file has: null'),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_damage_is_told(tmp_path: Path, data: bytes, message: str) -> None:
    assert refused(tmp_path, data) == message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dtype": "INT4"}, "has a tensor x of a type that no safetensors file has: INT4"),
        ({"dtype": ["F16"]}, "has a tensor x of a type that no safetensors file has: [F16]"),
        ({"dtype": "F32"}, "has a tensor x of 12 bytes, but F32 [2, 3] takes 24"),
        ({"shape": [2, -3]}, "has a tensor x whose shape is [2, -3]"),
        ({"shape": [2, True]}, "has a tensor x whose shape is [2, true]"),
        ({"shape": [1] * 17}, "has a tensor x whose shape is [1, 1, 1, 1, 1, 1, 1, 1, ...]"),
        ({"shape": "6"}, "has a tensor x whose shape is 6"),
        ({"data_offsets": [0]}, "has a tensor x whose data_offsets are [0]"),
        ({"data_offsets": [12, 0]}, "has a tensor x of -12 bytes, but F16 [2, 3] takes 12"),
        ({"data_offsets": [0, 1.5]}, "has a tensor x whose data_offsets are [0, 1.5]"),
        ({"data_offsets": [4, 16]}, "has 4 bytes that belong to no tensor, behind the header"),
    ],
    ids=str,
)
def test_wrong_tensor_is_told(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    header = json.dumps({"x": {**ONE, **change}}).encode()
    assert refused(tmp_path, raw(header, b"." * 12)) == message


def test_overlap_is_told(tmp_path: Path) -> None:
    header = json.dumps({"x": ONE, "y": {**ONE, "data_offsets": [6, 18]}}).encode()
    assert refused(tmp_path, raw(header, b"." * 18)) == "has tensors that overlap: x and y"


def test_truncated_weights_are_told(tmp_path: Path) -> None:
    header = json.dumps({"x": ONE}).encode()
    assert refused(tmp_path, raw(header, b"." * 5)) == "is truncated: x ends at byte 85, the file at byte 78"


def test_bytes_behind_the_last_tensor_are_told(tmp_path: Path) -> None:
    header = json.dumps({"x": ONE}).encode()
    assert refused(tmp_path, raw(header, b"." * 15)) == "has 3 bytes that belong to no tensor, behind x"


def test_folder_of_that_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r" is no regular file$"):
        read_header(tmp_path)


def test_header_beyond_the_cap_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    with path.open("wb") as file:
        file.write((10**9).to_bytes(8, "little") + b"{")
        file.truncate(2 * 10**9)
    with pytest.raises(
        InputError, match=r"has a header of 1,000,000,000 bytes; more than 25,000,000 are not read$"
    ):
        read_header(path)


def test_gigabyte_takes_no_longer_than_its_header(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    header = json.dumps({"x": {"dtype": "U8", "shape": [10**9], "data_offsets": [0, 10**9]}}).encode()
    with path.open("wb") as file:
        file.write(raw(header))
        file.truncate(8 + len(header) + 10**9)
    begin = time.perf_counter()
    assert read_header(path).tensors[0].shape == (1_000_000_000,)
    assert time.perf_counter() - begin < 0.5  # takes a millisecond; a machine may be busy
