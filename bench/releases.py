"""Time and memory of `flowtrace releases` over many releases, one after the other in one process.

    python bench/releases.py sglang --since 0.5.7 --until 0.5.21 --no-cache

Runs the command in this process and prints, for each release, the seconds since the one before, the resident
memory of this process when its check is done, and the peak of it and the process that it forks. Linux only.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from flowtrace import pipeline
from flowtrace.cli import main

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident(process: int) -> int:
    """Bytes of memory that a process holds; 0 when it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def children() -> list[int]:
    """The processes that this one has started."""
    found = Path("/proc/self/task").glob("*/children")
    return [int(word) for file in found for word in file.read_text().split()]


class Peak:
    """The largest sum of resident sizes since it was last asked, sampled every 20 ms."""

    def __init__(self) -> None:
        """Start to sample."""
        self._largest = 0
        threading.Thread(target=self._sample, daemon=True).start()

    def _sample(self) -> None:
        while True:
            self._largest = max(self._largest, sum(map(resident, (os.getpid(), *children()))))
            time.sleep(0.02)

    def taken(self) -> int:
        """The peak, which then begins anew."""
        largest, self._largest = self._largest, 0
        return largest


def told(check: Any, peak: Peak) -> Any:
    """`check`, with a line on standard error when it is done."""
    started = time.perf_counter()
    number = 0

    def checked(tree: str, options: pipeline.Options) -> Any:
        nonlocal number, started
        report = check(tree, options)
        now, number = time.perf_counter(), number + 1
        after, largest = resident(os.getpid()) / 1e6, peak.taken() / 1e6
        print(
            f"{number:3} {tree:24} {now - started:6.1f} s {after:6.0f} MB after {largest:6.0f} MB peak",
            file=sys.stderr,
        )
        started = now
        return report

    return checked


if __name__ == "__main__":
    pipeline.check = told(pipeline.check, Peak())
    begun = time.perf_counter()
    status = main(["releases", *sys.argv[1:]])
    print(f"{time.perf_counter() - begun:.1f} s in all", file=sys.stderr)
    sys.exit(status)
