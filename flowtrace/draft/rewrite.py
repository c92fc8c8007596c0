"""Turns a draft and the changes it needs into a corrected copy in a new folder, and says what was changed.

The draft itself is never written to. Tensors keep their bytes and their order, but for those turned into
offsets, and bytes are streamed. The copy gets its name once it is complete and was compared with the draft.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, BinaryIO

from flowtrace.draft.checkpoint import INDEX, PICKLES, Draft
from flowtrace.draft.config import NAME
from flowtrace.draft.header import SUFFIX, Header, TensorFact, read_header
from flowtrace.draft.shown import shown
from flowtrace.draft.values import load
from flowtrace.errors import InputError

_CHUNK = 1 << 20  # bytes in memory at a time
_WIDTHS = {"I8": 1, "U8": 1, "I16": 2, "U16": 2, "I32": 4, "U32": 4, "I64": 8, "U64": 8}


def write_fixed(
    draft: Draft,
    out: Path,
    renames: Mapping[str, str] | None = None,
    config_changes: Mapping[str, Any] | None = None,
    offsets: tuple[str, ...] = (),
    removed: tuple[str, ...] = (),
) -> list[str]:
    """Write the draft to `out`, a folder that is not there yet, and return a sentence for each change.

    `renames` maps tensor names to new ones; `config_changes` maps dotted keys of config.json to new values, and
    `removed` are keys at its top to leave out; `offsets` are tensors of absolute ids, from each of which its
    position is subtracted.
    """
    renames, config_changes = renames or {}, config_changes or {}
    refuse_place(out)
    _refuse_changes(draft, renames, offsets)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
        try:
            for file in draft.weights:
                _copy_weights(draft, file, made, renames, offsets)
            _write_config(draft, made, config_changes, removed)
            _write_index(draft, made, renames)
            left = _copy_others(draft, made)
            made.chmod(0o755)
            refuse_place(out)  # whatever came meanwhile
            made.replace(out)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise InputError(
            f"the corrected draft can't be written to {out}: {error.strerror or error}"
        ) from None
    return [
        *(f"renamed {shown(old)} to {shown(new)}" for old, new in sorted(renames.items())),
        *(f"turned {shown(name)} from target ids into offsets" for name in offsets),
        *(f"set {key} to {shown(value)} in {NAME}" for key, value in config_changes.items()),
        *(f"removed {key} from {NAME}" for key in removed),
        *(f"left out {name}" for name in left),
        f"kept {len(draft.tensors)} tensors",
    ]


def refuse_place(out: Path) -> None:
    """Complain of a place that is taken: nothing is written over, and nothing beside what is there."""
    if out.exists():
        what = "is there already" if out.is_dir() else "is a file"
        raise InputError(f"{out} {what}; name a new folder for the corrected draft")


def _refuse_changes(draft: Draft, renames: Mapping[str, str], offsets: tuple[str, ...]) -> None:
    if not draft.weights:
        raise InputError(f"there is no {SUFFIX} file to correct in {draft.path}")
    for name in (*renames, *offsets):
        if name not in draft.tensors:
            raise InputError(f"there is no tensor {shown(name)} in {draft.path}")
    owners: dict[str, str] = {}
    for name in draft.tensors:
        new = renames.get(name, name)
        if new in owners:
            raise InputError(f"{shown(owners[new])} and {shown(name)} would both become {shown(new)}")
        owners[new] = name
    for name in offsets:
        if draft.tensors[name].dtype not in _WIDTHS:
            raise InputError(f"{shown(name)} is {draft.tensors[name].dtype} and holds no ids")


# ---- weights


def _copy_weights(
    draft: Draft, file: str, made: Path, renames: Mapping[str, str], offsets: tuple[str, ...]
) -> None:
    header = read_header(draft.folder / file)
    turned = {
        fact.name: _offsets(draft, fact)
        for fact in header.tensors
        if fact.name in offsets and draft.tensors[fact.name].file == file
    }
    with header.path.open("rb") as source, (made / file).open("wb") as copy:
        start = _write_header(copy, header, renames)
        source.seek(header.start)
        shutil.copyfileobj(source, copy, _CHUNK)
        for fact in header.tensors:
            if fact.name in turned:
                copy.seek(start + fact.begin - header.start)
                copy.write(turned[fact.name])
    _compare(header, read_header(made / file), renames, turned)


def _write_header(copy: BinaryIO, header: Header, renames: Mapping[str, str]) -> int:
    """Write the header under the new names, and return where the tensors begin."""
    entries: dict[str, Any] = {"__metadata__": dict(header.metadata)} if header.metadata else {}
    for fact in header.tensors:
        places = [fact.begin - header.start, fact.end - header.start]
        entries[renames.get(fact.name, fact.name)] = {
            "dtype": fact.dtype,
            "shape": list(fact.shape),
            "data_offsets": places,
        }
    raw = json.dumps(entries, separators=(",", ":")).encode()
    raw += b" " * (-len(raw) % 8)
    copy.write(len(raw).to_bytes(8, "little") + raw)
    return 8 + len(raw)


def _offsets(draft: Draft, fact: TensorFact) -> bytes:
    width, signed = _WIDTHS[fact.dtype], fact.dtype.startswith("I")
    values = [value - at for at, value in enumerate(load(draft, fact.name))]
    try:
        return b"".join(value.to_bytes(width, "little", signed=signed) for value in values)
    except OverflowError:
        raise InputError(f"{shown(fact.name)} holds ids too small to be turned into offsets") from None


def _compare(source: Header, copy: Header, renames: Mapping[str, str], turned: Mapping[str, bytes]) -> None:
    """Every tensor of the source must be in the copy, byte for byte or as it was turned."""
    with source.path.open("rb") as one, copy.path.open("rb") as other:
        for old, new in zip(source.tensors, copy.tensors, strict=True):
            named = (new.name, new.dtype, new.shape) == (
                renames.get(old.name, old.name),
                old.dtype,
                old.shape,
            )
            one.seek(old.begin)
            other.seek(new.begin)
            if old.name in turned:
                same = other.read(new.end - new.begin) == turned[old.name]
            else:
                same = _same_bytes(one, other, old.end - old.begin)
            if not (named and same):
                raise InputError(f"the copy of {shown(old.name)} is not what it should be; nothing was kept")


def _same_bytes(one: BinaryIO, other: BinaryIO, count: int) -> bool:
    while count:
        chunk = one.read(min(count, _CHUNK))
        if not chunk or chunk != other.read(len(chunk)):
            return False
        count -= len(chunk)
    return True


# ---- the files beside them


def _write_config(draft: Draft, made: Path, changes: Mapping[str, Any], removed: tuple[str, ...]) -> None:
    name = draft.configuration.path.name
    if not changes and not removed:
        shutil.copyfile(draft.configuration.path, made / name)
        return
    values = deepcopy(dict(draft.config))
    for key, value in changes.items():
        *above, last = key.split(".")
        place = values
        for part in above:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise InputError(f"{key} can't be set in {name}: {part} is {shown(place)}")
        place[last] = value
    _write_json(made / name, {key: value for key, value in values.items() if key not in removed})


def _write_index(draft: Draft, made: Path, renames: Mapping[str, str]) -> None:
    if INDEX not in draft.others:
        return
    index = json.loads((draft.folder / INDEX).read_text(encoding="utf-8"))
    index["weight_map"] = {renames.get(name, name): fact.file for name, fact in draft.tensors.items()}
    _write_json(made / INDEX, index)


def _copy_others(draft: Draft, made: Path) -> list[str]:
    """Copy what else is in the folder, and return what is not: weights that were not looked at."""
    left = [name for name in draft.others if name.endswith((SUFFIX, *PICKLES))]
    for name in draft.others:
        if name not in left and name != INDEX:
            shutil.copyfile(draft.folder / name, made / name)
    return left


def _write_json(file: Path, values: Any) -> None:
    file.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
