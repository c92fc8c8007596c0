"""The answer of `check` -> the JSON that GitLab's code quality widget reads.

It has no place for a path through the code; the message and the remedy must do.
"""

from __future__ import annotations

import json
from typing import Any

from flowtrace.findings import Finding, Report, Severity
from flowtrace.report import places

_WORDS = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def report(answer: Report) -> str:
    """A list of findings in report order."""
    return json.dumps([_finding(answer, each) for each in answer.findings], indent=2, sort_keys=True) + "\n"


def _finding(answer: Report, finding: Finding) -> dict[str, Any]:
    file, line = places.of(answer, finding)
    return {
        "check_name": finding.invariant,
        "description": f"{finding.message} {finding.remedy}".rstrip(),
        "fingerprint": finding.fingerprint,
        "location": {"path": file, "lines": {"begin": line}},
        "severity": _WORDS[finding.severity],
    }
