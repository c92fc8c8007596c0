"""The answer of `check` -> JUnit XML: a test case for each finding, and one for each invariant without any.

Findings below the severity that fails a run are passed cases that say what was found, so that a red case
always means a red run. An incomplete answer has a case of its own, in error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from flowtrace.findings import Finding, Report, Severity, Verdict
from flowtrace.report import counts, places

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # by XML 1.0


def report(answer: Report, *, least: Severity | None = Severity.ERROR) -> str:
    """The suites, one for each invariant; findings at or above `least` are failures."""
    suites = Element("testsuites", name="flowtrace")
    found = {name: list(group) for name, group in groupby(sorted(answer.findings, key=_name), key=_name)}
    for invariant in sorted({*answer.tallies, *found}):
        suite = SubElement(suites, "testsuite", name=invariant)
        for finding in found.get(invariant, ()):
            _case(suite, answer, finding, least)
        if invariant not in found:
            _silent(suite, answer, invariant)
        _count(suite, [suite])
    if answer.gaps:
        _incomplete(suites, answer)
    _count(suites, list(suites))
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _name(finding: Finding) -> str:
    return finding.invariant


def _case(suite: Element, answer: Report, finding: Finding, least: Severity | None) -> None:
    file, line = places.of(answer, finding)
    case = SubElement(
        suite,
        "testcase",
        classname=finding.invariant,
        name=_legal(f"{finding.symbol or finding.verdict.value} ({file}:{line})"),
        file=_legal(file),
        line=str(line),
    )
    text = _legal("\n".join(_lines(answer, finding, f"{file}:{line}")))
    if least is not None and finding.severity.rank >= least.rank:
        failure = SubElement(case, "failure", message=_legal(finding.message), type=finding.severity.value)
        failure.text = text
    else:
        SubElement(case, "system-out").text = text


def _lines(answer: Report, finding: Finding, place: str) -> Iterator[str]:
    yield f"{finding.severity.value}: {place}: {finding.message}"
    for number, step in enumerate(finding.evidence, start=1):
        guard = f" (when {step.guard})" if step.guard else ""
        yield f"  {number}. {places.path(answer, step.file)}:{step.line} {step.symbol}: {step.what}{guard}"
    for label, text in (("why", finding.why), ("remedy", finding.remedy)):
        if text:
            yield f"{label}: {text}"


def _silent(suite: Element, answer: Report, invariant: str) -> None:
    """The one case of an invariant without findings: passed, or skipped when nothing was decided."""
    tally = answer.tallies[invariant]
    case = SubElement(suite, "testcase", classname=invariant, name=invariant)
    verdict = counts.overall(tally)
    if verdict is Verdict.NOT_APPLICABLE:
        SubElement(case, "skipped", message="not applicable to this tree")
    elif verdict is Verdict.UNKNOWN:
        SubElement(case, "skipped", message=f"undecided for {tally.unknown}, holds for {tally.holds}")


def _incomplete(suites: Element, answer: Report) -> None:
    """A suite of one case, that the answer is whole, which is in error."""
    suite = SubElement(suites, "testsuite", name="flowtrace")
    case = SubElement(suite, "testcase", classname="flowtrace", name="the answer is complete")
    SubElement(case, "error", message=_legal("; ".join(answer.gaps)), type="incomplete")
    _count(suite, [suite])


def _count(element: Element, suites: list[Element]) -> None:
    cases = [case for suite in suites for case in suite.iter("testcase")]
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    element.set("errors", str(sum(case.find("error") is not None for case in cases)))
    element.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))


def _legal(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
