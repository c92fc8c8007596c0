"""A folder of answers that took long to find, each in a file of its own under the hash of all that it follows from.

An entry is written whole or not at all, and carries the hash of its content: what a crash, a full disk or another
program left behind is no entry. Losing one costs time and nothing else, so nothing here ever fails a run.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LIMIT = 64 * 1024 * 1024  # bytes; some two hundred answers
_DIGEST = 32


@dataclass(frozen=True)
class Store:
    """The entries in a folder; the longest unused go when they outgrow `limit`, in bytes."""

    folder: Path
    limit: int = LIMIT

    def read(self, key: str) -> bytes | None:
        """The content of an entry; None where there is none that is whole."""
        file = self.folder / key
        try:
            data = file.read_bytes()
            os.utime(file)  # used now
        except OSError:
            return None
        digest, content = data[:_DIGEST], data[_DIGEST:]
        return content if hashlib.sha256(content).digest() == digest else None

    def write(self, key: str, content: bytes) -> None:
        """Keep content under a key, if the folder can be written to."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(prefix=_UNDER_WAY, dir=self.folder)
            try:
                with open(handle, "wb") as stream:
                    stream.write(hashlib.sha256(content).digest() + content)
                os.replace(name, self.folder / key)
            except BaseException:
                with suppress(OSError):
                    os.unlink(name)
                raise
            self._shrink()

    def _shrink(self) -> None:
        entries = sorted(self._entries(), reverse=True)
        total = 0
        for _, size, path in entries:
            total += size
            if total > self.limit:
                with suppress(FileNotFoundError):  # another run was faster
                    os.unlink(path)

    def _entries(self) -> Iterator[tuple[float, int, str]]:
        """When each file was last used, its size and its path; what a killed run left half-written among them."""
        with os.scandir(self.folder) as found:
            for entry in found:
                with suppress(FileNotFoundError):
                    state = entry.stat(follow_symlinks=False)
                    if entry.is_file(follow_symlinks=False):
                        yield state.st_mtime, state.st_size, entry.path


_UNDER_WAY = ".writing-"
