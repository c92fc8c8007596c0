"""An interpreter, a script and a request -> how that process ended and what it told, in a given time.

A process that crashes, hangs or kills its parent loses its own answer and nothing else: it runs in a
session of its own, and when it is over everything it started is ended too.
"""

from __future__ import annotations

import secrets
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from flowtrace.errors import InputError
from flowtrace.verify import processes
from flowtrace.verify.ending import Ended, How, ended, kept
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
                how = _waited(process, request.text(folder), timeout)
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


def _waited(process: subprocess.Popen[bytes], request: str, timeout: float) -> How:
    """How it ended, by itself or because the time was up first."""
    try:
        process.communicate(request.encode(), timeout=timeout)
    except subprocess.TimeoutExpired:
        return How.in_time(timeout)
    except BrokenPipeError:  # it ended before it was asked
        process.wait()
    return How.by_itself(process.returncode)
