"""Turns a safetensors file into the names, types, shapes and places of its tensors; reads no tensor.

What the format forbids is refused in our words, for an engine's loader would refuse it too. Time and memory
depend on the header, and that is capped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

from flowtrace.draft.shown import shown
from flowtrace.errors import InputError

SUFFIX = ".safetensors"

_LARGEST = 25_000_000  # bytes of a header: some 200,000 tensors
_MOST = 250_000  # tensors
_AXES = 16
_DIGITS = 19  # of a whole number in 64 bits
_BITS = {
    **dict.fromkeys(("F4",), 4),
    **dict.fromkeys(("F6_E2M3", "F6_E3M2"), 6),
    **dict.fromkeys(("BOOL", "U8", "I8", "F8_E4M3", "F8_E5M2", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"), 8),
    **dict.fromkeys(("U16", "I16", "F16", "BF16"), 16),
    **dict.fromkeys(("U32", "I32", "F32"), 32),
    **dict.fromkeys(("U64", "I64", "F64", "C64"), 64),
}
_METADATA = "__metadata__"
_POINTER = b"version https://git-lfs"


@dataclass(frozen=True)
class TensorFact:
    """A tensor as the header of its file tells it; its bytes are [begin, end) of that file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    file: str
    begin: int
    end: int


@dataclass(frozen=True)
class Header:
    """All that a safetensors file says of itself; the tensors' bytes are [start, size) of the file."""

    path: Path
    tensors: tuple[TensorFact, ...]
    metadata: tuple[tuple[str, str], ...]
    start: int
    size: int


def read_header(path: Path) -> Header:
    """The header of a safetensors file, its tensors in the order of their bytes."""
    raw, size = _raw(path)
    start = 8 + len(raw)
    entries = _entries(path, raw)
    metadata = _metadata(path, entries.pop(_METADATA, None) or {})
    found = [_tensor(path, name, entry, start) for name, entry in entries.items()]
    found.sort(key=lambda each: (each.begin, each.end))
    _refuse_gaps(path, found, start, size)
    return Header(path, tuple(found), metadata, start, size)


def _raw(path: Path) -> tuple[bytes, int]:
    """The JSON of the header, and the size of the file."""
    if not path.is_file():
        raise InputError(f"{path} is no regular file" if path.exists() else f"there is no file {path}")
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            first = file.read(len(_POINTER))
            length = int.from_bytes(first[:8], "little")
            _refuse_length(path, first, length, size)
            file.seek(8)
            raw = file.read(length)
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror or error}") from None
    if len(raw) < length:
        _refuse(path, f"ends within its header, after {8 + len(raw):,} bytes")
    return raw, size


def _refuse_length(path: Path, first: bytes, length: int, size: int) -> None:
    if not size:
        _refuse(path, "is empty")
    if first == _POINTER:
        _refuse(path, "is a Git LFS pointer, not the weights; fetch them with `git lfs pull`")
    if size < 8 or first[8:9] not in (b"", b"{"):
        _refuse(path, "is no safetensors file: no header is at its beginning")
    if length > size - 8:
        _refuse(path, f"is truncated: its header alone is {length:,} bytes, the whole file {size:,}")
    if length > _LARGEST:
        _refuse(path, f"has a header of {length:,} bytes; more than {_LARGEST:,} are not read")
    if length < 2:
        _refuse(path, "has an empty header")


def _entries(path: Path, raw: bytes) -> dict[str, Any]:
    if raw.count(b"[") + raw.count(b"{") > 3 * _MOST:
        _refuse(path, f"has a header of more than {_MOST:,} tensors")

    def entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, entry in pairs:
            if name in found:
                _refuse(path, f"has {shown(name)} twice in its header")
            found[name] = entry
        return found

    def whole(digits: str) -> int:
        if len(digits) > _DIGITS:
            _refuse(path, f"has a number of {len(digits):,} digits in its header")
        return int(digits)

    try:
        header = json.loads(raw.decode(), object_pairs_hook=entries, parse_int=whole)
    except UnicodeDecodeError as error:
        _refuse(path, f"has a header that is not UTF-8 text (byte {8 + error.start})")
    except json.JSONDecodeError as error:
        _refuse(path, f"has a header that is not JSON: {error.msg} (byte {8 + error.pos})")
    except RecursionError:
        _refuse(path, "has a header with lists and objects too deep inside one another")
    if not isinstance(header, dict):
        _refuse(path, "has a header that is no JSON object")
    return header


def _metadata(path: Path, entry: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        _refuse(path, f"has a header whose {_METADATA} is no mapping of texts")
    return tuple(entry.items())


def _tensor(path: Path, name: str, entry: Any, start: int) -> TensorFact:
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        _refuse(path, f"has a tensor whose name is no text: {shown(name)}")
    fields = entry if isinstance(entry, dict) else {}
    dtype, shape, offsets = (fields.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not isinstance(dtype, str) or dtype not in _BITS:
        _refuse(path, f"has a tensor {shown(name)} of a type that no safetensors file has: {shown(dtype)}")
    if not _are_naturals(shape) or len(shape) > _AXES:
        _refuse(path, f"has a tensor {shown(name)} whose shape is {shown(shape)}")
    if not _are_naturals(offsets) or len(offsets) != 2:
        _refuse(path, f"has a tensor {shown(name)} whose data_offsets are {shown(offsets)}")
    begin, end = offsets
    wanted = prod(shape) * _BITS[dtype]
    if 8 * (end - begin) != wanted:
        _refuse(
            path,
            f"has a tensor {shown(name)} of {end - begin:,} bytes, but {dtype} {shown(shape)} takes "
            f"{wanted / 8:,.6g}",
        )
    return TensorFact(name, dtype, tuple(shape), path.name, start + begin, start + end)


def _are_naturals(values: Any) -> TypeGuard[list[int]]:
    return isinstance(values, list) and all(type(value) is int and value >= 0 for value in values)


def _refuse_gaps(path: Path, tensors: list[TensorFact], start: int, size: int) -> None:
    """The tensors, in order, must follow one another from the header to the end of the file."""
    at, before = start, "the header"
    for each in tensors:
        if each.begin < at:
            _refuse(path, f"has tensors that overlap: {before} and {shown(each.name)}")
        if each.begin > at:
            _refuse(path, f"has {each.begin - at:,} bytes that belong to no tensor, behind {before}")
        at, before = each.end, shown(each.name)
    if at > size:
        _refuse(path, f"is truncated: {before} ends at byte {at:,}, the file at byte {size:,}")
    if at < size:
        _refuse(path, f"has {size - at:,} bytes that belong to no tensor, behind {before}")


def _refuse(path: Path, what: str) -> NoReturn:
    raise InputError(f"{path} {what}")
