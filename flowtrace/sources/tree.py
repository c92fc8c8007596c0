"""What the user names -> a `Tree`: the engine recognised in it, its version and its sources.

An existing path wins over a requirement of the same name. `folder`, `archive` and `release` do the reading.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from packaging.version import InvalidVersion, Version
from platformdirs import user_cache_path

from flowtrace.errors import InputError
from flowtrace.facts import Source
from flowtrace.findings import Skipped
from flowtrace.sources.archive import read_archive
from flowtrace.sources.folder import read_folder
from flowtrace.sources.members import ARCHIVE_ENDINGS, is_archive
from flowtrace.sources.package import EngineT, Package
from flowtrace.sources.release import fetch_release, parse_requirement


@dataclass(frozen=True)
class Tree:
    """The sources of one version of an engine's package, sorted by file, and the files that were not read.

    `version` is None when the tree tells none. `location` is the package folder, or the archive the sources
    came in; None for a tree made in memory.
    """

    name: str
    package: str
    version: str | None
    sources: tuple[Source, ...] = field(repr=False)
    skipped: tuple[Skipped, ...] = ()
    location: Path | None = None


def open_tree(
    name: str,
    engines: Sequence[EngineT],
    *,
    engine: str | None = None,
    as_version: str | None = None,
    cache: Path | None = None,
    report: Callable[[str], None] | None = None,
    until: float = inf,
) -> tuple[EngineT, Tree]:
    """The engine found in what the user names, and its tree.

    `engine` is the id of the only one to look for; `as_version` replaces the version the tree tells; fetched
    wheels are kept in `cache`/wheels, by default in the user's cache; `report` hears of what takes long;
    nothing is fetched later than `until`, on the monotonic clock.
    """
    known = _named(engine, engines)
    version = _checked(as_version)
    if os.path.exists(name):
        package = _read(Path(name), known)
    else:
        _refuse_missing_path(name)
        requirement = parse_requirement(name, known)
        wheels = wheels_in(cache)
        package = read_archive(fetch_release(requirement, wheels, report, until), known)
    return package.engine, _tree(name, package, version)


def wheels_in(cache: Path | None = None) -> Path:
    """Where fetched wheels are kept."""
    return (cache or user_cache_path("flowtrace")) / "wheels"


def _named(engine: str | None, engines: Sequence[EngineT]) -> Sequence[EngineT]:
    if engine is None:
        return engines
    chosen = [known for known in engines if known.id == engine]
    if not chosen:
        ids = ", ".join(sorted(known.id for known in engines))
        raise InputError(f"There is no engine {engine!r}; known: {ids or 'none'}.")
    return chosen


def _checked(version: str | None) -> str | None:
    if version is None:
        return None
    try:
        Version(version)
    except InvalidVersion as error:
        raise InputError(f"{version!r} is not a version such as 0.5.9 or 0.5.9.post1.") from error
    return version.strip()


def _read(path: Path, engines: Sequence[EngineT]) -> Package[EngineT]:
    if path.is_dir():
        return read_folder(path, engines)
    if path.is_file() and is_archive(path.name):
        return read_archive(path, engines)
    raise InputError(f"{path} is neither a folder nor an archive ({', '.join(ARCHIVE_ENDINGS)}).")


def _refuse_missing_path(name: str) -> None:
    """Refuse what was meant as a path; what remains may be a requirement."""
    path_like = "/" in name or os.sep in name or name.startswith((".", "~")) or is_archive(name)
    if path_like and "://" not in name:
        present = next(parent for parent in Path(os.path.abspath(name)).parents if os.path.exists(parent))
        raise InputError(f"{name} does not exist; the nearest folder that does is {present}.")


def _tree(name: str, package: Package[EngineT], version: str | None) -> Tree:
    top = package.engine.package
    sources, skipped = [], []
    for file, content in sorted(package.files.items()):
        if isinstance(content, str):
            skipped.append(Skipped(_printable(file), 1, content))
        elif _printable(file) != file:
            skipped.append(Skipped(_printable(file), 1, "its name is not UTF-8"))
        else:
            sources.append(Source(file, _module(top, file), content))
    if not sources:
        raise InputError(
            f"{name}: no Python file of {top} can be read; {skipped[0].file}: {skipped[0].reason}."
        )
    return Tree(
        name=name,
        package=top,
        version=version or package.version,
        sources=tuple(sources),
        skipped=tuple(skipped),
        location=package.location,
    )


def _module(package: str, file: str) -> str:
    parts = [package, *file.removesuffix(".py").split("/")]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _printable(file: str) -> str:
    return file.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
