"""The answer of `check` -> an exit status, by the rule that the help states.

Errors get theirs in `main`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Annotated

import typer

from flowtrace.findings import Finding, Report, Severity

FINE, FOUND, UNUSABLE, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130

RULE = """\b
Exit status:
  0  no finding at or above --fail-on
  1  findings (with --strict, also anything undecided)
  2  the command line, a spec or the input can't be used
  3  no whole answer: a needed file can't be parsed, the time given to the run
     was up, or an internal error"""


class FailOn(str, Enum):
    """The least severity that makes `check` exit with 1."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    NEVER = "never"

    @property
    def severity(self) -> Severity | None:
        """The severity itself, None for never."""
        return None if self is FailOn.NEVER else Severity(self.value)


FailOnOption = Annotated[
    FailOn | None,
    typer.Option(
        "--fail-on",
        help="The least severity that makes the exit status 1. [default: error]",
        show_default=False,
    ),
]


def of(report: Report, fail_on: FailOn, *, strict: bool) -> int:
    """The exit status that `report` deserves; an incomplete answer is no answer, whatever it found."""
    if report.gaps:
        return INCOMPLETE
    least = fail_on.severity
    if least is None:
        return FINE
    return FOUND if reaches(report.findings, least) or (strict and report.undecided) else FINE


def reaches(findings: Iterable[Finding], least: Severity) -> bool:
    """Whether a finding is at or above `least`."""
    return any(each.severity.rank >= least.rank for each in findings)
