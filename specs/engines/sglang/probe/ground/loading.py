"""Names and tensors of a checkpoint, one at a time -> what the model's own load_weights did with each.

A copy into a parameter is seen as it is dispatched, so that it works on the meta device, where there are no
values.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from ground import places


@dataclass(frozen=True)
class Fate:
    """What became of one tensor: the parameters written, the words said, or the error."""

    name: str
    written: tuple[str, ...] = ()
    said: str = ""
    error: str = ""

    @property
    def silent(self) -> bool:
        """Dropped without a word."""
        return not (self.written or self.said or self.error)


def fates(model: Any, tensors: Iterable[tuple[str, torch.Tensor]]) -> list[Fate]:
    """Load each tensor by itself."""
    return [_fate(model, name, tensor) for name, tensor in tensors]


def unwritten(model: Any, seen: Iterable[Fate]) -> list[str]:
    """The parameters that none of them wrote."""
    written = {each for fate in seen for each in fate.written}
    return sorted(name for name, _ in model.named_parameters() if name not in written)


def lent(model: Any, config: dict[str, Any]) -> list[str]:
    """The parameters that are others after a worker has shared its target's as the draft's own flag asks for."""
    before = dict(model.named_parameters())
    width = config.get("target_hidden_size") or config["hidden_size"]
    theirs = torch.nn.Parameter(torch.empty(config["vocab_size"], width, device="meta"), requires_grad=False)
    if getattr(model, "load_lm_head_from_target", False):
        model.set_embed_and_head(theirs, torch.nn.Parameter(theirs.clone(), requires_grad=False))
    elif hasattr(model, "set_embed"):
        model.set_embed(theirs)
    after = dict(model.named_parameters())
    return sorted(name for name in before if after.get(name) is not before[name])


def _fate(model: Any, name: str, tensor: torch.Tensor) -> Fate:
    owners = {each.untyped_storage()._cdata: key for key, each in model.named_parameters()}
    log = _Log()
    logging.getLogger().addHandler(log)
    try:
        with Copies(owners) as copies:
            model.load_weights([(name, tensor)])
    except Exception as error:
        told = places.of_error(error)
        return Fate(name, error=f"{told['kind']}: {told['message']}")
    finally:
        logging.getLogger().removeHandler(log)
    # Fused parameters go by another name than their tensors: what is said names the module around them.
    module = name.rpartition(".")[0]
    around = f"{module.rpartition('.')[0]}." if "." in module else name
    said = next((each for each in log.said if any(word in each for word in (name, module, around))), "")
    return Fate(name, tuple(copies.written), said)


class Copies(TorchDispatchMode):
    """Notes into which parameter's storage something is copied."""

    def __init__(self, owners: dict[int, str]) -> None:
        super().__init__()
        self._owners = owners
        self.written: list[str] = []

    def __torch_dispatch__(self, function: Any, types: Any, given: Any = (), named: Any = None) -> Any:
        if function is torch.ops.aten.copy_.default:
            owner = self._owners.get(given[0].untyped_storage()._cdata)
            if owner is not None and owner not in self.written:
                self.written.append(owner)
        return function(*given, **(named or {}))


class _Log(logging.Handler):
    """Keeps what is logged at warning level or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())
