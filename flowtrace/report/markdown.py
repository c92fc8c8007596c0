"""The answer of `check` -> Markdown for a job summary or a comment: a table, then each error with its path.

It is cut off before a comment would be too long; the text report is the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from flowtrace.findings import Finding, Report, Severity
from flowtrace.report import counts, places

LONGEST = 60_000  # characters; a comment may have 65,536
ALIKE = 3  # findings of one invariant and severity below error that still have rows of their own
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def report(answer: Report) -> str:
    """The whole: what was looked at, the findings, the errors in detail, notes."""
    parts = [_heading(answer), _table(answer)]
    details = [_detail(answer, each) for each in answer.findings if each.severity is Severity.ERROR]
    return joined([*filter(None, parts), *_notes(answer)], details)


def joined(parts: Sequence[str], details: Sequence[str]) -> str:
    """The parts as paragraphs, with as many of the details behind them as fit."""
    text = "\n\n".join(parts)
    for number, detail in enumerate(details):
        if len(text) + len(detail) > LONGEST:
            text += f"\n\n{len(details) - number} more are left out here; the text report has all."
            break
        text += f"\n\n{detail}"
    return f"{text[:LONGEST]}\n"


def row(*cells: str) -> str:
    """A row of a table; cells are Markdown already."""
    return f"| {' | '.join(cells)} |"


def escaped(text: str) -> str:
    """Plain text as Markdown that shows just that, in one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """Text as inline code, whatever back quotes it holds; a bar would end a table's cell, even in code."""
    flat = " ".join(text.split()).replace("|", r"\|")
    return f"`` {flat} ``" if "`" in flat else f"`{flat}`"


def name(package: str, version: str | None) -> str:
    """The package and its version, or that it has none."""
    return f"{package} {version}" if version else f"{package} (version unknown)"


def _heading(answer: Report) -> str:
    found = [
        f"{count} **{severity.value}**"
        for severity, count in counts.by_severity(answer.findings).items()
        if count
    ]
    others = [
        f"{len(each)} {word}"
        for each, word in (
            (answer.undecided, "undecided"),
            (answer.inherited, "in the baseline"),
            (answer.suppressed, "suppressed"),
        )
        if each
    ]
    verdict = ", ".join([*(found or ["no findings"]), *others])
    asked = sum(counts.by_judgement(answer.tallies.values()).values())
    looked = f"{len(answer.tallies)} invariants, {asked:,} judgements, {answer.files_read:,} files read"
    title = f"### flowtrace: {escaped(name(answer.package, answer.version))}"
    gaps = [f"> **Incomplete:** {escaped(each)}." for each in answer.gaps]
    pairing = [f"**{escaped(answer.pairing.sentence)}**"] if answer.pairing else []
    return "\n\n".join([title, *pairing, *gaps, verdict, looked])


def _table(answer: Report) -> str:
    if not answer.findings:
        return ""
    rows = [row("severity", "invariant", "where", "what"), row("---", "---", "---", "---")]
    for _, group in groupby(answer.findings, key=lambda each: (each.severity, each.invariant, each.verdict)):
        findings = list(group)
        if len(findings) > ALIKE and findings[0].severity is not Severity.ERROR:
            rows.append(_row(findings[0], f"{len(findings)} places", findings[0].says))
        else:
            rows += [_row(each, _where(answer, each), each.message) for each in findings]
    return "\n".join(rows)


def _row(finding: Finding, where: str, what: str) -> str:
    refs = f" {escaped(', '.join(finding.refs))}" if finding.refs else ""
    return row(f"**{finding.severity.value}**", code(finding.invariant) + refs, where, escaped(what))


def _where(answer: Report, finding: Finding) -> str:
    if not finding.file:
        return "unbound"
    file, line = places.of(answer, finding)
    return code(f"{file}:{line}")


def _detail(answer: Report, finding: Finding) -> str:
    title = escape(f"{finding.invariant}: {finding.symbol or finding.verdict.value}")
    return "\n\n".join([f"<details><summary>{title}</summary>", *_told(answer, finding), "</details>"])


def _told(answer: Report, finding: Finding) -> Iterator[str]:
    yield escaped(finding.message)
    steps = []
    for number, step in enumerate(finding.evidence, start=1):
        guard = f" (when {code(step.guard)})" if step.guard else ""
        place = code(f"{places.path(answer, step.file)}:{step.line}")
        steps.append(f"{number}. {place} {code(step.symbol)}: {escaped(step.what)}{guard}")
    if steps:
        yield "\n".join(steps)
    for label, text in (("Why", finding.why), ("Remedy", finding.remedy)):
        if text:
            yield f"**{label}:** {escaped(text)}"


def _notes(answer: Report) -> list[str]:
    return [f"> {escaped(each)}" for each in answer.notes]
