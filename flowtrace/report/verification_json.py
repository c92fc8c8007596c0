"""The answers of `verify` -> JSON: a schema version and sorted keys.

Unlike the other answers it holds durations and places of this machine: it is the record of one run.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flowtrace import __version__
from flowtrace.outcomes import Examination, Outcome, ProbeRun, Verification
from flowtrace.report import as_json

SCHEMA = 1


def report(answer: Verification) -> str:
    """The answer of `verify`."""
    return as_json.document(
        {
            "schema": SCHEMA,
            "tool": {"name": "flowtrace", "version": __version__},
            "engine": answer.engine,
            "tree": answer.tree,
            "interpreter": answer.interpreter,
            "environment": dict(answer.environment),
            "outcomes": [_outcome(each) for each in answer.outcomes],
            "runs": [_run(each) for each in answer.runs],
            "unprobed": [asdict(each) for each in answer.unprobed],
            "differing": list(answer.differing),
            "findings_of": answer.findings_of,
            "notes": list(answer.notes),
            "seconds": round(answer.seconds, 1),
        }
    )


def examination(answer: Examination) -> str:
    """The answer of `verify --doctor`."""
    return as_json.document({"schema": SCHEMA, **asdict(answer)})


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        **asdict(outcome),
        "static": outcome.static.value if outcome.static else None,
        "seen": outcome.seen.value,
        "standing": outcome.standing.value,
        "severity": outcome.severity.value,
    }


def _run(run: ProbeRun) -> dict[str, Any]:
    return {**asdict(run), "ending": run.ending.value, "seconds": round(run.seconds, 1)}
