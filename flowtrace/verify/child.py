"""An interpreter, a script and a request -> how that process ended and what it told, in a given time.

A process that crashes, hangs or kills its parent loses its own answer and nothing else: it runs in a
session of its own, and when it is over everything it started is ended too. Only processes that carry its
mark are ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flowtrace.errors import InputError
from flowtrace.outcomes import Ending
from flowtrace.verify.protocol import ProtocolError, Request, Result
from flowtrace.verify.protocol import result as read_result

_MARK = "FLOWTRACE_RUN"  # in the environment of the child, and so of all it starts
_LAST_WORDS = 400  # characters of its output that a message shows
_PATIENCE = 5.0  # seconds for ended processes to be gone


@dataclass(frozen=True)
class Interpreter:
    """A Python to run in, and the folders it shall import from before its own."""

    python: Path
    paths: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Ended:
    """How one process ended; `result` is None unless it answered or told an error."""

    ending: Ending
    seconds: float
    message: str = ""
    result: Result | None = None
    log: Path | None = None


def run(interpreter: Interpreter, script: Path, request: Request, timeout: float, logs: Path) -> Ended:
    """Run `script` on `request`, for at most `timeout` seconds; its output stays in `logs` if it ends
    badly.
    """
    mark = secrets.token_hex(8)
    folder = Path(tempfile.mkdtemp(prefix="flowtrace-"))
    output = folder / "output"
    started = time.monotonic()
    try:
        with (
            output.open("wb") as stream,
            _started(interpreter, script, mark, folder, stream.fileno()) as process,
        ):
            try:
                status = _waited(process, request.text(str(folder / "result.json")), timeout)
            finally:  # interrupted or not: leave nothing behind
                _end_all(process.pid, mark)
        ended = _ended(status, folder / "result.json", output, timeout, time.monotonic() - started)
        return ended if ended.ending is Ending.ANSWERED else _kept(ended, output, logs, request.probe)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _started(
    interpreter: Interpreter, script: Path, mark: str, folder: Path, output: int
) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        _MARK: mark,
        "HF_HUB_OFFLINE": "1",  # a probe has all it needs; a look-up would only make it slow
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(
            [*map(str, interpreter.paths), *filter(None, [os.environ.get("PYTHONPATH")])]
        ),
    }
    try:
        return subprocess.Popen(
            [str(interpreter.python), str(script)],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,  # an interpreter imports from where it runs: never from a folder of the user's
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise InputError(f"{interpreter.python} can't be run: {error.strerror}.") from error


def _waited(process: subprocess.Popen[bytes], request: str, timeout: float) -> int | None:
    """The exit status, or None when the time was up first."""
    try:
        process.communicate(request.encode(), timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    except BrokenPipeError:  # it ended before it was asked
        process.wait()
    return process.returncode


def _ended(status: int | None, file: Path, output: Path, timeout: float, seconds: float) -> Ended:
    if file.is_file():
        try:
            told = read_result(file.read_text("utf-8"))
        except ProtocolError as error:
            return Ended(Ending.CRASHED, seconds, str(error))
        if told.error:
            return Ended(Ending.FAILED, seconds, told.error, told)
        return Ended(Ending.ANSWERED, seconds, "", told)
    if status is None:
        return Ended(Ending.TIMED_OUT, seconds, f"ended after {timeout:.0f} s without a result")
    return Ended(Ending.CRASHED, seconds, f"{_how(status)} without a result{_last_words(output)}")


def _how(status: int) -> str:
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _last_words(output: Path) -> str:
    lines = output.read_bytes()[-20_000:].decode("utf-8", "replace").splitlines()
    last = next((each.strip() for each in reversed(lines) if each.strip()), "")
    return f"; its last words: {last[:_LAST_WORDS]}" if last else ""


def _kept(ended: Ended, output: Path, logs: Path, probe: str) -> Ended:
    """The same, its output moved to where it outlives the run."""
    try:
        logs.mkdir(parents=True, exist_ok=True)
        log = logs / f"{probe}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.log"
        shutil.move(output, log)
    except OSError:
        return ended
    return Ended(ended.ending, ended.seconds, ended.message, ended.result, log)


def _end_all(leader: int, mark: str) -> None:
    """End the group, and whatever of its descendants left the group or was adopted."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    deadline = time.monotonic() + _PATIENCE
    while (left := list(_marked(mark))) and time.monotonic() < deadline:
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
