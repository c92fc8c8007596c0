"""What can go wrong, as sentences: one base class, each error writes its whole message.

This module does not decide exit statuses; `cli` maps classes to them.
"""

from __future__ import annotations

import traceback
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class FlowtraceError(Exception):
    """Base of every error a user may see; `str(error)` is the complete message, file and line included."""


class InputError(FlowtraceError):
    """The tree, archive, requirement, configuration or option given can't be used (exit status 2)."""


class SpecError(FlowtraceError):
    """One or more spec files are wrong (exit status 2).

    `problems` holds every problem found, in file and line order; the message shows them all.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n\n".join(problems))


class OutOfTime(FlowtraceError):
    """The time given to the run is up (exit status 3); where an answer was under way, it is left incomplete."""


class AskingError(Exception):
    """An error of our own, met while an invariant was asked; nobody's input, so no FlowtraceError.

    The message names the invariant, what it was asked of, and the error; `place` is where in this program.
    """

    def __init__(self, message: str, place: str) -> None:
        self.place = place
        super().__init__(message, place)

    def __str__(self) -> str:
        return str(self.args[0])


def place_of(error: BaseException) -> str:
    """The innermost line of this program that an error was raised on: file:line, as its source tree has it."""
    frames = [
        (Path(frame.filename), frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(_PACKAGE)
    ]
    if not frames:
        return "outside flowtrace"
    file, number = frames[-1]
    return f"{file.relative_to(_PACKAGE.parent).as_posix()}:{number}"
