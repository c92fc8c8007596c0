"""One package of a known engine as a reader found it, and the rules by which it is searched for.

It opens no file: `folder` and `archive` do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from flowtrace.errors import InputError

FILE_LIMIT = 20 * 2**20
OVERSIZE = "larger than 20 MiB"
LINK = "a link, not followed"
SEARCH_DEPTH = 6  # levels below what the user named down to the package folder

_NAMED = 4  # places a message lists
_NOT_SEARCHED = frozenset({"__pycache__", "build", "dist", "env", "node_modules", "venv"})


class Engine(Protocol):
    """What must be known of an engine to find its package; `spec.model.Engine` has it all."""

    @property
    def id(self) -> str:
        """The engine's name in specs and options."""

    @property
    def package(self) -> str:
        """The folder name of its Python package."""

    @property
    def root(self) -> str:
        """The folder within the package that is analysed, posix."""

    @property
    def version(self) -> tuple[str, ...]:
        """Where its version is told, best first: modules of the package (`_version.py`), or `dist-info`."""


EngineT = TypeVar("EngineT", bound=Engine)

Content = bytes | str  # the bytes of a file, or the reason why they were not read


@dataclass(frozen=True)
class Package(Generic[EngineT]):
    """A package as found: the Python files below the engine's root, by posix path relative to the package."""

    engine: EngineT
    location: Path
    version: str | None
    files: Mapping[str, Content] = field(repr=False)


def is_searched(folder: str) -> bool:
    """Whether packages are looked for below a folder of this name: not hidden, no usual place of copies."""
    return not folder.startswith(".") and folder not in _NOT_SEARCHED


def only(
    tree: Path, places: Sequence[tuple[EngineT, str]], engines: Sequence[EngineT], remedy: str
) -> tuple[EngineT, str]:
    """The one engine and place found in `tree`; `remedy` is the advice when there is none, or several."""
    if not places:
        wanted = ", ".join(f"{engine.package}/{engine.root}" for engine in engines)
        raise InputError(f"{tree} holds no package of a known engine ({wanted} with Python files). {remedy}")
    if len(places) > 1:
        found = ", ".join(sorted(f"{place} ({engine.id})" for engine, place in places)[:_NAMED])
        if len(places) > _NAMED:
            found += f" and {len(places) - _NAMED} more"
        raise InputError(f"{tree} holds several packages, none nearer than the others: {found}. {remedy}")
    return places[0]
