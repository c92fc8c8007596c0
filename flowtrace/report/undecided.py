"""Undecided judgements -> a short list: an entry for each invariant and reason, with who shares it.

It shows no paths; the verbose report shows each undecided judgement like a finding.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from flowtrace.findings import Finding
from flowtrace.report.layout import line, paragraph

MOST = 10  # entries before the rest is only counted
_NAMES = 4  # names of an entry before the rest is only counted


def listed(findings: Sequence[Finding], width: int) -> list[Text]:
    """The heading, the entries in the order of their first finding, and how many were left out."""
    alike: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        alike.setdefault((finding.invariant, _reason(finding)), []).append(finding)
    subjects = "1 subject" if len(findings) == 1 else f"{len(findings)} subjects"
    lines = [line(("undecided", "magenta"), f"  {subjects}")]
    entries = list(alike.values())
    for entry in entries[:MOST]:
        lines += paragraph(_entry(entry), width, first="  ", rest="    ")
    left = sum(map(len, entries[MOST:]))
    more = f"{left} more; -v shows all, with their paths." if left else "-v shows their paths."
    return [*lines, Text(f"  {more}", style="dim")]


def _reason(finding: Finding) -> str:
    """The message without the subject's own name, which keeps like reasons from being equal."""
    owner = finding.symbol.split(".")[0]
    message = finding.message.replace(finding.symbol, "*")
    return message.replace(owner, "*") if owner else message


def _entry(findings: Sequence[Finding]) -> str:
    first = findings[0]
    refs = f" [{', '.join(first.refs)}]" if first.refs else ""
    place = f" {first.file}:{first.line}" if first.file else ""
    return f"{first.invariant}{refs}{place}: {first.message}{_others(findings[1:])}"


def _others(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    names = ", ".join(each.symbol for each in findings[:_NAMES])
    more = f" and {len(findings) - _NAMES} more" if len(findings) > _NAMES else ""
    return f" (so too {names}{more})"
