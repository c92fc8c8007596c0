"""Turns a draft's folder (or its one weight file) into what it holds: configurations and headers, no weights.

Pickled weights are named and never opened: loading one runs code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from flowtrace.draft.config import NAME, Config, read_config
from flowtrace.draft.header import SUFFIX, TensorFact, read_header
from flowtrace.draft.shown import shown
from flowtrace.errors import InputError

INDEX = "model.safetensors.index.json"
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl")

_GENERATION = "generation_config.json"
_QUANTIZATION = ("quantization_config.json", "hf_quant_config.json", "quantize_config.json")


@dataclass(frozen=True)
class Draft:
    """A draft checkpoint: its configurations and, by name, what the headers tell of each tensor.

    `weights` are the files the tensors are in; without any, nothing is known of its tensors. `others` are the
    folder's other files; `notes` say what was left out, and why.
    """

    path: Path
    configuration: Config
    tensors: Mapping[str, TensorFact]
    weights: tuple[str, ...] = ()
    generation: Config | None = None
    quantization: Config | None = None
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def config(self) -> Mapping[str, Any]:
        """The keys of its config.json."""
        return self.configuration.values

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return self.configuration.path.parent


def read_draft(path: Path) -> Draft:
    """The draft in a folder, or of one .safetensors file with its config.json beside it, or a mere config."""
    if not path.exists():
        raise InputError(f"there is no draft {path}")
    if path.suffix in PICKLES:
        raise InputError(f"{_pickled(path.name)}; save the draft as {SUFFIX}")
    if path.suffix == SUFFIX:
        if not (path.parent / NAME).is_file():
            raise InputError(f"there is no {NAME} beside {path}")
        return _draft(path, read_config(path.parent), (path.name,))
    configuration = read_config(path)
    if not path.is_dir() and path.name != NAME:
        return _draft(path, configuration, ())
    folder = configuration.path.parent
    index = _indexed(folder / INDEX) if (folder / INDEX).is_file() else None
    files = _names(folder)
    weights = tuple(sorted(set(index.values()))) if index else tuple(n for n in files if n.endswith(SUFFIX))
    others = tuple(name for name in files if name not in (*weights, NAME))
    return _draft(path, configuration, weights, others, index)


def _draft(
    path: Path,
    configuration: Config,
    weights: tuple[str, ...],
    others: tuple[str, ...] = (),
    index: Mapping[str, str] | None = None,
) -> Draft:
    folder = configuration.path.parent
    tensors: dict[str, TensorFact] = {}
    twice: list[str] = []
    for file in weights:
        for fact in read_header(folder / file).tensors:
            if fact.name in tensors:
                twice.append(fact.name)
            tensors[fact.name] = fact
    stories = [(twice, "stand in several files; the last one counts"), *_stories(tensors, index or {})]
    return Draft(
        path,
        configuration,
        MappingProxyType(dict(sorted(tensors.items()))),
        weights,
        _config_in(folder, (_GENERATION,)),
        _config_in(folder, _QUANTIZATION),
        others,
        (
            *configuration.notes,
            *(f"tensors that {what}: {_counted(names)}" for names, what in stories if names),
            *_left_out(weights, others, index),
        ),
    )


def _stories(tensors: Mapping[str, TensorFact], index: Mapping[str, str]) -> list[tuple[list[str], str]]:
    """Where the index and the files it names tell different stories: which tensors, and what of them."""
    if not index:
        return []
    return [
        ([name for name in index if name not in tensors], f"stand in {INDEX}, but in no file"),
        ([name for name in tensors if name not in index], f"stand in a file, but not in {INDEX}"),
        (
            [name for name, fact in tensors.items() if index.get(name, fact.file) != fact.file],
            f"stand in another file than {INDEX} says",
        ),
    ]


def _left_out(
    weights: tuple[str, ...], others: tuple[str, ...], index: Mapping[str, str] | None
) -> list[str]:
    notes = [f"{name} is not among the files that {INDEX} names" for name in others if name.endswith(SUFFIX)]
    notes += [f"{_pickled(name)}; its tensors are not known" for name in others if name.endswith(PICKLES)]
    if not weights:
        notes.append(f"no {SUFFIX} file was given: only the configuration is judged")
    elif index is None and len(weights) > 1:
        notes.append(f"there is no {INDEX}; all {len(weights)} {SUFFIX} files are taken to be loaded")
    return notes


def _config_in(folder: Path, names: Iterable[str]) -> Config | None:
    return next((read_config(folder / name) for name in names if (folder / name).is_file()), None)


def _indexed(index: Path) -> Mapping[str, str]:
    """Tensor name -> file, as the index of a draft in several files has it."""
    shards = read_config(index).values.get("weight_map")
    if not isinstance(shards, dict) or not shards:
        raise InputError(f"{index} has no weight_map, which says in which file each tensor is")
    for name, file in shards.items():
        if not isinstance(file, str) or Path(file).name != file or not file.endswith(SUFFIX):
            raise InputError(
                f"{index}: {shown(name)} is in {shown(file)}, which names no {SUFFIX} file of this folder"
            )
        if not (index.parent / file).is_file():
            raise InputError(f"{index}: {shown(name)} is in {shown(file)}, which is not in this folder")
    return shards


def _pickled(name: str) -> str:
    return f"{name} may be a pickle, which runs code when it is loaded, so it is not opened"


def _counted(names: list[str]) -> str:
    first = ", ".join(shown(name) for name in names[:3])
    return first if len(names) <= 3 else f"{first} and {len(names) - 3} more"


def _names(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(each.name for each in folder.iterdir() if each.is_file()))
    except OSError as error:
        raise InputError(f"{folder} can't be read: {error.strerror or error}") from None
