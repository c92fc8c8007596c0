"""The answer of `check` -> an exit status, by the rule that the help states.

Errors get theirs in `main`.
"""

from __future__ import annotations

from enum import Enum

from flowtrace.findings import Report, Severity

FINE, FOUND, UNUSABLE, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130

RULE = """\b
Exit status:
  0  no finding at or above --fail-on
  1  findings (with --strict, also anything undecided)
  2  the command line, a spec or the input can't be used
  3  an internal error, or a file that was needed can't be parsed"""


class FailOn(str, Enum):
    """The least severity that makes `check` exit with 1."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    NEVER = "never"


def of(report: Report, fail_on: FailOn, *, strict: bool) -> int:
    """The exit status that `report` deserves; an incomplete answer is no answer, whatever it found."""
    if any(each.needed for each in report.skipped):
        return INCOMPLETE
    if fail_on is FailOn.NEVER:
        return FINE
    least = Severity(fail_on.value).rank
    found = any(each.severity.rank >= least for each in report.findings)
    return FOUND if found or (strict and report.undecided) else FINE
