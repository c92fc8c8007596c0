"""What joins the parts in one release: where roles are, which config keys are read there, which tensors are known.

Plain values that `diff` compares; `checks.seam` finds them, and nothing here looks at source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

WORKERS = "workers and runners"  # who reads the draft's config besides its own class


@dataclass(frozen=True, order=True)
class Site:
    """A class or function: the file that defines it, relative to the package, and its qualified name there."""

    file: str
    symbol: str


@dataclass(frozen=True)
class Loader:
    """What a class that loads tensors knows of their names.

    `parameters` are the names of its own, `possible` those that depend on a test nothing settles; `words` are
    what it looks for in a name, with what becomes of that. `unknown` says why none of these could be told.
    """

    parameters: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    unknown: str = ""


@dataclass(frozen=True)
class Seam:
    """The seam of one release.

    `roles` are the places of each role; `keys` are, by reader (a draft's class, or WORKERS), the keys of the
    draft's config that it reads and where; `loaders` are by class.
    """

    roles: Mapping[str, tuple[Site, ...]] = field(default_factory=dict)
    keys: Mapping[str, Mapping[str, Site]] = field(default_factory=dict)
    loaders: Mapping[str, Loader] = field(default_factory=dict)
