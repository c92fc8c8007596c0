"""The engine's whole registry -> which target classes have what workers and runners call on them.

A class whose attributes are made up at run time is built on the meta device before anything is said of it.
"""

from __future__ import annotations

from typing import Any

import torch
from ground import answers as say
from ground import building, places, registry, targets

_DEMANDS = (("T1", "set_eagle3_layers_to_capture"), ("W3", "get_embed_and_head"))


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """T1 and W3 of every registered class, or of those in `targets`."""
    found, failed = registry.classes()
    wanted = request["params"].get("targets") or sorted(found)
    answers = []
    for name in wanted:
        for ref, method in _DEMANDS:
            if name not in found:
                place = {"file": "", "line": 1, "symbol": name}
                answers.append(say.inconclusive(ref, place, f"{name} did not import here"))
            else:
                answers.append(_answer(found[name], ref, method))
    for file, reason in failed.items():
        place = {"file": file, "line": 1, "symbol": "*"}
        answers += [say.inconclusive(ref, place, f"did not import: {reason}") for ref, _ in _DEMANDS]
    return answers


def _answer(owner: type, ref: str, method: str) -> dict[str, Any]:
    definition = getattr(owner, method, None)
    if definition is not None:
        return say.holds(ref, owner, f"it has {method}", places.of(definition, f"defines {method}"))
    if _makes_up_attributes(owner):
        return _on_instance(owner, ref, method)
    return say.broken(ref, owner, f"the class has no {method}, and none of its bases has")


def _makes_up_attributes(owner: type) -> bool:
    return any("__getattr__" in vars(each) for each in owner.__mro__ if each is not torch.nn.Module)


def _on_instance(owner: type, ref: str, method: str) -> dict[str, Any]:
    plain = targets.config(owner.__name__)
    if plain is None:
        why = f"the class has no {method}, an instance might; no small config of it is known"
        return say.inconclusive(ref, owner, why)
    try:
        built = building.model(owner.__name__, plain, "meta")
    except Exception as error:
        told = places.of_error(error)
        return say.inconclusive(ref, owner, f"it can't be built: {told['kind']}: {told['message']}")
    good = hasattr(built, method)
    return say.judged(good, ref, owner, f"an instance {'has' if good else 'has no'} {method}")
