"""The answer of `check` -> the JSON that GitLab's code quality widget reads.

It has no place for a path through the code; the message and the remedy must do.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flowtrace.findings import Finding, Report, Severity
from flowtrace.report import places

_WORDS = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def report(answer: Report) -> str:
    """A list of findings in report order; what makes the answer incomplete comes first."""
    listed = [
        *(_gap(answer, each) for each in answer.gaps),
        *(_finding(answer, each) for each in answer.findings),
    ]
    return json.dumps(listed, indent=2, sort_keys=True) + "\n"


def _gap(answer: Report, gap: str) -> dict[str, Any]:
    return {
        "check_name": "flowtrace/incomplete",
        "description": f"Incomplete: {gap}.",
        "fingerprint": hashlib.sha256(f"incomplete\0{gap}".encode()).hexdigest()[:16],
        "location": {"path": places.path(answer, ""), "lines": {"begin": 1}},
        "severity": "blocker",
    }


def _finding(answer: Report, finding: Finding) -> dict[str, Any]:
    file, line = places.of(answer, finding)
    return {
        "check_name": finding.invariant,
        "description": f"{finding.message} {finding.remedy}".rstrip(),
        "fingerprint": finding.fingerprint,
        "location": {"path": file, "lines": {"begin": line}},
        "severity": _WORDS[finding.severity],
    }
