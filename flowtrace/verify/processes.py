"""A mark in the environment of a process -> everything it started, and the end of all that.

Only processes that carry the mark are ended, wherever they went: to another session, or to another parent.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

_MARK = "FLOWTRACE_RUN"  # in the environment of a process, and so of all it starts
_PATIENCE = 5.0  # seconds for ended processes to be gone


def environment(mark: str, paths: Sequence[Path]) -> dict[str, str]:
    """The environment of a process with that mark, which imports from `paths` before its own."""
    return {
        **os.environ,
        _MARK: mark,
        "HF_HUB_OFFLINE": "1",  # a probe has all it needs; a look-up would only make it slow
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join([*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])]),
    }


def end(leader: int, mark: str, *, spared: Collection[int] = ()) -> None:
    """End the group of `leader`, and whatever carries the mark, but not the processes that are spared."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    deadline = time.monotonic() + _PATIENCE
    while (left := [each for each in _marked(mark) if each not in spared]) and time.monotonic() < deadline:
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


def _marked(mark: str) -> Iterator[int]:
    """The processes whose environment carries the mark; none where the system does not show environments."""
    wanted = f"{_MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0") and _lives(folder):
                yield int(folder.name)


def _lives(folder: Path) -> bool:
    """Whether it is more than an entry that its parent has not collected yet."""
    return (folder / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
