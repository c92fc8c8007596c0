"""Turns the name of a small tensor into its whole numbers; the only home of numpy and safetensors.

Weights are not read: a tensor of fractions, of several axes or of very many numbers is refused.
"""

from __future__ import annotations

from flowtrace.draft.checkpoint import Draft
from flowtrace.draft.shown import shown
from flowtrace.errors import InputError

_MOST = 1_000_000  # numbers; the largest vocabularies have a quarter of that
_WHOLE = ("BOOL", "I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64")


def loadable(draft: Draft, name: str) -> bool:
    """Whether the tensor is a row of whole numbers (or of true and false) that is short enough to be read."""
    fact = draft.tensors[name]
    return fact.dtype in _WHOLE and len(fact.shape) == 1 and fact.shape[0] <= _MOST


def load(draft: Draft, name: str) -> tuple[int, ...]:
    """The numbers of such a tensor; true is 1."""
    fact = draft.tensors[name]
    if not loadable(draft, name):
        raise InputError(
            f"{shown(name)} is {fact.dtype} {shown(fact.shape)}, not a short row of whole numbers"
        )
    from safetensors import SafetensorError, safe_open  # slow to import, and most runs need no values

    path = draft.folder / fact.file
    try:
        with safe_open(path, framework="numpy") as file:
            return tuple(int(value) for value in file.get_tensor(name).tolist())
    except (SafetensorError, OSError) as error:
        raise InputError(f"{path} can't be read: {error}") from None
