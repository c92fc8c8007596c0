"""The main script of a comparison: drafts' folders as JSON in; what the engine's own classes did with each out.

Names and shapes are read from the headers, and the values of the small tensors of whole numbers; models are
built on the meta device. What a release's worker shares is done as its draft's own flag asks for.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ground import on_import, shims


def _as_on_gpu(module: Any) -> None:
    """Loaders cut and refuse as on a GPU; on a CPU they fill up with zeros what is too short."""
    module._is_cpu = False


shims.install("meta")
shims.own_layers()
for _layers in ("linear", "parameter"):
    on_import.after(f"sglang.srt.layers.{_layers}", _as_on_gpu)

import torch  # noqa: E402
from ground import building, loading, places  # noqa: E402
from safetensors import safe_open  # noqa: E402

_TYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
_MAP = "hot_token_id"  # where the token map ends up


def main() -> None:
    """Ask about every folder, and write the answers into the file that is named."""
    asked = json.loads(sys.stdin.read())
    answers = {name: _told(Path(folder)) for name, folder in asked["drafts"].items()}
    Path(asked["result"]).write_text(json.dumps(answers, indent=1))
    sys.stdout.flush()
    os._exit(0)


def _told(folder: Path) -> dict[str, Any]:
    config = json.loads((folder / "config.json").read_text())
    name = (config.get("architectures") or [""])[0]
    try:
        model = building.model(name, config, "meta")
    except Exception as error:
        return {"refused": "{kind}: {message}".format(**places.of_error(error))}
    if model is None:
        return {"refused": "not registered"}
    given = dict(_tensors(folder))
    fates = {each: _alone(model, each, tensor) for each, tensor in given.items()}
    _together(model, given, fates)
    sizes = {each: list(parameter.shape) for each, parameter in model.named_parameters()}
    return {"tensors": fates, "sizes": sizes, "shared": loading.lent(model, config)}


def _tensors(folder: Path) -> Iterable[tuple[str, torch.Tensor]]:
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, framework="pt") as opened:
            for name in opened.keys():  # noqa: SIM118 - the file is no mapping
                header = opened.get_slice(name)
                kind = _TYPES.get(header.get_dtype())
                if kind is None:
                    yield name, opened.get_tensor(name)
                else:
                    yield name, torch.empty(header.get_shape(), dtype=kind, device="meta")


def _alone(model: Any, name: str, tensor: torch.Tensor) -> dict[str, Any]:
    before = getattr(model, _MAP, None)
    (fate,) = loading.fates(model, [(name, tensor)])
    changed = getattr(model, _MAP, None) is not before
    return {
        "into": [*fate.written, *([_MAP] if changed else [])],
        "said": bool(fate.said),
        "error": fate.error,
    }


def _together(model: Any, given: dict[str, torch.Tensor], fates: dict[str, dict[str, Any]]) -> None:
    """Tensors that only fill a parameter when they come with others of their module."""
    left = sorted(name for name, fate in fates.items() if not fate["into"] and not fate["error"])
    for _, group in groupby(left, lambda name: name.rsplit(".", 2)[0]):
        names = list(group)
        whole = _written(model, given, names)
        for name in names if len(names) > 1 else ():
            without = _written(model, given, [each for each in names if each != name])
            fates[name]["into"] = sorted(whole - without)


def _written(model: Any, given: dict[str, torch.Tensor], names: list[str]) -> set[str]:
    owners = {each.untyped_storage()._cdata: key for key, each in model.named_parameters()}
    with loading.Copies(owners) as copies:
        model.load_weights([(name, given[name]) for name in names])
    return set(copies.written)


if __name__ == "__main__":
    main()
