"""A target class -> which layers' states its setter makes its forward hand on, by changing one layer at a
time.

The real setter and the real forward run on a small random model; the logits processor is replaced by a
recorder, so what is seen is what would have been handed to it. Attention returns nothing.
"""

from __future__ import annotations

from typing import Any

import torch
from ground import answers as say
from ground import building, places, registry, targets

_SETTER = "set_eagle3_layers_to_capture"
_REFS = ("T2", "T3", "T4", "T5", "T7", "T8", "T9")
_TOKENS = 3
_LAYERS = 8  # enough for the defaults 2, n // 2 and n - 3 to differ


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """T2 to T5 and T7 to T9 of each class in `targets`."""
    found: list[dict[str, Any]] = []
    for asked in registry.asked(request["params"]["targets"]):
        found += asked.told(_tried(asked, request["device"]))
    return found


def _tried(asked: registry.Asked, device: str) -> list[dict[str, Any]]:
    if asked.found is None:
        return _all_inconclusive(asked.place, asked.why)
    try:
        return _asked(asked, device)
    except Exception as error:
        told = places.of_error(error)
        why = f"it could not be run here: {told['kind']}: {told['message']}"
        return _all_inconclusive(asked.place, why, *told["steps"][-1:])


def _all_inconclusive(subject: dict[str, Any], why: str, *steps: Any) -> list[dict[str, Any]]:
    return [say.inconclusive(ref, subject, why, *steps) for ref in _REFS]


def _asked(asked: registry.Asked, device: str) -> list[dict[str, Any]]:
    setter = getattr(asked.found, _SETTER, None)
    if setter is None:
        return []  # there is nothing to set; T1 has its own probe
    plain = targets.config(asked.name)
    if plain is None:
        return _all_inconclusive(asked.place, "no small config of it is known")
    plain = {**plain, **({"num_hidden_layers": _LAYERS} if "num_hidden_layers" in plain else {})}
    subject, step = asked.place, places.of(setter, "the setter")
    explicit = _captured(asked.name, plain, device, [1, 3, 6])
    return [
        *_channel(subject, step, explicit),
        _ids(subject, step, explicit),
        _defaults(subject, step, _captured(asked.name, plain, device, None)),
        _last(subject, step, _captured(asked.name, plain, device, [1, 3, _LAYERS - 1])),
    ]


def _channel(subject: Any, setter: Any, seen: _Seen) -> list[dict[str, Any]]:
    """T2 to T5: something was captured, unpacked and handed on."""
    if seen.error:
        told, steps = seen.told, seen.error["steps"][-2:]
        if not seen.unpacked_nothing:
            why = f"forward did not come to its logits processor: {told}"
            return [say.inconclusive(ref, subject, why, *steps) for ref in ("T2", "T3", "T4", "T5")]
        return [
            say.broken("T3", subject, told, setter, *steps),
            say.broken("T4", subject, told, setter, *steps),
            say.holds(
                "T2", subject, f"the setter raised the flag by which forward unpacks a pair: {told}", setter
            ),
            say.inconclusive("T5", subject, f"nothing was captured: {told}", *steps),
        ]
    good = bool(seen.layers)
    saw = f"forward handed {seen.told} to the logits processor"
    return [say.judged(good, ref, subject, saw, setter) for ref in ("T2", "T3", "T4", "T5")]


def _ids(subject: Any, setter: Any, seen: _Seen) -> dict[str, Any]:
    saw = f"with the ids [1, 3, 6] forward handed on {seen.told}"
    if seen.error or not seen.layers:
        return say.inconclusive("T7", subject, f"nothing was captured: {seen.told}", setter)
    return say.judged(seen.layers == [1, 3, 6], "T7", subject, saw, setter)


