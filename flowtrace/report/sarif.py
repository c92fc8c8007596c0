"""The answer of `check` -> SARIF 2.1.0, as code scanning services take it.

One run for each topic of specs, since services keep the newest run of each automation id and close what it
lacks. What stayed undecided is no result; it is counted in the run's properties.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any
from urllib.parse import quote

from flowtrace import __version__
from flowtrace.findings import Finding, Report, Severity, Skipped, Step, Verdict, ordered
from flowtrace.report.places import of, path

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "flowtraceFingerprint/v1"  # survives moved lines, unlike what services compute themselves
_HOME = "https://pypi.org/project/flowtrace-analyzer/"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_OWN = "flowtrace"  # the topic of findings about suppressions

Plain = dict[str, Any]


def report(answer: Report, *, hidden: bool = False) -> str:
    """The log; with `hidden` also what is suppressed or in the baseline, marked as SARIF marks it.

    By default it is left out, since services show suppressed results like any other.
    """
    runs = [_run(answer, topic, _results(answer, topic, hidden)) for topic in _topics(answer)]
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": runs}, indent=2, sort_keys=True) + "\n"


def _topics(answer: Report) -> list[str]:
    names = {*answer.tallies, *(each.invariant for each in answer.findings)}
    return sorted({_topic(name) for name in names} | {_OWN})


def _topic(invariant: str) -> str:
    return invariant.rpartition("/")[0] or invariant


def _results(answer: Report, topic: str, hidden: bool) -> list[tuple[Finding, str]]:
    """The findings of a topic in order, each with the reason why it is hidden, or nothing."""
    reasons = {id(each): "" for each in answer.findings}
    if hidden:
        reasons |= {id(each.finding): f"{each.reason} [{each.place}]" for each in answer.suppressed}
        reasons |= {id(each): "It is in the baseline." for each in answer.inherited}
    everything = (*answer.findings, *(each.finding for each in answer.suppressed), *answer.inherited)
    shown = [each for each in everything if id(each) in reasons and each.verdict is not Verdict.UNKNOWN]
    return [(each, reasons[id(each)]) for each in ordered(shown) if _topic(each.invariant) == topic]


def _run(answer: Report, topic: str, results: Sequence[tuple[Finding, str]]) -> Plain:
    findings = [finding for finding, _ in results]
    rules = [_rule(list(group)) for _, group in groupby(sorted(findings, key=_name), key=_name)]
    places = {rule["id"]: number for number, rule in enumerate(rules)}
    return {
        "tool": {
            "driver": {
                "name": "flowtrace",
                "semanticVersion": __version__,
                "informationUri": _HOME,
                "rules": rules,
            }
        },
        "automationDetails": {"id": f"flowtrace/{answer.engine}/{topic}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(answer)],
        "artifacts": _artifacts(answer, findings),
        "results": [_result(answer, each, reason, places[each.invariant]) for each, reason in results],
        "properties": {
            "engine": answer.engine,
            "package": answer.package,
            "version": answer.version,
            "undecided": sum(_topic(each.invariant) == topic for each in answer.undecided),
        },
    }


def _name(finding: Finding) -> str:
    return finding.invariant


def _rule(findings: Sequence[Finding]) -> Plain:
    """What a rule says, from the findings of it; as heavy as the heaviest."""
    first = findings[0]
    worst = max((each.severity for each in findings), key=lambda each: each.rank)
    says = first.says or first.message
    sections = [says, first.why, first.remedy]
    return {
        "id": first.invariant,
        "name": "".join(word.capitalize() for word in first.invariant.rpartition("/")[2].split("-")),
        "shortDescription": {"text": says},
        "fullDescription": {"text": " ".join(filter(None, (says, first.why)))},
        "help": {
            "text": "\n\n".join(filter(None, sections)),
            "markdown": _help(says, first.why, first.remedy),
        },
        "defaultConfiguration": {"level": _LEVELS[worst]},
        "properties": {
            "precision": "high",
            "problem.severity": {"note": "recommendation"}.get(_LEVELS[worst], _LEVELS[worst]),
            "tags": [_topic(first.invariant), *first.refs],
        },
    }


def _help(says: str, why: str, remedy: str) -> str:
    parts = [says, f"**Why:** {why}" if why else "", f"**Remedy:** {remedy}" if remedy else ""]
    return "\n\n".join(filter(None, parts))


def _result(answer: Report, finding: Finding, reason: str, rule: int) -> Plain:
    file, line = of(answer, finding)
    region = {"startLine": line, "startColumn": finding.column + 1}
    result: Plain = {
        "ruleId": finding.invariant,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(file, region, finding.symbol, _excerpt(answer, finding.file, finding.line))],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "properties": {"verdict": finding.verdict.value, "refs": list(finding.refs)},
    }
    steps = _steps(finding.evidence)
    if steps:
        flow = [_step(answer, step, number) for number, step in enumerate(steps, start=1)]
        result["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
    if reason:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": reason}]
    return result


def _steps(evidence: Sequence[Step]) -> list[Step]:
    """The steps without those that repeat the one before."""
    return [step for step, _ in groupby(evidence)]


def _step(answer: Report, step: Step, number: int) -> Plain:
    guard = f" (when {step.guard})" if step.guard else ""
    region = {"startLine": max(1, step.line)}
    place = _location(path(answer, step.file), region, step.symbol, _excerpt(answer, step.file, step.line))
    return {"executionOrder": number, "location": {**place, "message": {"text": step.what + guard}}}


def _location(file: str, region: Plain, symbol: str, excerpt: str) -> Plain:
    if excerpt:
        region = {**region, "snippet": {"text": excerpt}}
    location: Plain = {"physicalLocation": {"artifactLocation": {"uri": quote(file)}, "region": region}}
    if symbol:
        location["logicalLocations"] = [{"fullyQualifiedName": symbol}]
    return location


def _excerpt(answer: Report, file: str, line: int) -> str:
    return answer.excerpts.get((file, line), "").rstrip("\n")


def _artifacts(answer: Report, findings: Sequence[Finding]) -> list[Plain]:
    cited = {file for each in findings for file in (each.file, *(step.file for step in each.evidence))}
    return [
        {"location": {"uri": quote(path(answer, file))}, "hashes": {"sha-256": answer.hashes[file]}}
        for file in sorted(cited)
        if file in answer.hashes
    ]


def _invocation(answer: Report) -> Plain:
    notes = [_notification(answer, each) for each in answer.skipped]
    if answer.late:
        notes.append({"level": "error", "message": {"text": f"Incomplete: {answer.late}."}})
    return {"executionSuccessful": not answer.gaps, "toolExecutionNotifications": notes}


def _notification(answer: Report, skipped: Skipped) -> Plain:
    region = {"startLine": max(1, skipped.line)}
    return {
        "level": "error" if skipped.needed else "warning",
        "message": {"text": f"Not analysed: {skipped.reason}"},
        "locations": [_location(path(answer, skipped.file), region, "", "")],
    }
