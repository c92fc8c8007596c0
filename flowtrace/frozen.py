"""Dataclasses that the type checker alone keeps frozen.

Python's own `frozen=True` makes a construction three times as slow, and an evaluation makes hundreds of thousands
of values: those use this decorator. Nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

_T = TypeVar("_T")

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: Any) -> Callable[[_T], _T]:
        """No effect when the program runs."""
        return lambda function: function


@dataclass_transform(frozen_default=True)
def frozen(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[_T]], type[_T]]:
    """A dataclass with slots, hashed by its fields; without `eq`, compared and hashed by identity."""
    return dataclass(eq=eq, unsafe_hash=eq, slots=True, kw_only=kw_only)
