"""A wheel or source archive -> the package of a known engine in it, read in memory.

Nothing is unpacked, nothing is built.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from flowtrace.sources.members import Parts, archive_members
from flowtrace.sources.package import SEARCH_DEPTH, Content, Engine, EngineT, Package, is_searched, only
from flowtrace.sources.version import told_version


def read_archive(path: Path, engines: Sequence[EngineT]) -> Package[EngineT]:
    """The package nearest to the top of the archive."""
    members = archive_members(path, lambda parts: _is_wanted(parts, engines))
    places = _places(members, engines)
    remedy = "Unpack it and name one of them." if places else "Name an archive of the package itself."
    engine, place = only(path, places, engines, remedy)
    package = tuple(place.split("/"))
    modules = {
        name: text for name in engine.version if isinstance(text := members.get((*package, name)), bytes)
    }
    return Package(
        engine=engine,
        location=path.absolute(),
        version=told_version(engine, modules, _metadata(members, package), path.name),
        files={
            "/".join(parts[len(package) :]): content
            for parts, content in members.items()
            if _package_of(parts, engine) == package
        },
    )


def _is_wanted(parts: Parts, engines: Sequence[Engine]) -> bool:
    if parts[-1] in ("METADATA", "PKG-INFO"):
        return True
    return any(_package_of(parts, engine) or _is_version_module(parts, engine) for engine in engines)


def _is_version_module(parts: Parts, engine: Engine) -> bool:
    return parts[-1] in engine.version and parts[-2:-1] == (engine.package,)


def _package_of(parts: Parts, engine: Engine) -> Parts | None:
    """The package folder a Python file lies in, if it lies below the engine's root there."""
    if not parts[-1].endswith(".py"):
        return None
    inner = (engine.package, *filter(None, engine.root.split("/")))
    for start in range(min(len(parts) - len(inner), SEARCH_DEPTH)):
        if parts[start : start + len(inner)] == inner:
            return parts[: start + 1]
        if not is_searched(parts[start]):
            return None
    return None


def _places(members: Mapping[Parts, Content], engines: Sequence[EngineT]) -> list[tuple[EngineT, str]]:
    found = [
        (engine, package)
        for engine in engines
        for package in {_package_of(parts, engine) for parts in members}
        if package
    ]
    nearest = min((len(package) for _, package in found), default=0)
    return [(engine, "/".join(package)) for engine, package in found if len(package) == nearest]


def _metadata(members: Mapping[Parts, Content], package: Parts) -> list[bytes]:
    """What stands in a dist-info folder beside the package, or in a folder above it."""
    above = package[:-1]
    return [
        text
        for parts, text in members.items()
        if isinstance(text, bytes)
        and (
            (parts[-1] == "METADATA" and parts[:-2] == above and "".join(parts[-2:-1]).endswith(".dist-info"))
            or (parts[-1] == "PKG-INFO" and parts[:-1] == above[: len(parts) - 1])
        )
    ]
