"""Answers -> JSON: a schema version, sorted keys, and the same bytes for the same answer (so no durations).

Lines and columns count from 1, as editors do. Only ASCII is written, so any stream can carry it.
"""

from __future__ import annotations

import json
from typing import Any

from flowtrace import __version__
from flowtrace.findings import Confirmed, Finding, Judgement, Pairing, Report, Skipped, Step, Table, Verdict
from flowtrace.report import counts

SCHEMA = 1


def report(answer: Report) -> str:
    """The answer of `check`: findings (broken and unbound) apart from undecided ones."""
    return _text(
        {
            "schema": SCHEMA,
            "tool": {"name": "flowtrace", "version": __version__},
            "engine": answer.engine,
            "package": answer.package,
            "version": answer.version,
            "tree": answer.tree,
            "findings": [finding(each) for each in answer.findings],
            "undecided": [finding(each) for each in answer.undecided],
            "inherited": [finding(each) for each in answer.inherited],
            "suppressed": [
                {**finding(each.finding), "reason": each.reason, "place": each.place}
                for each in answer.suppressed
            ],
            "judgements": _judgements(answer.judgements),
            "invariants": {name: _verdicts(counts.given(tally)) for name, tally in answer.tallies.items()},
            "summary": _summary(answer),
            "incomplete": list(answer.gaps),
            "skipped": [_skipped(each) for each in answer.skipped],
            "hashes": dict(answer.hashes),
            "notes": list(answer.notes),
            "confirmed": [_confirmed(each) for each in answer.confirmed],
            "pairing": _pairing(answer.pairing),
        }
    )


def table(answer: Table) -> str:
    """The answer of `targets`: one object per class, a key for each column."""
    return _text(
        {
            "schema": SCHEMA,
            "engine": answer.engine,
            "version": answer.version,
            "rows": [{"file": row.file, "class": row.symbol, **row.cells} for row in answer.rows],
            "notes": list(answer.notes),
        }
    )


def document(plain: Any) -> str:
    """Any plain value, such as a JSON schema."""
    return _text(plain)


def finding(told: Finding) -> dict[str, Any]:
    """One finding; columns count from 1."""
    return {
        "invariant": told.invariant,
        "refs": list(told.refs),
        "severity": told.severity.value,
        "verdict": told.verdict.value,
        "file": told.file,
        "line": told.line,
        "column": told.column + 1,
        "symbol": told.symbol,
        "message": told.message,
        "says": told.says,
        "why": told.why,
        "remedy": told.remedy,
        "evidence": [_step(each) for each in told.evidence],
        "fingerprint": told.fingerprint,
        "named": told.named,
        "outside": told.outside,
        "subject": told.subject,
        "some_drafts": told.some_drafts,
    }


def _confirmed(told: Confirmed) -> dict[str, Any]:
    return {
        "invariant": told.invariant or None,
        "refs": list(told.refs),
        "message": told.message,
        "evidence": [_step(each) for each in told.evidence],
    }


def _pairing(told: Pairing | None) -> dict[str, Any] | None:
    return {"works": told.works.value, "sentence": told.sentence} if told else None


def _text(plain: Any) -> str:
    return json.dumps(plain, indent=2, sort_keys=True) + "\n"


def _step(step: Step) -> dict[str, Any]:
    return {
        "file": step.file,
        "line": step.line,
        "symbol": step.symbol,
        "what": step.what,
        "guard": step.guard,
    }


def _skipped(skipped: Skipped) -> dict[str, Any]:
    return {"file": skipped.file, "line": skipped.line, "reason": skipped.reason, "needed": skipped.needed}


def _summary(answer: Report) -> dict[str, Any]:
    tallies = list(answer.tallies.values())
    return {
        "findings": {
            severity.value: count for severity, count in counts.by_severity(answer.findings).items()
        },
        "undecided": len(answer.undecided),
        "inherited": len(answer.inherited),
        "suppressed": len(answer.suppressed),
        "invariants": _verdicts(counts.by_invariant(tallies)),
        "judgements": _verdicts(counts.by_judgement(tallies)),
        "files": {"read": answer.files_read, "parsed": answer.files_parsed, "skipped": len(answer.skipped)},
    }


def _judgements(made: tuple[Judgement, ...]) -> dict[str, dict[str, list[str]]]:
    """Invariant -> verdict -> who was asked, sorted; an invariant that was asked of nobody is left out."""
    told: dict[str, dict[str, set[str]]] = {}
    for each in made:
        if each.subject:
            verdict = each.verdict.value.replace(" ", "_")
            told.setdefault(each.invariant, {}).setdefault(verdict, set()).add(each.subject)
    return {
        name: {verdict: sorted(subjects) for verdict, subjects in verdicts.items()}
        for name, verdicts in told.items()
    }


def _verdicts(numbers: dict[Verdict, int]) -> dict[str, int]:
    return {verdict.value.replace(" ", "_"): count for verdict, count in numbers.items()}
