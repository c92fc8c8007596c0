"""An interpreter, a script and a request -> how that process ended and what it told, in a given time.

A process that crashes, hangs or kills its parent loses its own answer and nothing else: it runs in a
session of its own, and when it is over everything it started is ended too.
"""

from __future__ import annotations

import contextlib
import secrets
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from flowtrace.errors import InputError
from flowtrace.verify import processes
from flowtrace.verify.ending import SLICE, Ended, How, ended, kept
from flowtrace.verify.protocol import Request


@dataclass(frozen=True)
class Interpreter:
    """A Python to run in, and the folders it shall import from before its own."""

    python: Path
    paths: tuple[Path, ...] = ()


def run(interpreter: Interpreter, script: Path, request: Request, timeout: float, logs: Path) -> Ended:
    """Run `script` on `request`, for at most `timeout` seconds; its output stays in `logs` if it ends
    badly.
    """
    mark = secrets.token_hex(8)
    folder = Path(tempfile.mkdtemp(prefix="flowtrace-"))
    started = time.monotonic()
    try:
        with begun(interpreter, [str(script)], mark, folder) as process:
            try:
                how = _waited(process, request.text(folder), timeout, folder)
            finally:  # interrupted or not: leave nothing behind
                processes.end(process.pid, mark)
        return kept(ended(how, folder, time.monotonic() - started), folder, logs, request.probe)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def begun(
    interpreter: Interpreter, arguments: list[str], mark: str, folder: Path, descriptors: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """The interpreter at work in `folder`, where its output goes; it keeps these descriptors open."""
    try:
        with (folder / "output").open("wb") as output:
            return subprocess.Popen(
                [str(interpreter.python), *arguments],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=folder,  # an interpreter imports from where it runs: never from a folder of the user's
                env=processes.environment(mark, interpreter.paths),
                start_new_session=True,
                pass_fds=descriptors,
            )
    except OSError as error:
        raise InputError(f"{interpreter.python} can't be run: {error.strerror}.") from error


def _waited(process: subprocess.Popen[bytes], request: str, timeout: float, folder: Path) -> How:
    """How it ended: by itself, or because the time was up first, or by what it printed."""
    deadline = time.monotonic() + timeout
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError), process.stdin:  # it may have ended before it was asked
        process.stdin.write(request.encode())
    while time.monotonic() < deadline:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return How.by_itself(process.wait(min(SLICE, deadline - time.monotonic())))
        if too_much := How.overflowing(folder):
            return too_much
    return How.in_time(timeout)