def _defaults(subject: Any, setter: Any, seen: _Seen) -> dict[str, Any]:
    """The states entering layers 2, n // 2 and n - 3 are the outputs of the layers before them."""
    wanted = [each - 1 for each in (2, _LAYERS // 2, _LAYERS - 3)]
    saw = f"without ids forward of {_LAYERS} layers handed on {seen.told}"
    if seen.error or not seen.layers:
        return say.inconclusive("T8", subject, f"nothing was captured: {seen.told}", setter)
    return say.judged(seen.layers == wanted, "T8", subject, saw, setter)


def _last(subject: Any, setter: Any, seen: _Seen) -> dict[str, Any]:
    saw = f"with the ids [1, 3, {_LAYERS - 1}] of {_LAYERS} layers: {seen.told}"
    if seen.error and seen.error["kind"] != "IndexError":
        return say.inconclusive("T9", subject, saw, setter, *seen.error["steps"][-1:])
    good = not seen.error and seen.layers == [1, 3, _LAYERS - 1]
    return say.judged(good, "T9", subject, saw, setter, *(seen.error or {"steps": []})["steps"][-1:])


class _Seen:
    """What one model handed on: the layer behind each slot, or the error on the way."""

    def __init__(self, layers: list[int], width: int, error: dict[str, Any] | None = None) -> None:
        self.layers, self.width, self.error = layers, width, error

    @property
    def unpacked_nothing(self) -> bool:
        """Whether forward took apart a pair that its backbone did not return."""
        return bool(self.error) and "unpack" in self.error["message"]

    @property
    def told(self) -> str:
        """In words."""
        if self.error:
            return f"{self.error['kind']}: {self.error['message']}"
        if not self.layers:
            return "no aux states"
        outputs = ", ".join("the embedding" if each < 0 else str(each) for each in self.layers)
        return f"{len(self.layers)} aux states of width {self.width}, the outputs of layers {outputs}"


def _captured(name: str, plain: dict[str, Any], device: str, ids: list[int] | None) -> _Seen:
    model = building.model(name, plain, device)
    recorder = _Recorder()
    _give(model, recorder)
    try:
        getattr(model, _SETTER)(ids) if ids is not None else getattr(model, _SETTER)()
        base = recorder.run(model, device)
    except Exception as error:
        return _Seen([], 0, places.of_error(error))
    if base is None:
        return _Seen([], 0)
    noise = _apart(base, recorder.run(model, device) or [])
    changed = [_changed(model, layer, recorder, base, noise, device) for layer in _layers(model)]
    behind = [
        max((n for n, slots in enumerate(changed) if slots[slot]), default=-1) for slot in range(len(base))
    ]
    return _Seen(behind, base[0].shape[-1])


def _changed(
    model: Any, layer: Any, recorder: _Recorder, base: list[Any], noise: list[float], device: str
) -> list[bool]:
    """Which slots are others when this layer's weights are, by more than one run differs from the next."""
    kept = [each.detach().clone() for each in layer.parameters()]
    for each in layer.parameters():
        each.data.mul_(1.25)
    after = recorder.run(model, device)
    for each, value in zip(layer.parameters(), kept, strict=True):
        each.data.copy_(value)
    return [far > 4 * near for far, near in zip(_apart(base, after or []), noise, strict=True)]


def _apart(some: list[Any], others: list[Any]) -> list[float]:
    """How far each slot of two runs is apart; 0 for the same."""
    return [float((one - other).abs().max()) for one, other in zip(some, others, strict=True)]


def _layers(model: Any) -> Any:
    lists = [each for each in model.modules() if isinstance(each, torch.nn.ModuleList)]
    return next(each for each in lists if len(each) == _LAYERS)


def _give(model: Any, recorder: _Recorder) -> None:
    """Put the recorder in the place of every logits processor."""
    for module in list(model.modules()):
        if "logits_processor" in module._modules:
            module._modules["logits_processor"] = recorder


class _Recorder(torch.nn.Module):
    """Stands for a logits processor and keeps the aux states it is handed."""

    aux: list[Any] | None = None

    def forward(self, *given: Any, **named: Any) -> Any:
        lists = [each for each in (*given, *named.values()) if isinstance(each, list | tuple) and len(each)]
        self.aux = [each.clone() for each in lists[0]] if lists else None
        return None

    def run(self, model: Any, device: str) -> list[Any] | None:
        """The aux states of one forward."""
        self.aux = None
        with building.forwarding(), torch.device(device):
            model(torch.tensor([5, 6, 7]), torch.arange(_TOKENS), building.batch(tokens=_TOKENS))
        return self.aux
