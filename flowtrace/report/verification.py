"""The answer of `verify` -> lines to read: disagreements first and loudest, then what was confirmed and seen.

What stood in for the real thing is listed; nothing is left out of the counts at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePath

from rich.text import Text

from flowtrace.outcomes import Ending, Examination, Outcome, ProbeRun, Seen, Standing, Verification
from flowtrace.report.layout import columns, line, paragraph

_INDENT = "  "
_LOUD = "bold white on red"
_STYLES = {
    Seen.BROKEN: "bold red",
    Seen.HOLDS: "green",
    Seen.INCONCLUSIVE: "magenta",
}
_MOST_INCONCLUSIVE = 12  # reasons shown before the rest is only counted
_FOLD_OVER = 3


def report(answer: Verification, width: int = 80, *, verbose: bool = False) -> list[Text]:
    """The whole answer; `verbose` shows the evidence of what holds, and every inconclusive one."""
    sections = [
        *_refuted(answer, width, verbose),
        _differing(answer, width),
        *_grouped(_broken(answer), width, verbose),
        _holding(answer, width, verbose),
        _inconclusive(answer, width, verbose),
        *(_lost(each, width) for each in answer.runs if each.ending is not Ending.ANSWERED),
        _unprobed(answer, width, verbose),
        _stand_ins(answer, width),
        [each for note in answer.notes for each in paragraph(f"note: {note}", width, rest="      ")],
        _closing(answer, width),
    ]
    lines: list[Text] = []
    for section in filter(None, sections):
        lines += [Text(), *section] if lines else section
    return lines


def examination(answer: Examination, width: int = 80) -> list[Text]:
    """The answer of `verify --doctor`."""
    told = ", ".join(f"{key} {value}" for key, value in _versions(answer.environment))
    lines = paragraph(f"{answer.interpreter}: {told}", width, rest=_INDENT)
    lines += [line(_INDENT, (device, "bold"), f": {able}") for device, able in answer.devices.items()]
    if answer.stubbed:
        lines += paragraph(f"not installed, stubbed: {', '.join(answer.stubbed)}", width, first=_INDENT)
    lines += [Text(), *columns(["probe", "runs on"], [list(each) for each in answer.probes.items()], width)]
    for note in answer.notes:
        lines += [Text(), *paragraph(f"note: {note}", width, rest="      ")]
    return lines


def _of(answer: Verification, standing: Standing) -> list[Outcome]:
    return [each for each in answer.outcomes if each.standing is standing]


def _broken(answer: Verification) -> list[Outcome]:
    """What was seen broken and is not already told as a disagreement."""
    return [
        each
        for each in answer.outcomes
        if each.seen is Seen.BROKEN and each.standing in (Standing.CONFIRMED, Standing.SEEN)
    ]


def _grouped(outcomes: Sequence[Outcome], width: int, verbose: bool) -> Iterator[list[Text]]:
    """Many that are alike fold into one block, unless `verbose`."""

    def likeness(outcome: Outcome) -> tuple[str, ...]:
        return (outcome.standing.value, outcome.demand, outcome.probe, outcome.saw)

    for _, group in groupby(sorted(outcomes, key=likeness), key=likeness):
        alike = list(group)
        if len(alike) > _FOLD_OVER and not verbose:
            yield _folded(alike, width)
        else:
            yield from (_told(each, width) for each in alike)


def _folded(alike: Sequence[Outcome], width: int) -> list[Text]:
    first = alike[0]
    header = f"  {_name(first)}  ({_beside(first)}; {len(alike)} alike)"
    lines = [line((_word(first), _STYLES[first.seen]), header), *_saw(first, width)]
    return lines + [each for outcome in alike for each in _place(outcome)]


def _refuted(answer: Verification, width: int, verbose: bool) -> Iterator[list[Text]]:
    """Of the code that was checked the loudest lines there are; of other code, what has changed since."""
    refuted = _of(answer, Standing.REFUTED)
    if answer.findings_of is None:
        yield from (_disagreement(each, width) for each in refuted)
        return
    yield from _grouped(refuted, width, verbose)
    if refuted:
        yield paragraph(f"refuted: {answer.findings_of} was checked, and other code ran", width, rest=_INDENT)


def _disagreement(outcome: Outcome, width: int) -> list[Text]:
    loud = f" DISAGREEMENT  {_name(outcome)}: the check says {_checked(outcome)}, the run says {outcome.seen.value} "
    return [line((loud, _LOUD)), *_place(outcome), *_saw(outcome, width), *_path(outcome)]


def _told(outcome: Outcome, width: int) -> list[Text]:
    return [
        line((_word(outcome), _STYLES[outcome.seen]), f"  {_name(outcome)}  ({_beside(outcome)})"),
        *_place(outcome),
        *_saw(outcome, width),
        *_path(outcome),
    ]


def _word(outcome: Outcome) -> str:
    return outcome.seen.value if outcome.standing is Standing.SEEN else outcome.standing.value


def _beside(outcome: Outcome) -> str:
    """Both verdicts, side by side."""
    return f"check: {_checked(outcome)}, run: {outcome.seen.value}"


def _checked(outcome: Outcome) -> str:
    return outcome.static.value if outcome.static else "not asked"


def _name(outcome: Outcome) -> str:
    if outcome.invariant is None or outcome.invariant == outcome.demand:
        return outcome.demand
    return f"{outcome.invariant} [{outcome.demand}]"


def _place(outcome: Outcome) -> list[Text]:
    at = f"{outcome.file}:{outcome.line}" if outcome.file else ""
    return [line(_INDENT, (at, "bold"), f" {outcome.symbol}" if at else outcome.symbol)]


def _saw(outcome: Outcome, width: int) -> list[Text]:
    return paragraph(f"{outcome.saw} (probe {outcome.probe})", width, first=_INDENT)


def _path(outcome: Outcome) -> list[Text]:
    steps = [each for each in outcome.evidence if each.what != outcome.saw]
    return [
        line(f"{_INDENT * 2}{step.file}:{step.line} ", step.symbol, (f"  {step.what}", "dim"))
        for step in steps
    ]


def _holding(answer: Verification, width: int, verbose: bool) -> list[Text]:
    held = [
        each
        for each in answer.outcomes
        if each.seen is Seen.HOLDS and each.standing in (Standing.CONFIRMED, Standing.SEEN)
    ]
    if not held:
        return []
    if verbose:
        return [each for outcome in held for each in (*_told(outcome, width), Text())][:-1]
    rows = [
        [
            each.demand,
            each.symbol,
            _checked(each),
            "holds",
            each.probe,
        ]
        for each in held
    ]
    return columns(["demand", "subject", "check", "run", "probe"], rows, width)


def _inconclusive(answer: Verification, width: int, verbose: bool) -> list[Text]:
    """The open ones, those with one reason together."""
    left = _of(answer, Standing.INCONCLUSIVE)
    if not left:
        return []

    def reason(outcome: Outcome) -> str:
        return outcome.reason or outcome.saw

    groups = [list(group) for _, group in groupby(sorted(left, key=reason), key=reason)]
    lines = [line(("inconclusive", _STYLES[Seen.INCONCLUSIVE]), f"  {len(left)}")]
    shown = groups if verbose else groups[:_MOST_INCONCLUSIVE]
    for group in shown:
        demands = ", ".join(dict.fromkeys(each.demand for each in group))
        subjects = ", ".join(dict.fromkeys(_subject(each) for each in group))
        lines += paragraph(f"{demands} of {subjects}: {reason(group[0])}", width, first=_INDENT)
    if len(groups) > len(shown):
        lines += paragraph(f"and {len(groups) - len(shown)} more reasons; -v shows all", width, first=_INDENT)
    return lines


def _subject(outcome: Outcome) -> str:
    return PurePath(outcome.file).name if outcome.symbol == "*" else outcome.symbol


def _differing(answer: Verification, width: int) -> list[Text]:
    if not answer.differing:
        return []
    files = ", ".join(answer.differing[:3]) + (
        f" and {len(answer.differing) - 3} more" * (len(answer.differing) > 3)
    )
    text = f"other code ran than was checked: {files}. Nothing is concluded from these."
    return paragraph(text, width, rest=_INDENT, style="bold yellow")


def _lost(run: ProbeRun, width: int) -> list[Text]:
    subject = f" of {run.subject}" if run.subject else ""
    lines = [line((run.ending.value, "bold magenta"), f"  probe {run.probe}{subject}")]
    lines += paragraph(run.message, width, first=_INDENT)
    return lines + ([line(f"{_INDENT}its output: {run.log}")] if run.log else [])


def _unprobed(answer: Verification, width: int, verbose: bool) -> list[Text]:
    if not answer.unprobed:
        return []
    ordered = sorted(answer.unprobed, key=lambda each: (each.reason, each.demand, each.symbol))
    lines = [line(("not run", "bold"), f"  {len(ordered)}")]
    for reason, group in groupby(ordered, key=lambda each: each.reason):
        names = [f"{each.demand} of {each.symbol}" for each in group]
        shown = names if verbose else names[:3]
        more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
        lines += paragraph(f"{', '.join(shown)}{more}: {reason}", width, first=_INDENT)
    return lines


def _stand_ins(answer: Verification, width: int) -> list[Text]:
    """What was not the real thing in any process."""
    stubbed = sorted({each for run in answer.runs for each in run.stubbed})
    replaced = sorted({each for run in answer.runs for each in run.replaced})
    called = sorted({each for run in answer.runs for each in run.stub_calls})
    lines: list[Text] = []
    if stubbed:
        lines += paragraph(f"not installed, stubbed: {', '.join(stubbed)}", width, rest=_INDENT)
        lines += paragraph(f"stubs called: {', '.join(called) or 'none'}", width, rest=_INDENT)
    for each in replaced:
        lines += paragraph(f"replaced: {each}", width, rest=_INDENT)
    return lines


def _closing(answer: Verification, width: int) -> list[Text]:
    counts = {each: len(_of(answer, each)) for each in Standing}
    told = f"{counts[Standing.CONFIRMED]} confirmed, {counts[Standing.REFUTED]} refuted"
    told += f", {counts[Standing.SEEN]} seen without a verdict to compare"
    told += f", {counts[Standing.INCONCLUSIVE]} inconclusive"
    ran = ", ".join(f"{key} {value}" for key, value in _versions(answer.environment))
    loud = counts[Standing.REFUTED] and answer.findings_of is None
    lines = [line((told, _LOUD if loud else "bold"))]
    lines += paragraph(f"{len(answer.runs)} processes in {answer.seconds:.0f} s; {ran}", width, rest=_INDENT)
    package = answer.environment.get("package")
    return lines + (paragraph(f"the code that ran: {package}", width, rest=_INDENT) if package else [])


def _versions(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key, value in environment.items():
        if key not in ("executable", "package", "version"):
            yield key, value
