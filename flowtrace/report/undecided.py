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
    for finding in filter(lambda one: not one.unreached, findings):
        alike.setdefault((finding.invariant, _reason(finding)), []).append(finding)
    subjects = "1 subject" if len(findings) == 1 else f"{len(findings)} subjects"
    lines = [line(("undecided", "magenta"), f"  {subjects}")]
    entries = list(alike.values())
    for entry in entries[:MOST]:
        lines += paragraph(_entry(entry), width, first="  ", rest="    ")
    lines += _unreached([one for one in findings if one.unreached], width)
    left = sum(map(len, entries[MOST:]))
    more = f"{left} more; -v shows all, with their paths." if left else "-v shows their paths."
    return [*lines, Text(f"  {more}", style="dim")]


def _unreached(findings: Sequence[Finding], width: int) -> list[Text]:
    """One entry for all that the run had no time for: the invariants, and of how many subjects each."""
    subjects: dict[str, set[str]] = {}
    for one in findings:
        subjects.setdefault(one.refs[0] if one.refs else one.invariant, set()).add(one.subject)
    told = [f"{name} ({len(of)} subjects)" if len(of) > 1 else name for name, of in subjects.items()]
    return paragraph(f"no time for {', '.join(told)}", width, first="  ", rest="    ") if findings else []


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
