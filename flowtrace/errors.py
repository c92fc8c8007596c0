"""What can go wrong, as sentences: one base class, each error writes its whole message.

This module does not decide exit statuses; `cli` maps classes to them.
"""

from __future__ import annotations


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
