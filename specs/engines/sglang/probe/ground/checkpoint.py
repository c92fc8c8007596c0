"""The folder of a draft -> what the engine's own class makes of its config, its tensors' names and its
token map.

Names and shapes are read from the headers; the only values read are those of d2t and t2d.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open

from ground import answers as say
from ground import building, loading, places, reading

_TYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
_USUAL = 3  # states that fc fuses when no layers are named
_MAPS = ("d2t", "t2d")
_NORMS = ("input_norm.", "fc_norm.")  # in front of fc, as trainers name their tensors
_NORM_KEYS = ("norm_before_fc", "fc_norm", "use_aux_norm")  # and the keys that switch them on


@dataclass(frozen=True)
class Draft:
    """A draft's folder, its config and the class its config names, built on the meta device."""

    folder: Path
    config: dict[str, Any]
    model: Any
    readers: reading.Readers = field(default_factory=dict)  # the keys of its config that its class asks for


def opened(folder: Path) -> Draft:
    """The draft in `folder`; raises what the engine raises when its class can't be built."""
    config = json.loads((folder / "config.json").read_text())
    name = config["architectures"][0]
    readers: reading.Readers = {}
    model = building.model(name, config, "meta", lambda made: reading.watched(made, readers))
    if model is None:
        raise LookupError(f"{name} did not import here")
    return Draft(folder, config, model, readers)


def loads(draft: Draft) -> list[dict[str, Any]]:
    """D4 (for fc D8 or K7): whether every tensor is written, at its real size; K2: whether every parameter is; D9."""
    subject = type(draft.model)
    loader = places.of(subject.load_weights, "the loader")
    fates = loading.fates(draft.model, _tensors(draft.folder))
    if not fates:
        return [
            say.inconclusive("D4", subject, f"{draft.folder.name} holds no tensors in .safetensors files")
        ]
    refused = [each for each in fates if each.error]
    if refused:
        saw = f"{refused[0].name} is refused: {refused[0].error}"
        demand = _refused(draft, refused[0].name)
        return [say.broken(demand, subject, saw, {**loader, "what": saw}), *_norms(draft, fates, loader)]
    dropped = [each.name for each in fates if not each.written]
    saw = f"all {len(fates)} tensors of {draft.folder.name} are written"
    if dropped:
        silent = sum(each.silent for each in fates if not each.written)
        saw = (
            f"{len(dropped)} of {len(fates)} tensors are dropped, {silent} without a word: {_listed(dropped)}"
        )
    found = [
        say.judged(not dropped, "D4", subject, saw, {**loader, "what": saw}),
        *_norms(draft, fates, loader),
    ]
    return found if dropped else [*found, _filled(draft, fates, loader)]  # what is dropped fills nothing


def _refused(draft: Draft, name: str) -> str:
    """The demand that a tensor of another size breaks: of fc it is the class's, or this draft's, by its own config."""
    if not name.endswith("fc.weight"):
        return "D4"
    ids = (draft.config.get("eagle_config") or {}).get("eagle_aux_hidden_state_layer_ids")
    width = draft.config.get("target_hidden_size") or draft.config["hidden_size"]
    asked = (len(ids) if ids else _USUAL) * width
    return "K7" if draft.model.model.fc.weight.shape[1] == asked else "D8"


def _filled(draft: Draft, fates: list[loading.Fate], loader: dict[str, Any]) -> dict[str, Any]:
    lent = loading.lent(draft.model, draft.config)
    empty = [each for each in loading.unwritten(draft.model, fates) if each not in lent]
    saw = (
        f"nothing is written to {_listed(empty)}" if empty else "every parameter is written, or the target's"
    )
    return say.judged(not empty, "K2", type(draft.model), saw, {**loader, "what": saw})


def _norms(draft: Draft, fates: list[loading.Fate], loader: dict[str, Any]) -> list[dict[str, Any]]:
    """D9: whether the norms in front of fc are written, and the keys read that switch them on; of those it has."""
    own = [each for each in fates if any(each.name.startswith(name) for name in _NORMS)]
    nested = draft.config.get("eagle_config") or {}
    keys = [each for each in _NORM_KEYS if each in draft.config or each in nested]
    if not (own or keys):
        return []
    faults = [f"{each.name} is not written" for each in own if not each.written]
    faults += [f"{each} is not read" for each in keys if each not in draft.readers]
    saw = "; ".join(faults) or f"{_listed([*(each.name for each in own), *keys])}: written, or read"
    steps = [draft.readers[each] for each in keys if each in draft.readers]
    return [say.judged(not faults, "D9", type(draft.model), saw, {**loader, "what": saw}, *steps)]


def maps(draft: Draft) -> list[dict[str, Any]]:
    """K4: whether the token map that the class makes of d2t stays within the vocabulary and agrees with
    t2d.
    """
    subject = type(draft.model)
    loader = places.of(subject.load_weights, "makes the token map")
    values = dict(_values(draft.folder))
    if "d2t" not in values:
        return []
    with torch.device("cpu"):
        draft.model.load_weights([("d2t", values["d2t"])])
    hot = draft.model.hot_token_id
    vocabulary = int(draft.config.get("vocab_size", 0))
    outside = int(((hot < 0) | (hot >= vocabulary)).sum())
    doubled = len(hot) - len(hot.unique())
    faults = []
    if outside:
        faults.append(f"{outside} of {len(hot)} draft ids become ids outside the vocabulary of {vocabulary}")
    if doubled:
        faults.append(f"{doubled} draft ids share a target id with another")
    if "t2d" in values:
        mask = values["t2d"].bool()
        inside = hot[(hot >= 0) & (hot < len(mask))]
        wrong = len(hot) - int(mask[inside].sum())
        if wrong:
            faults.append(f"{wrong} of {len(hot)} become ids that t2d does not list")
    if faults and _absolute(values, vocabulary):
        faults.append("d2t holds the target ids themselves, where offsets are expected")
    saw = (
        "; ".join(faults) or f"all {len(hot)} draft ids become distinct ids of the vocabulary that t2d lists"
    )
    return [say.judged(not faults, "K4", subject, saw, {**loader, "what": saw})]


def _absolute(values: dict[str, torch.Tensor], vocabulary: int) -> bool:
    given = values["d2t"]
    fits = bool(((given >= 0) & (given < vocabulary)).all()) and len(given.unique()) == len(given)
    return fits and ("t2d" not in values or bool(values["t2d"].bool()[given].all()))


def _tensors(folder: Path) -> Iterator[tuple[str, torch.Tensor]]:
    for name, header in _headers(folder):
        if name.rpartition(".")[2] not in _MAPS:
            kind = _TYPES.get(header.get_dtype(), torch.float32)
            yield name, torch.empty(header.get_shape(), dtype=kind, device="meta")


def _values(folder: Path) -> Iterator[tuple[str, torch.Tensor]]:
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, framework="pt") as opened:
            for name in opened.keys():  # noqa: SIM118 - the file is no mapping
                if name.rpartition(".")[2] in _MAPS:
                    yield name.rpartition(".")[2], opened.get_tensor(name)


def _headers(folder: Path) -> Iterator[tuple[str, Any]]:
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, framework="pt") as opened:
            for name in opened.keys():  # noqa: SIM118 - the file is no mapping
                yield name, opened.get_slice(name)


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
