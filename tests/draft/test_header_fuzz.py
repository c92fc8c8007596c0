"""Headers that nobody thought of: whatever is in the file, it is read or refused in a sentence."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flowtrace.draft.header import Header, read_header
from flowtrace.errors import InputError
from tests.draft.layouts import layout, raw

MEMORY = 30_000_000  # bytes; the files are a few kB

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
SIZES = st.one_of(st.integers(-2, 40), st.integers(), JSON)
TENSOR = st.fixed_dictionaries(
    {},
    optional={
        "dtype": st.sampled_from(["F16", "BF16", "I64", "BOOL", "F4"]) | JSON,
        "shape": st.lists(SIZES, max_size=4) | JSON,
        "data_offsets": st.lists(SIZES, min_size=2, max_size=2) | JSON,
    },
)
HEADER = st.dictionaries(st.text(max_size=8) | st.just("__metadata__"), TENSOR | JSON, max_size=5)


def readable(path: Path) -> Header | None:
    """The header, or nothing when it is refused as it must be; and never much memory."""
    tracemalloc.start()
    try:
        return read_header(path)
    except InputError as error:
        message = str(error)
        assert message.startswith(f"{path} ")
        assert message.isprintable()
        assert len(message) < 500 + len(str(path))
        return None
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MEMORY


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.safetensors"


@QUICK
@given(st.binary(max_size=300))
@example(b"\xff" * 8 + b"{")
@example(raw(b"{" * 3000))
def test_any_bytes(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    readable(file)


@QUICK
@given(HEADER, st.integers(0, 100))
def test_any_json(file: Path, header: dict[str, Any], size: int) -> None:
    file.write_bytes(raw(json.dumps(header).encode(), b"." * size))
    found = readable(file)
    assert found is None or all(each.begin <= each.end <= found.size for each in found.tensors)


@QUICK
@given(st.data())
def test_damaged_draft(file: Path, tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray((layout(tmp_path, "official") / "model.safetensors").read_bytes())
    length = 8 + int.from_bytes(whole[:8], "little")
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, length - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(whole[: data.draw(st.integers(0, len(whole)) | st.just(len(whole)))])
    readable(file)
