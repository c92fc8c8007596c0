"""The version a tree tells of itself, and the one the user tells."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.sources import open_tree
from flowtrace.sources.version import told_version
from tests.sources.toy import FILES, METADATA, TOY, UNVERSIONED, below, engine_of, opened, write


def version_of(files: Mapping[str, bytes], folder: Path, *order: str) -> str | None:
    return opened(write(folder, files), engine_of(version=order or TOY.version)).version


def test_checkout_tells_no_version(tmp_path: Path) -> None:
    assert version_of(UNVERSIONED, tmp_path) is None


def test_version_from_dist_info_beside_the_package(tmp_path: Path) -> None:
    files = UNVERSIONED | {"toyengine-1.2.3.dist-info/METADATA": METADATA}
    assert opened(write(tmp_path, files) / "toyengine").version == "1.2.3"


def test_version_order_is_the_engines(tmp_path: Path) -> None:
    files = FILES | {"toyengine-1.2.2.dist-info/METADATA": METADATA.replace(b"1.2.3", b"1.2.2")}
    assert version_of(files, tmp_path, "dist-info", "_version.py") == "1.2.2"


def test_contradicting_dist_infos_tell_nothing(tmp_path: Path) -> None:
    files = UNVERSIONED | {
        "toyengine-1.2.3.dist-info/METADATA": METADATA,
        "toyengine-1.2.2.dist-info/METADATA": METADATA.replace(b"1.2.3", b"1.2.2"),
    }
    assert version_of(files, tmp_path) is None


def test_dist_info_of_a_namesake_tells_nothing(tmp_path: Path) -> None:
    files = {"toyengine-kernel-9.dist-info/METADATA": METADATA.replace(b"toyengine", b"toyengine-kernel")}
    assert version_of(UNVERSIONED | files, tmp_path) is None


def test_version_of_an_unpacked_source_archive(tmp_path: Path) -> None:
    files = below("toyengine-1.2.3/python", UNVERSIONED) | {"toyengine-1.2.3/PKG-INFO": METADATA}
    assert version_of(files, tmp_path) == "1.2.3"


@pytest.mark.parametrize(
    ("module", "version"),
    [
        (b'__version__ = "0.4.5"\n', "0.4.5"),
        (b"\xef\xbb\xbf__version__='0.4.5'", "0.4.5"),
        (b"version: str\n__version__: str\n__version__ = version = '0.5.9'\n", "0.5.9"),
        (b"__version__: str = '0.5.9.dev12+g123abcd'\r\n", "0.5.9.dev12+g123abcd"),
        (b"try:\n    from x import y\nexcept ImportError:\n    __version__ = '1.0.dev0'\n", None),
        (b"__version__ = 'unknown'\n", None),
        (b"__version__ = '0.0.0.dev0'\n", None),
        (b"__version__ = version = '0.1.dev1+g1a2b3c4'\n", None),
        (b"__version_tuple__ = version_tuple = (0, 5, 9)\n", None),
        (b"\xff\xfe\0", None),
    ],
)
def test_version_module(module: bytes, version: str | None) -> None:
    assert told_version(engine_of(version=("version.py",)), {"version.py": module}, []) == version


def test_as_version(tmp_path: Path) -> None:
    _, tree = open_tree(str(write(tmp_path, FILES)), [TOY], as_version="0.5.9.dev1+g12")
    assert tree.version == "0.5.9.dev1+g12"


def test_as_version_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^'newest' is not a version such as 0\.5\.9 or 0\.5\.9\.post1\.$"):
        open_tree(str(write(tmp_path, FILES)), [TOY], as_version="newest")
