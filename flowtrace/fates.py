"""What a release makes of a draft: the fate of each tensor, and what fills each parameter.

Plain values that reports are written from; how they are found out is the work of `checks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from flowtrace.findings import Finding, Step


class Fate(str, Enum):
    """What becomes of a tensor of the checkpoint."""

    LOADED = "loaded"
    SKIPPED = "skipped"  # a test finds a word in its name and leaves it out
    SILENT = "silent"  # nothing takes it, and nothing tells so
    LOGGED = "logged"  # nothing takes it, and the log tells so
    RAISES = "raises"
    UNKNOWN = "unknown"


class Filling(str, Enum):
    """What fills a parameter in the end."""

    CHECKPOINT = "checkpoint"
    TARGET = "target"  # replaced by the target's when the worker shares
    DEFAULT = "default"  # may keep what its constructor puts there
    INITIAL = "initial"  # left at the ones or zeros of its constructor
    RANDOM = "random"  # left as its memory was
    UNKNOWN = "unknown"

    @property
    def wanting(self) -> bool:
        """Whether the parameter is left without trained values."""
        return self in (Filling.INITIAL, Filling.RANDOM)


@dataclass(frozen=True)
class TensorFate:
    """A tensor, what becomes of it, and the code that decides that.

    `into` are the parameters and attributes it is put into; `spelling` is what its name has become on the way;
    `why` says why it raises or is unknown.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    fate: Fate
    place: Step
    into: tuple[str, ...] = ()
    spelling: str = ""
    why: str = ""


@dataclass(frozen=True)
class ParameterFate:
    """A parameter, its sizes on one rank as far as the source tells them, and what fills it.

    `by` are the tensors, or the method that shares; `place` is where it is filled, or made when nothing fills it.
    """

    name: str
    sizes: tuple[str, ...]
    filling: Filling
    place: Step
    by: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Loaded:
    """The answer of `draft`: what one release does with one draft.

    `refused` says why nothing is loaded at all: no such class, a constructor that raises, or one that can't be
    followed (then `known` is False). `place` is where the class is, or what refuses.
    """

    tree: str
    engine: str
    package: str
    version: str | None
    draft: str
    architecture: str
    place: Step
    tensors: tuple[TensorFate, ...] = ()
    parameters: tuple[ParameterFate, ...] = ()
    refused: str = ""
    known: bool = True
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fixed:
    """A corrected copy: where it is (empty when nothing could be corrected), what was changed, and what is left."""

    out: str
    changes: tuple[str, ...]
    left: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
