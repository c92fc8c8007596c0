"""The answer of `check` -> lines to read: findings with their paths, what stayed undecided, and a summary.

It decides order and folding; `blocks`, `undecided` and `summary` write the parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from flowtrace.findings import Finding, Report, Severity, Step
from flowtrace.report import blocks, summary, undecided
from flowtrace.report.layout import located, paragraph, shortened

FOLD_OVER = 3  # alike findings below error that are still shown one by one


def report(answer: Report, width: int = 80, *, verbose: bool = False, hidden: bool = False) -> list[Text]:
    """The whole report, errors first; `verbose` unfolds what is alike and shows every undecided path.

    With `hidden` it lists what is suppressed or in the baseline.
    """
    sections = [_pairing(answer, width), *_findings(answer, width, verbose)]
    sections += [_confirmed(answer, width, verbose), *_undecided(answer, width, verbose)]
    if hidden:
        sections += [_suppressed(answer, width), _inherited(answer, width)]
    sections.append(summary.skipped(answer, width, all_of_them=verbose))
    sections.append(
        [each for note in answer.notes for each in paragraph(f"note: {note}", width, rest="      ")]
    )
    if verbose:
        sections.append(summary.per_invariant(answer, width))
    sections.append(summary.closing(answer, width))
    return _separated(sections)


def brief(answer: Report) -> list[Text]:
    """The findings alone, one line each."""
    return [blocks.brief(each) for each in answer.findings]


def _pairing(answer: Report, width: int) -> list[Text]:
    """Whether the target and draft in hand can work: the answer before its reasons."""
    return paragraph(answer.pairing.sentence, width, rest="  ", style="bold") if answer.pairing else []


def _confirmed(answer: Report, width: int, verbose: bool) -> list[Text]:
    """What holds for the draft in hand, each with where that shows; `verbose`: with every step."""
    lines = [Text("holds for this draft", style="bold")] if answer.confirmed else []
    for each in answer.confirmed:
        about = f" [{each.refs[0]}]" if each.refs else ""
        if verbose or not each.invariant:
            lines += [
                *paragraph(f"{each.message}{about}", width, first="  ", rest="    "),
                *_steps(each.evidence, width),
            ]
        else:
            lines.append(Text(f"  {shortened(each.message, width - len(about) - 2)}{about}"))
    return lines


def _steps(steps: Sequence[Step], width: int) -> list[Text]:
    told = [
        located(f"{each.file}:{each.line}", each.what, width, first="    ", rest="      ") for each in steps
    ]
    return [line for lines in told for line in lines]


def _findings(answer: Report, width: int, verbose: bool) -> Iterator[list[Text]]:
    explained: set[str] = set()
    for group in _alike(answer.findings):
        if verbose or not _folds(group):
            for finding in group:
                reasons = finding.invariant not in explained
                yield blocks.single(finding, answer.excerpts, width, reasons=reasons)
                explained.add(finding.invariant)
        else:
            yield blocks.folded(group, answer.excerpts, width)
            explained.add(group[0].invariant)


def _undecided(answer: Report, width: int, verbose: bool) -> Iterator[list[Text]]:
    if verbose:
        for finding in answer.undecided:
            yield blocks.single(finding, answer.excerpts, width, reasons=False)
    elif answer.undecided:
        yield undecided.listed(answer.undecided, width)


def _suppressed(answer: Report, width: int) -> list[Text]:
    lines = []
    for each in answer.suppressed:
        lines += paragraph(blocks.brief(each.finding).plain, width, rest="  ")
        lines += paragraph(f"{each.reason} [{each.place}]", width, first="  suppressed: ", style="dim")
    return lines


def _inherited(answer: Report, width: int) -> list[Text]:
    lines = []
    for each in answer.inherited:
        lines += paragraph(blocks.brief(each).plain, width, rest="  ")
        lines.append(Text("  in the baseline", style="dim"))
    return lines


def _alike(findings: Sequence[Finding]) -> Iterator[list[Finding]]:
    """Groups of one severity, invariant and verdict, heaviest first; what the user named stands apart."""

    def rank(finding: Finding) -> tuple[int, str, bool, str]:
        return (-finding.severity.rank, finding.invariant, not finding.named, finding.verdict.value)

    for _, group in groupby(sorted(findings, key=rank), key=rank):
        yield list(group)


def _folds(group: Sequence[Finding]) -> bool:
    return len(group) > FOLD_OVER and group[0].severity is not Severity.ERROR and not group[0].named


def _separated(sections: Sequence[list[Text]]) -> list[Text]:
    lines: list[Text] = []
    for section in filter(None, sections):
        lines += [Text(), *section] if lines else section
    return lines
