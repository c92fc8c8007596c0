"""A tensor's shape and the parameter it is handed to -> whether it fits there, as far as sizes are known.

What a loader does with one that does not fit is asked elsewhere: most refuse it, some cut it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flowtrace.checks.instance import Sized
from flowtrace.draft.header import TensorFact


@dataclass(frozen=True)
class Fitting:
    """The sizes of parameters by name, which of them several tensors fill, and to what rows may be padded."""

    sized: Mapping[str, Sized]
    fused: Mapping[str, Sequence[str]]
    padded: int = 1

    @property
    def known(self) -> dict[str, list[int]]:
        """The sizes of the parameters of which all are known."""
        return {
            name: [int(each) for each in one.sizes]
            for name, one in self.sized.items()
            if one.sizes and all(each.isdigit() for each in one.sizes)
        }

    def misfit(self, tensor: TensorFact, parameter: str, name: str = "") -> str:
        """Why a tensor, under this name, does not fit; empty when it does, or when that can't be told."""
        wanted, given = self.known.get(parameter), list(tensor.shape)
        if wanted is None:
            return ""
        if (
            len(wanted) == len(given)
            and given[1:] == wanted[1:]
            and self._rows(tensor, parameter, wanted[0], name or tensor.name)
        ):
            return ""
        shapes = ("x".join(map(str, each)) for each in (given, wanted))
        told = f"the shape {next(shapes)} does not fit {parameter}, which is {next(shapes)}"
        asked = self.sized[parameter].asked
        padded = asked is not None and asked not in wanted and self._padded(asked) == wanted[0]
        return f"{told}, padded from {asked} rows" if padded else told

    def _padded(self, rows: int) -> int:
        return -(-rows // self.padded) * self.padded

    def part(self, name: str, parameter: str) -> bool:
        """Whether a tensor of this name is one of several that fill a parameter."""
        words = name.split(".")
        return any(word in parameter.split(".") and word not in words for word in self.fused)

    def _rows(self, tensor: TensorFact, parameter: str, rows: int, name: str) -> bool:
        own = tensor.shape[0] if tensor.shape else 0
        if self.part(name, parameter):
            return own <= rows
        asked = self.sized[parameter].asked
        padded = self._padded(own) == rows
        return own == rows or (padded and asked in (own, None))
