"""Work done so far -> one line that rewrites itself on a terminal; elsewhere nothing at all.

It is shown only once the work has taken a moment, and is gone when the work ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Told = Callable[[str, int, int], None]  # phase, done, total

_PATIENCE = 0.3  # seconds without a word
_PAUSE = 0.1  # seconds between two updates
_CLEAR = "\r\x1b[K"


@contextmanager
def shown(
    stream: TextIO, *, silent: bool = False, clock: Callable[[], float] = time.monotonic
) -> Iterator[Told | None]:
    """A function to tell progress to, or None when `stream` is no terminal or `silent` is wanted."""
    if silent or not stream.isatty():
        yield None
        return
    shown_at = clock() + _PATIENCE - _PAUSE
    written = False

    def told(phase: str, done: int, total: int) -> None:
        nonlocal shown_at, written
        now = clock()
        if now - shown_at < _PAUSE:
            return
        shown_at, written = now, True
        of = f" of {total:,}" if total else ""
        stream.write(f"{_CLEAR}{phase} {done:,}{of}")
        stream.flush()

    try:
        yield told
    finally:
        if written:
            stream.write(_CLEAR)
            stream.flush()
