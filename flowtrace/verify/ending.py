"""The exit status of a process, the file of its result and its output -> how it ended and what it told.

It starts and ends nothing.
"""

from __future__ import annotations

import contextlib
import secrets
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from flowtrace.outcomes import Ending
from flowtrace.verify.protocol import ProtocolError, Result
from flowtrace.verify.protocol import result as read_result

SLICE = 0.2  # seconds between two looks at a process
_LAST_WORDS = 400  # characters of its output that a message shows
_KEPT = 1_000_000  # bytes of the output that outlive the run
_MOST = 256  # MB of output, before somebody's disk is full


@dataclass(frozen=True)
class How:
    """What became of a process that has told nothing yet, in words."""

    ending: Ending
    words: str

    @classmethod
    def by_itself(cls, status: int) -> How:
        """With this exit status; below 0 it is the number of a signal."""
        words = f"ended with status {status}"
        if status < 0:
            with contextlib.suppress(ValueError):
                words = f"killed by {signal.Signals(-status).name}"
        return cls(Ending.CRASHED, words)

    @classmethod
    def in_time(cls, seconds: float) -> How:
        """By the time limit."""
        return cls(Ending.TIMED_OUT, f"ended after {seconds:g} s")

    @classmethod
    def overflowing(cls, folder: Path) -> How | None:
        """By what it printed, when that is too much to keep."""
        if (folder / "output").stat().st_size < _MOST * 1_000_000:
            return None
        return cls(Ending.CRASHED, f"ended when it had printed {_MOST} MB")


@dataclass(frozen=True)
class Ended:
    """How one process ended; `result` is None unless it answered or told an error."""

    ending: Ending
    seconds: float
    message: str = ""
    result: Result | None = None
    log: Path | None = None


def ended(how: How, folder: Path, seconds: float) -> Ended:
    """How a process ended, by what it wrote into `folder`; what it told counts, however it died afterwards."""
    file = folder / "result.json"
    if not file.is_file():
        words = _last_words(folder / "output") if how.ending is Ending.CRASHED else ""
        return Ended(how.ending, seconds, f"{how.words} without a result{words}")
    try:
        told = read_result(file.read_text("utf-8"))
    except UnicodeDecodeError:
        return Ended(Ending.CRASHED, seconds, "its result is no text")
    except ProtocolError as error:
        return Ended(Ending.CRASHED, seconds, str(error))
    if told.error:
        return Ended(Ending.FAILED, seconds, told.error, told)
    return Ended(Ending.ANSWERED, seconds, "", told)


def kept(ended: Ended, folder: Path, logs: Path, probe: str) -> Ended:
    """The same; unless it answered, with the end of its output where it outlives the run."""
    if ended.ending is Ending.ANSWERED:
        return ended
    try:
        logs.mkdir(parents=True, exist_ok=True)
        log = logs / f"{probe}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.log"
        log.write_bytes(_tail(folder / "output", _KEPT))
    except OSError:
        return ended
    return Ended(ended.ending, ended.seconds, ended.message, ended.result, log)


def _last_words(output: Path) -> str:
    lines = _tail(output, 20_000).decode("utf-8", "replace").splitlines()
    last = next((each.strip() for each in reversed(lines) if each.strip()), "")
    return f"; its last words: {last[:_LAST_WORDS]}" if last else ""


def _tail(file: Path, size: int) -> bytes:
    """Its last bytes."""
    with file.open("rb") as stream:
        stream.seek(max(0, file.stat().st_size - size))
        return stream.read(size)
