"""An archive and the names wanted of it -> their bytes, in memory and within limits.

It knows nothing of packages. A hidden name, or one that leads out of the archive, names no member; links are
not followed; a damaged archive is refused as a whole.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from flowtrace.errors import InputError
from flowtrace.sources.package import FILE_LIMIT, LINK, OVERSIZE, Content

ARCHIVE_ENDINGS = (".whl", ".zip", ".tar.gz", ".tgz")

Parts = tuple[str, ...]  # a member's path, split

_MEMBER_LIMIT = 200_000
_RATIO_LIMIT = 100  # Python shrinks four- to tenfold
_ALWAYS_ALLOWED = 64 * 2**20
_NEVER_ALLOWED = 2 * 2**30
_CHUNK = 2**20

# What zipfile and tarfile let through on damaged bytes, beside their own errors.
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    ValueError,
)


class _TooLarge(Exception):
    """The archive holds more, or more members, than is read."""


def is_archive(name: str) -> bool:
    """Whether a file of this name is read as an archive."""
    return name.lower().endswith(ARCHIVE_ENDINGS)


def archive_members(path: Path, wanted: Callable[[Parts], bool]) -> dict[Parts, Content]:
    """The wanted members, in the archive's order; of two with one name the last."""
    read = _tar_members if path.name.lower().endswith((".tar.gz", ".tgz")) else _zip_members
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            allowed = min(_NEVER_ALLOWED, max(_ALWAYS_ALLOWED, _RATIO_LIMIT * size))
            return dict(read(file, wanted, allowed))
    except PermissionError as error:
        raise InputError(f"{path} can't be read: {error.strerror}.") from error
    except _TooLarge as error:
        raise InputError(f"{path} is not read: {error}.") from error
    except _DAMAGE as error:
        reason = str(error) or "it ends too early"
        raise InputError(f"{path} is damaged, or not what its ending says: {reason}.") from error


def _zip_members(
    file: IO[bytes], wanted: Callable[[Parts], bool], allowed: int
) -> Iterator[tuple[Parts, Content]]:
    with zipfile.ZipFile(file) as archive:
        _refuse_count(len(archive.infolist()))
        members = {
            parts: member
            for member in archive.infolist()
            if (parts := _parts(member.filename)) and wanted(parts)
        }
        if sum(member.file_size for member in members.values()) > allowed:
            raise _too_large(allowed)
        for parts, member in members.items():
            yield parts, _zip_content(archive, member)


def _zip_content(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Content:
    if stat.S_ISLNK(member.external_attr >> 16):
        return LINK
    if member.file_size > FILE_LIMIT:
        return OVERSIZE
    if member.flag_bits & 1:
        return "encrypted"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "compressed in a way wheels do not use"
    with archive.open(member) as content:
        return content.read(member.file_size)  # a bomb that lies of its size gives no more than it says


def _tar_members(
    file: IO[bytes], wanted: Callable[[Parts], bool], allowed: int
) -> Iterator[tuple[Parts, Content]]:
    with gzip.open(file) as unpacked:
        stream = _Forward(unpacked, allowed)
        archive = tarfile.TarFile(fileobj=stream, encoding="utf-8")
        for count, member in enumerate(archive, start=1):
            _refuse_count(count)
            parts = _parts(member.name)
            if parts and not member.isdir() and wanted(parts):
                yield parts, _tar_content(archive, member)
        # tarfile takes a broken header for the end; gzip tells damage only at its own.
        while padding := stream.read(_CHUNK):
            if padding.strip(b"\0"):
                raise tarfile.ReadError("a header in its midst is broken")


def _tar_content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Content:
    if member.issym() or member.islnk():
        return LINK
    if member.size > FILE_LIMIT:
        return OVERSIZE
    content = None if member.issparse() else archive.extractfile(member)
    return content.read() if content else "not a regular file"


def _parts(name: str) -> Parts | None:
    parts = tuple(name.removeprefix("./").split("/"))
    return None if any(not part or part.startswith(".") for part in parts) else parts


def _refuse_count(members: int) -> None:
    if members > _MEMBER_LIMIT:
        raise _TooLarge(f"it holds more than {_MEMBER_LIMIT:,} members")


def _too_large(allowed: int) -> _TooLarge:
    return _TooLarge(f"it unpacks to more than {allowed // 2**20:,} MiB, which no sources of its size do")


class _Forward(io.RawIOBase):
    """A stream read once, from front to back, within limits, whatever the headers in it ask for.

    Forged headers make tarfile jump backwards for ever, or ask for gigabytes at once.
    """

    def __init__(self, stream: gzip.GzipFile, allowed: int) -> None:
        super().__init__()
        self._stream = stream
        self._allowed = allowed
        self._position = 0

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= FILE_LIMIT + tarfile.BLOCKSIZE:
            raise tarfile.ReadError("a header gives an impossible size")
        chunk = self._stream.read(size)
        self._position += len(chunk)
        if self._position > self._allowed:
            raise _too_large(self._allowed)
        return chunk

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        if offset < self._position:
            raise tarfile.ReadError("a header points backwards")
        while self._position < offset and self.read(min(offset - self._position, _CHUNK)):
            pass
        return self._position

    def tell(self) -> int:
        return self._position
