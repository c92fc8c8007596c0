"""The main script of an interpreter that imports the engine once: a request as a line of JSON on standard
input, a process of its own for each, forked, that answers as `child.py` does.

On the descriptor that its argument names it tells lines: ready, then for each request the process and, when that
is over, its exit status. It runs no probe itself, so what a probe leaves behind or breaks is gone with its
process. Not for CUDA, whose state no process can inherit.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

# Nothing that is forked may rely on threads of the process it comes from.
os.environ |= {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
sys.path.insert(0, str(Path(__file__).resolve().parent))

import child
from ground import places, registry, running, shims

_WANTED = ("srt.entrypoints.engine", "srt.managers.scheduler", "srt.managers.detokenizer_manager")


def main() -> None:
    """Import the engine, then answer until there are no more requests."""
    told = int(sys.argv[1])
    shims.install("cpu")
    shims.forking()
    running.warm = True
    _import()
    _tell(told, "ready")
    for line in sys.stdin:
        process = os.fork()
        if not process:
            os.close(told)
            _answer(json.loads(line))
        _tell(told, process)
        _tell(told, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))


def _import() -> None:
    """What does not import now is tried again by the probe that needs it, which then tells why."""
    for name in _WANTED:
        with contextlib.suppress(Exception):
            importlib.import_module(f"{places.PACKAGE}.{name}")
    with contextlib.suppress(Exception):
        registry.classes()


def _answer(request: dict[str, Any]) -> None:
    """In a session, a folder and with output of its own, as if it had been started by itself."""
    os.setsid()
    os.chdir(request["folder"])
    nothing = os.open(os.devnull, os.O_RDONLY)
    output = os.open(request["output"], os.O_WRONLY | os.O_APPEND)
    for given, descriptor in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(given, descriptor)
    child.answer(request)


def _tell(descriptor: int, word: object) -> None:
    os.write(descriptor, f"{word}\n".encode())


if __name__ == "__main__":
    main()
