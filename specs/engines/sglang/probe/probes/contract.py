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
    """T1 and W3 of the classes in `targets`."""
    found: list[dict[str, Any]] = []
    for asked in registry.asked(request["params"]["targets"]):
        found += asked.told([_asked(asked, ref, method) for ref, method in _DEMANDS])
    return found


def _asked(asked: registry.Asked, ref: str, method: str) -> dict[str, Any]:
    if asked.found is None:
        return say.inconclusive(ref, asked.place, asked.why)
    return _answer(asked.found, ref, method)


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
