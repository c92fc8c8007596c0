"""An interpreter that has imported the engine -> how each request ended in a process forked from it.

Importing is most of what a probe costs. Each process still is one of its own, in its own session: when it
crashes, hangs or even kills the interpreter, that answer alone is lost, and the next one starts another.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from flowtrace.outcomes import Ending
from flowtrace.verify import child, processes
from flowtrace.verify.child import Interpreter
from flowtrace.verify.ending import SLICE, Ended, How, ended, kept
from flowtrace.verify.protocol import Request

_SECONDS = 300.0  # to import the engine
_PATIENCE = 10.0  # to collect a process that was ended
_FORKS = sys.platform == "linux"  # elsewhere system libraries forbid it

_LOST = How(Ending.CRASHED, "the interpreter it was forked from was killed")


class Warm:
    """One interpreter, started when it is first needed and again after it was lost."""

    def __init__(self, interpreter: Interpreter, scripts: Path, logs: Path) -> None:
        self._interpreter, self._scripts, self._logs = interpreter, scripts, logs
        self._mark = secrets.token_hex(8)
        self._folder = Path(tempfile.mkdtemp(prefix="flowtrace-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._told = -1  # the descriptor on which it tells
        self._fit = _FORKS and (scripts / "warm.py").is_file()

    def run(self, request: Request, timeout: float) -> Ended:
        """As `child.run`, in a forked process; in one by itself on CUDA, or where none can be forked."""
        if request.device == "cuda" or not self._ready():
            return child.run(self._interpreter, self._scripts / "child.py", request, timeout, self._logs)
        folder = Path(tempfile.mkdtemp(prefix="flowtrace-"))
        (folder / "output").touch()
        started = time.monotonic()
        try:
            how = self._asked(request.text(folder), timeout, folder)
            return kept(ended(how, folder, time.monotonic() - started), folder, self._logs, request.probe)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self) -> None:
        """End the interpreter and everything that came of it."""
        if self._process is None:
            return
        processes.end(self._process.pid, self._mark)
        with self._process:  # closes its input and collects it
            pass
        os.close(self._told)
        self._process = None

    def _ready(self) -> bool:
        """Whether the interpreter waits for a request; if it can't even import, none is tried again."""
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._fit and self._process is None:
            self._start()
            self._fit = self._word(time.monotonic() + _SECONDS, self._folder) == "ready"
            if not self._fit:
                self._end()
        return self._fit

    def _start(self) -> None:
        self._told, telling = os.pipe()
        arguments = [str(self._scripts / "warm.py"), str(telling)]
        try:
            self._process = child.begun(self._interpreter, arguments, self._mark, self._folder, (telling,))
        finally:
            os.close(telling)

    def _asked(self, request: str, timeout: float, folder: Path) -> How:
        """What became of the process forked for the request; it and all it started have ended."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        deadline = time.monotonic() + timeout
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(f"{request}\n".encode())
            process.stdin.flush()
        leader = self._word(deadline, folder)
        status = self._word(deadline, folder) if leader else leader
        too_much = How.overflowing(folder)
        if leader:
            processes.end(int(leader), self._mark, spared=[process.pid])
        if status:
            return How.by_itself(int(status))
        if not (leader and status is None and self._word(time.monotonic() + _PATIENCE, self._folder)):
            self._end()  # it is gone, or hangs itself
        return _LOST if status == "" else too_much or How.in_time(timeout)

    def _word(self, deadline: float, folder: Path) -> str | None:
        """The next line that the interpreter tells; empty when it is gone, None when the time is up first or
        too much is printed in `folder`.
        """
        line = b""
        while not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            if not select.select([self._told], [], [], max(0.0, min(SLICE, left)))[0]:
                if left <= 0 or How.overflowing(folder):
                    return None
                continue
            byte = os.read(self._told, 1)
            if not byte:
                return ""
            line += byte
        return line.decode().strip()
