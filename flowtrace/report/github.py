"""The answer of `check` -> workflow commands, which GitHub shows as annotations at the lines they name.

GitHub shows ten of each level for a step, so the heaviest come first.
"""

from __future__ import annotations

from flowtrace.findings import Finding, Report, Severity
from flowtrace.report import places

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report(answer: Report) -> str:
    """One command a line, and nothing when nothing was found; that it is incomplete comes first."""
    gaps = [f"::error title=flowtrace%3A incomplete::{_escaped(each)}" for each in answer.gaps]
    return "".join(f"{each}\n" for each in (*gaps, *(_command(answer, each) for each in answer.findings)))


def _command(answer: Report, finding: Finding) -> str:
    file, line = places.of(answer, finding)
    refs = f" [{', '.join(finding.refs)}]" if finding.refs else ""
    where = {
        "file": file,
        "line": str(line),
        "col": str(finding.column + 1),
        "title": f"flowtrace: {finding.invariant}{refs}",
    }
    properties = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in where.items())
    lines = [finding.message, *(f"{label}: {text}" for label, text in _reasons(finding) if text)]
    return f"::{_COMMANDS[finding.severity]} {properties}::" + _escaped("\n".join(lines))


def _reasons(finding: Finding) -> tuple[tuple[str, str], ...]:
    return ("why", finding.why), ("remedy", finding.remedy)


def _escaped(text: str, also: str = "") -> str:
    return "".join(f"%{ord(letter):02X}" if letter in f"%\r\n{also}" else letter for letter in text)
