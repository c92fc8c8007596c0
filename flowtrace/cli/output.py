"""Text -> standard output or standard error, whatever alphabet they have and whoever stopped reading.

What the text says is decided elsewhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from flowtrace.report.layout import Line

# What reports and analysed sources like to write, for streams that can't.
_ASCII = str.maketrans(
    {
        "\N{RIGHTWARDS ARROW}": "->",
        "\N{LEFTWARDS ARROW}": "<-",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
    }
)


def put(text: str) -> None:
    """Write `text` to standard output."""
    _write(text, sys.stdout)


def show(lines: Iterable[Line]) -> None:
    """Write the lines of a report to standard output, coloured if it is a terminal."""
    from flowtrace.report import terminal

    put(terminal.rendered(lines, sys.stdout))


def complain(text: str) -> None:
    """Write one message about this run to standard error."""
    _write(f"flowtrace: {text}\n", sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    try:
        stream.write(_encodable(text, stream.encoding or "utf-8"))
        stream.flush()
    except BrokenPipeError:
        # The reader has left, as `head` does: the exit status still counts, and nothing may fail at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _encodable(text: str, encoding: str) -> str:
    """`text` as `encoding` can carry it: unchanged, or with arrows spelt in ASCII and the rest escaped."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
    return text
