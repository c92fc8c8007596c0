"""Lines -> characters for one stream: as wide as its terminal, coloured if it is one.

Colour is off when the stream is piped (FORCE_COLOR keeps it), when NO_COLOR is set and on dumb terminals.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text


def width(most: int | None = None) -> int:
    """The columns to fill: the terminal's, 80 when piped, never under 40 nor over `most`."""
    columns = max(40, shutil.get_terminal_size((80, 24)).columns)
    return columns if most is None else min(columns, most)


def rendered(lines: Iterable[Text], stream: TextIO) -> str:
    """The lines as `stream` can show them, each ended by a line break."""
    if not _coloured(stream):
        return "".join(f"{each.plain}\n" for each in lines)
    console = Console(file=io.StringIO(), force_terminal=True, highlight=False)
    with console.capture() as capture:
        for each in lines:
            console.print(each, soft_wrap=True)
    return capture.get()


def _coloured(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty() or bool(os.environ.get("FORCE_COLOR"))
