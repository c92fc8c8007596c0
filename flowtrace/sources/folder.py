"""A folder -> the package of a known engine in it: the folder itself, or the shallowest below it.

Links to folders are not followed. A file of the package that can't be read is told; it stops nothing.
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from flowtrace.errors import InputError
from flowtrace.sources.package import (
    FILE_LIMIT,
    LINK,
    OVERSIZE,
    SEARCH_DEPTH,
    Content,
    EngineT,
    Package,
    is_searched,
    only,
)
from flowtrace.sources.version import told_version

_FOLDER_LIMIT = 20_000


def read_folder(tree: Path, engines: Sequence[EngineT]) -> Package[EngineT]:
    """The package that `tree` is or holds, read."""
    try:
        empty = not os.listdir(tree)
    except OSError as error:
        raise InputError(f"{tree} can't be listed: {error.strerror}.") from error
    if empty:
        raise InputError(f"{tree} is an empty folder.")
    top = Path(os.path.abspath(tree))
    places = [(engine, str(place)) for engine, place in _places(top, engines)]
    remedy = "Name one of them." if places else _remedy(top, engines)
    engine, place = only(tree, places, engines, remedy)
    package = Path(place)
    modules = {name: text for name in engine.version if isinstance(text := _content(package / name), bytes)}
    return Package(
        engine=engine,
        location=package,
        version=told_version(engine, modules, _metadata(package, top, engine.package)),
        files=dict(_files(package, engine.root)),
    )


def _places(top: Path, engines: Sequence[EngineT]) -> list[tuple[EngineT, Path]]:
    """The package folders nearest to `top`: itself by name, the shallowest below it, or itself renamed."""
    itself = [(engine, top) for engine in engines if _holds_python(top, engine.root)]
    named = [(engine, place) for engine, place in itself if place.name == engine.package]
    return named or _below(top, engines) or itself


def _below(top: Path, engines: Sequence[EngineT]) -> list[tuple[EngineT, Path]]:
    level, seen = [top], 0
    for _ in range(SEARCH_DEPTH):
        seen += len(level)
        if seen > _FOLDER_LIMIT:
            raise InputError(f"{top} holds too many folders to search; name the package folder itself.")
        children = [child for folder in level for child in _subfolders(folder, named=folder is top)]
        places = [
            (engine, child)
            for child in children
            for engine in engines
            if child.name == engine.package and _holds_python(child, engine.root)
        ]
        if places:
            return places
        level = [child for child in children if is_searched(child.name)]
    return []


def _subfolders(folder: Path, named: bool) -> list[Path]:
    """The folders in `folder`; none if it can't be listed or is a virtual environment nobody named."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
            if not named and any(entry.name == "pyvenv.cfg" for entry in entries):
                return []
            return [folder / entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _holds_python(package: Path, root: str) -> bool:
    folder = package / root
    if not os.path.isdir(folder) or os.path.islink(folder):
        return False
    return any(file.endswith(".py") for file, _ in _files(package, root))


def _files(package: Path, root: str) -> Iterator[tuple[str, Content]]:
    """Every Python file below `root` and every folder there that is not entered, relative to the package."""
    pending = [PurePosixPath(root)]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(package / folder) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue  # can't be imported: `._llama.py`, `.ipynb_checkpoints`
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(folder / entry.name)
                    elif entry.name.endswith(".py") or (entry.is_symlink() and os.path.isdir(entry.path)):
                        yield str(folder / entry.name), _content(entry.path)
        except OSError as error:
            yield str(folder), f"can't be listed: {error.strerror}"


def _content(path: str | Path) -> Content:
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            return LINK
        if not stat.S_ISREG(status.st_mode):
            return "not a regular file"
        if status.st_size > FILE_LIMIT:
            return OVERSIZE
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError as error:
        return f"can't be read: {error.strerror}"


def _metadata(package: Path, top: Path, name: str) -> list[bytes]:
    """What installers wrote beside the package, and packagers above it, up to the folder the user named."""
    installed = sorted(package.parent.glob(f"{glob.escape(name)}-*.dist-info"))
    above = [folder for folder in package.parents if folder == package.parent or folder.is_relative_to(top)]
    paths = [*(folder / "METADATA" for folder in installed), *(folder / "PKG-INFO" for folder in above)]
    return [text for path in paths if isinstance(text := _content(path), bytes)]


def _remedy(top: Path, engines: Sequence[EngineT]) -> str:
    for parent in top.parents:
        if any(parent.name == engine.package and os.path.isdir(parent / engine.root) for engine in engines):
            return f"It lies inside a package: name {parent}."
    return "Name the package folder, a folder that holds it, a wheel or a requirement."
