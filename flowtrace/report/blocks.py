"""Findings -> lines: one at a time with its path through the code, or many alike folded into one block.

It takes findings as they come; `text` decides their order and what folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.text import Text

from flowtrace.findings import Finding, Step, Verdict
from flowtrace.report.layout import line, located, paragraph, shortened

Excerpts = Mapping[tuple[str, int], str]

STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan", "undecided": "magenta"}
_INDENT = "  "
_UNBOUND = (
    "Nothing in this tree is what the invariant speaks of, although the version is in its range:"
    " the code may have moved. The invariant was not checked."
)


def single(finding: Finding, excerpts: Excerpts, width: int, *, reasons: bool = True) -> list[Text]:
    """One finding: header, place, message, path, and with `reasons` why it matters and what to do."""
    lines = [_header(finding), *_place(finding, excerpts, width)]
    lines += paragraph(finding.message, width, first=_INDENT)
    if finding.verdict is Verdict.UNBOUND:
        lines += paragraph(_UNBOUND, width, first=_INDENT, style="dim")
    if finding.evidence:
        lines += [Text(), *_path(finding.evidence, excerpts, width)]
    if reasons:
        lines += _reasons(finding, width)
    return lines


def folded(findings: Sequence[Finding], excerpts: Excerpts, width: int) -> list[Text]:
    """Many findings of one invariant: what it says, one message, the steps they share, and every place."""
    first = findings[0]
    lines = [_header(first, f"{len(findings)} alike")]
    lines += paragraph(first.says, width, first=_INDENT)
    lines += [Text(), *paragraph(f"For one: {first.message}", width, first=_INDENT)]
    shared = [step for step in first.evidence if all(step in each.evidence for each in findings)]
    if shared:
        lines += [Text(), line(f"{_INDENT}On the path of each:"), *_path(shared, excerpts, width)]
    lines.append(Text())
    for (place, symbol), count in Counter((_at(each), each.symbol) for each in findings).items():
        what = f"{symbol}, {count} times" if count > 1 else symbol
        lines += located(place, what, width, first=_INDENT, rest=_INDENT * 2)
    lines += _reasons(first, width)
    lines += paragraph("-v shows each with its own path.", width, first=_INDENT, style="dim")
    return lines


def brief(finding: Finding) -> Text:
    """One finding in one line, for editors and grep."""
    place = f"{_at(finding)}: " if finding.file else ""
    refs = f" [{', '.join(finding.refs)}]" if finding.refs else ""
    return line(
        (place, "bold"),
        (_word(finding), STYLES[_word(finding)]),
        f" {finding.invariant}{refs} {finding.message}",
    )


def _header(finding: Finding, remark: str = "") -> Text:
    word = _word(finding)
    remark = "unbound" if finding.verdict is Verdict.UNBOUND else remark
    return line(
        (word, STYLES[word]),
        f"  {finding.invariant}",
        f" [{', '.join(finding.refs)}]" if finding.refs else "",
        f"  ({remark})" if remark else "",
    )


def _word(finding: Finding) -> str:
    return "undecided" if finding.verdict is Verdict.UNKNOWN else finding.severity.value


def _at(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}:{finding.column + 1}"


def _place(finding: Finding, excerpts: Excerpts, width: int) -> list[Text]:
    if not finding.file:
        return []
    lines = located(_at(finding), finding.symbol, width, first=_INDENT, rest=_INDENT * 2)
    if all((step.file, step.line) != (finding.file, finding.line) for step in finding.evidence):
        lines += _excerpt(excerpts, finding.file, finding.line, _INDENT, width)
    return lines


def _path(steps: Sequence[Step], excerpts: Excerpts, width: int) -> list[Text]:
    lines = []
    margin = " " * (len(_INDENT) + len(str(len(steps))) + 2)
    for number, step in enumerate(steps, start=1):
        first = f"{number}. ".rjust(len(margin))
        lines += located(
            f"{step.file}:{step.line}", step.symbol, width, first=first, rest=f"{margin}{_INDENT}"
        )
        guard = f" (when {step.guard})" if step.guard else ""
        lines += paragraph(step.what + guard, width, first=margin)
        lines += _excerpt(excerpts, step.file, step.line, margin, width)
    return lines


def _excerpt(excerpts: Excerpts, file: str, number: int, margin: str, width: int) -> list[Text]:
    cited = excerpts.get((file, number), "")
    source = "".join(each if each.isprintable() else " " for each in cited).strip()
    return [Text(shortened(f"{margin}| {source}", width), style="dim")] if source else []


def _reasons(finding: Finding, width: int) -> list[Text]:
    lines = []
    for title, text in (("why:    ", finding.why), ("remedy: ", finding.remedy)):
        if text:
            lines += paragraph(text, width, first=_INDENT + title, rest=" " * len(_INDENT + title))
    return [Text(), *lines] if lines else []
