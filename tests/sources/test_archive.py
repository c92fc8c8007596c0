"""Wheels and source archives: what is read of them, and what hostile or damaged ones come to."""

from __future__ import annotations

import gzip
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from flowtrace.findings import Skipped
from flowtrace.sources import Tree
from tests.sources.toy import (
    FILES,
    METADATA,
    SOURCES,
    UNVERSIONED,
    below,
    opened,
    refusal,
    write,
    write_archive,
    write_tar,
)


def test_wheel(tmp_path: Path) -> None:
    wheel = write_archive(tmp_path / "toyengine-1.2.3-py3-none-any.whl", FILES)
    assert opened(wheel) == Tree(str(wheel), "toyengine", "1.2.3", SOURCES, (), wheel)


def test_wheel_tells_its_version_by_metadata(tmp_path: Path) -> None:
    files = UNVERSIONED | {"toyengine-1.2.3.dist-info/METADATA": METADATA}
    assert opened(write_archive(tmp_path / "renamed.whl", files)).version == "1.2.3"


def test_wheel_tells_its_version_by_name(tmp_path: Path) -> None:
    wheel = write_archive(tmp_path / "toyengine-1.2.3.post1-py3-none-any.whl", UNVERSIONED)
    assert opened(wheel).version == "1.2.3.post1"


@pytest.mark.parametrize("name", ["toyengine-1.2.3.tar.gz", "toyengine.tgz", "toyengine-1.2.3.zip"])
def test_source_archive(tmp_path: Path, name: str) -> None:
    files = below("toyengine-1.2.3/python", UNVERSIONED) | {"toyengine-1.2.3/PKG-INFO": METADATA}
    tree = opened(write_archive(tmp_path / name, files))
    assert (tree.version, tree.sources) == ("1.2.3", SOURCES)


def test_tar_made_of_the_current_folder(tmp_path: Path) -> None:
    assert opened(write_tar(tmp_path / "a.tar.gz", below(".", FILES))).sources == SOURCES


def test_archive_holds_shallowest_package(tmp_path: Path) -> None:
    files = below("r", FILES) | below("r/examples", FILES) | below("build", FILES)
    assert opened(write_archive(tmp_path / "a.zip", files)).sources == SOURCES


