"""A toy engine, its package as file names and bytes, and the ways to write it down."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.facts import Source
from flowtrace.sources import Tree, open_tree
from flowtrace.spec.model import Engine


def engine_of(package: str = "toyengine", version: tuple[str, ...] = ("_version.py", "dist-info")) -> Engine:
    return Engine(id=package[:3], package=package, root="srt", version=version, registry={}, roles={})


TOY = engine_of()
OTHER = engine_of("otherengine")
METADATA = b"Metadata-Version: 2.1\nName: toyengine\nVersion: 1.2.3\n\nVersion: of the readme\n"
UNVERSIONED = {
    "toyengine/__init__.py": b"",
    "toyengine/srt/models/llama.py": b"class Llama: ...\n",
    "toyengine/srt/__init__.py": b"x = 1\n",
    "toyengine/srt/notes.txt": b"not Python\n",
    "toyengine/test/kit.py": b"outside the root\n",
}
FILES = UNVERSIONED | {"toyengine/_version.py": b"__version__ = version = '1.2.3'\n"}
SOURCES = (
    Source("srt/__init__.py", "toyengine.srt", b"x = 1\n"),
    Source("srt/models/llama.py", "toyengine.srt.models.llama", b"class Llama: ...\n"),
)


def below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{name}": data for name, data in files.items()}


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def write_archive(path: Path, files: Mapping[str, bytes]) -> Path:
    """A zip or a tar, as the name's ending says."""
    if path.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return path
    return write_tar(path, files)


def write_tar(path: Path, files: Mapping[str, bytes], *more: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for member in more:
            archive.addfile(member)
    return path


def opened(name: object, *engines: Engine) -> Tree:
    return open_tree(str(name), engines or (TOY,))[1]


def refusal(name: object, *engines: Engine) -> str:
    with pytest.raises(InputError) as caught:
        opened(name, *engines)
    return str(caught.value)
