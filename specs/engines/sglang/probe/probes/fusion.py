"""States of three widths -> whether the draft's fc is called on them, and what the draft recurs on."""

from __future__ import annotations

from typing import Any

import torch
from ground import answers as say
from ground import building, drafts, pair, places

_TOKENS = 3


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """D7 and D10 of the draft class."""
    device = request["device"]
    model = drafts.built(device)
    if model is None:
        nowhere = {"file": "", "line": 1, "symbol": drafts.DRAFT}
        return [
            say.inconclusive(ref, nowhere, "the draft's module did not import here") for ref in ("D7", "D10")
        ]
    return [_fused(model, device), _recurs(model, device)]


def _fused(model: Any, device: str) -> dict[str, Any]:
    seen = {times: _ran(model, device, times) for times in (3, 2, 1)}
    saw = "; ".join(f"{times}H: {said}" for times, (_, said) in seen.items())
    forward = places.of(type(model.model).forward, saw)
    if seen[3][0] is None:
        return say.inconclusive("D7", type(model), saw, forward)
    return say.judged(seen[3][0] is True and seen[1][0] is False, "D7", type(model), saw, forward)


def _ran(model: Any, device: str, times: int) -> tuple[bool | None, str]:
    """Whether fc was called, and what became of the forward; None when it failed before fc."""
    called: list[int] = []
    hook = model.model.fc.register_forward_pre_hook(lambda _, given: called.append(given[0].shape[-1]))
    try:
        _forward(model, device, times)
    except Exception as error:
        told = places.of_error(error)
        return (True if called else None), f"{told['kind']}: {told['message']}"
    finally:
        hook.remove()
    return bool(called), "fc called" if called else "fc skipped, no error and nothing logged"


def _recurs(model: Any, device: str) -> dict[str, Any]:
    """The state handed on must not change with the weight of the final norm."""
    if device == "meta":
        return say.inconclusive("D10", type(model), "values are needed, which the meta device has none of")
    before = _forward(model, device, 3)
    model.model.norm.weight.data.mul_(3.0)
    after = _forward(model, device, 3)
    steps = places.of(type(model.model).forward, "returns what the logits and the next step are made of")
    if not (isinstance(before, tuple) and isinstance(before[1], list | tuple)):
        return say.broken("D10", type(model), "forward returns no second state for the next step", steps)
    changed = not torch.equal(before[1][0], after[1][0])
    saw = f"the state of the next step is taken {'after' if changed else 'before'} the final norm"
    return say.judged(not changed, "D10", type(model), saw, steps)


def _forward(model: Any, device: str, times: int) -> Any:
    states = torch.ones(_TOKENS, times * pair.HIDDEN, device=device, dtype=building.dtype(device))
    with building.forwarding(), torch.device(device):
        batch = building.batch(states, _TOKENS)
        return model.model(torch.tensor([5, 6, 7]), torch.arange(_TOKENS), batch)