def test_archive_with_two_packages(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.zip", below("new", FILES) | below("old", FILES))
    message = refusal(archive)
    assert message.endswith("new/toyengine (toy), old/toyengine (toy). Unpack it and name one of them.")


def test_archive_of_something_else(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.whl", {"x/y.py": b""})
    assert "a.whl holds no package of a known engine" in refusal(archive)


@pytest.mark.parametrize("prefix", ["/", "../", "x/../", "./../", "//"])
def test_names_that_lead_out_of_the_archive_name_nothing(tmp_path: Path, prefix: str) -> None:
    hostile = {f"{prefix}toyengine/srt/evil.py": b"", "toyengine/srt/../evil.py": b""}
    assert opened(write_archive(tmp_path / "a.whl", FILES | hostile)).sources == SOURCES
    assert opened(write_tar(tmp_path / "a.tar.gz", FILES | hostile)).sources == SOURCES


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_links_in_tars_are_told(tmp_path: Path, kind: bytes) -> None:
    link = tarfile.TarInfo("toyengine/srt/link.py")
    link.type, link.linkname = kind, "/etc/passwd"
    tree = opened(write_tar(tmp_path / "a.tar.gz", FILES, link))
    assert (tree.sources, tree.skipped) == (SOURCES, (Skipped("srt/link.py", 1, "a link, not followed"),))


def test_links_in_zips_are_told(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("toyengine/srt/link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(write_archive(tmp_path / "a.zip", FILES), "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert opened(tmp_path / "a.zip").skipped == (Skipped("srt/link.py", 1, "a link, not followed"),)


def test_device_in_tar_is_told(tmp_path: Path) -> None:
    device = tarfile.TarInfo("toyengine/srt/device.py")
    device.type = tarfile.CHRTYPE
    tree = opened(write_tar(tmp_path / "a.tar.gz", FILES, device))
    assert tree.skipped == (Skipped("srt/device.py", 1, "not a regular file"),)


def test_encrypted_member_is_told(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.zip", FILES | {"toyengine/srt/zz.py": b"secret"})
    data = bytearray(archive.read_bytes())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 8] |= 1
    archive.write_bytes(data)
    assert opened(archive).skipped == (Skipped("srt/zz.py", 1, "encrypted"),)


def test_unusual_compression_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(write_archive(tmp_path / "a.zip", FILES), "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("toyengine/srt/zz.py", b"")
    reason = "compressed in a way wheels do not use"
    assert opened(tmp_path / "a.zip").skipped == (Skipped("srt/zz.py", 1, reason),)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_oversize_member_is_told(tmp_path: Path, name: str) -> None:
    archive = write_archive(tmp_path / name, FILES | {"toyengine/srt/huge.py": bytes(20 * 2**20 + 1)})
    assert opened(archive).skipped == (Skipped("srt/huge.py", 1, "larger than 20 MiB"),)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_bomb(tmp_path: Path, name: str) -> None:
    files = FILES | {f"toyengine/srt/{number}.py": bytes(17 * 2**20) for number in range(4)}
    archive = write_archive(tmp_path / name, files)
    assert "is not read: it unpacks to more than 64 MiB" in refusal(archive)


def test_zip_that_lies_of_its_size(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.zip", FILES | {"toyengine/srt/zz.py": bytes(2**20)})
    data = bytearray(archive.read_bytes())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 10)
    archive.write_bytes(data)
    assert "is damaged" in refusal(archive)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_too_many_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("flowtrace.sources.members._MEMBER_LIMIT", 5)
    archive = write_archive(tmp_path / name, FILES)
    assert refusal(archive) == f"{archive} is not read: it holds more than 5 members."


def tar_header(size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """A header that gives the size in base 256, as tar does for huge and negative ones."""
    header = bytearray(tarfile.TarInfo("x.py").tobuf())
    header[124:136] = (b"\xff" if size < 0 else b"\x80") + size.to_bytes(11, "big", signed=True)
    header[156:157] = kind
    header[148:156] = b"%06o\0 " % (sum(header[:148]) + sum(header[156:]) + 8 * ord(" "))
    return bytes(header)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (tar_header(0) + tar_header(-512), "a header points backwards"),
        (tar_header(2**40, tarfile.GNUTYPE_LONGNAME), "a header gives an impossible size"),
        (tar_header(2**40), "unexpected end of data"),
    ],
)
def test_forged_tar_header(tmp_path: Path, header: bytes, reason: str) -> None:
    archive = tmp_path / "a.tar.gz"
    archive.write_bytes(gzip.compress(header + bytes(4096)))
    assert refusal(archive) == f"{archive} is damaged, or not what its ending says: {reason}."


def test_tar_with_a_broken_header_in_its_midst(tmp_path: Path) -> None:
    archive = write_tar(tmp_path / "a.tar.gz", FILES)
    data = bytearray(gzip.decompress(archive.read_bytes()))
    data[data.index(b"toyengine/srt/__init__.py")] ^= 1
    archive.write_bytes(gzip.compress(data))
    assert "a header in its midst is broken" in refusal(archive)


@pytest.mark.parametrize("name", ["a.zip", "a.whl", "a.tar.gz"])
@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.97])
def test_truncated_archive(tmp_path: Path, name: str, share: float) -> None:
    data = write_archive(tmp_path / name, FILES).read_bytes()
    archive = tmp_path / name
    archive.write_bytes(data[: int(len(data) * share)])
    assert refusal(archive).startswith(f"{archive} is damaged, or not what its ending says: ")


def test_flipped_bit_in_a_wheel(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "a.whl", FILES | {"toyengine/srt/big.py": bytes(range(256)) * 9})
    data = bytearray(archive.read_bytes())
    data[data.index(b"toyengine/srt/big.py") + 60] ^= 1
    archive.write_bytes(data)
    assert "is damaged" in refusal(archive)


def test_nothing_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bad = f"open({str(mark)!r}, 'w')".encode()
    names = ("setup.py", "sitecustomize.py", "toyengine/_version.py", "toyengine/srt/__init__.py")
    write(tmp_path / "repo", dict.fromkeys(names, bad))
    opened(tmp_path / "repo")
    opened(write_tar(tmp_path / "a.tar.gz", dict.fromkeys(names, bad)))
    assert not mark.exists()
