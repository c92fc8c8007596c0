"""A folder of samples -> small packages in memory, each file knowing the line of the sample it stands on.

What a sample says of itself is read by `expectations`; nothing here asks whether it is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from flowtrace.errors import InputError
from flowtrace.facts import Source

COMMON = "common"
_FILE = re.compile(r"# file: *(\S+\.py)\s*$")


@dataclass(frozen=True)
class Sample:
    """One small package, the common files under its own.

    `path` is the file or folder it is written in, `topic` the invariant whose folder that lies in. `written`
    maps each of its own files in the package to the file on disk; lines are the same in both.
    """

    path: Path
    topic: str
    sources: tuple[Source, ...] = field(repr=False)
    written: Mapping[str, Path] = field(repr=False)


def samples_beside(specs: Path) -> Path | None:
    """The folder `samples` in a spec folder or beside it; for a spec file, in a folder around it."""
    folders = [specs, specs.parent] if specs.is_dir() else list(specs.absolute().parents)[:3]
    return next((folder / "samples" for folder in folders if (folder / "samples").is_dir()), None)


def read_common(root: Path, package: str) -> tuple[Source, ...]:
    """What all samples of a folder build on: the package in `common`, if there is one."""
    return tuple(_source(package, file, text) for file, text, _ in _package(root / COMMON))


def read_samples(root: Path, topic: str, package: str, common: tuple[Source, ...]) -> tuple[Sample, ...]:
    """The samples in the folder of one invariant, in order of their names.

    A file is a sample by itself, split where a line says `# file: models/x.py`; a folder is one as it stands.
    """
    folder = root / topic
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return tuple(
        _sample(path, topic, package, common)
        for path in paths
        if path.suffix == ".py" or (path.is_dir() and any(path.rglob("*.py")))
    )


def strays(root: Path, topics: set[str]) -> tuple[Path, ...]:
    """The folders that lie where the samples of an invariant would, but belong to none of `topics`."""
    groups = sorted({topic.partition("/")[0] for topic in topics})
    return tuple(
        path
        for group in groups
        if (root / group).is_dir()
        for path in sorted((root / group).iterdir())
        if path.relative_to(root).as_posix() not in topics and not path.name.startswith((".", "__pycache__"))
    )


def _sample(path: Path, topic: str, package: str, common: tuple[Source, ...]) -> Sample:
    files = list(_package(path) if path.is_dir() else _sections(path))
    own = {file: _source(package, file, text) for file, text, _ in files}
    below = {source.file: source for source in common}
    merged = {**below, **own}
    return Sample(
        path=path,
        topic=topic,
        sources=tuple(merged[file] for file in sorted(merged)),
        written={file: place for file, _, place in files},
    )


def _package(folder: Path) -> Iterator[tuple[str, bytes, Path]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder).as_posix(), _read(path), path


def _sections(path: Path) -> Iterator[tuple[str, bytes, Path]]:
    """The files that one sample file holds, each padded so that its lines keep their numbers."""
    lines = _read(path).decode("utf-8").splitlines(keepends=True)
    starts = [(number, found[1]) for number, line in enumerate(lines) if (found := _FILE.match(line))]
    starts = starts or [(0, path.name)]
    ends = [*(number for number, _ in starts[1:]), len(lines)]
    starts[0] = (0, starts[0][1])  # what stands above the first belongs to it
    for (start, file), end in zip(starts, ends, strict=True):
        yield file, ("\n" * start + "".join(lines[start:end])).encode(), path


def _source(package: str, file: str, text: bytes) -> Source:
    parts = [package, *file.removesuffix(".py").split("/")]
    return Source(file, ".".join(parts[:-1] if parts[-1] == "__init__" else parts), text)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: can't be read: {error.strerror or error}") from error
