"""A report -> its closing lines: what was found, what was asked, what was read, how long it took.

A run without findings shows by these lines that it looked at something.
"""

from __future__ import annotations

from rich.text import Text

from flowtrace.findings import Report, Severity, Verdict
from flowtrace.report import counts
from flowtrace.report.layout import columns, line, paragraph

_WORDS = {
    Verdict.HOLDS: "held",
    Verdict.BROKEN: "broke",
    Verdict.UNKNOWN: "undecided",
    Verdict.NOT_APPLICABLE: "did not apply",
    Verdict.UNBOUND: "unbound",
}
_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "remark"}
MOST_SKIPPED = 10  # skipped files named before the rest is only counted


def closing(report: Report, width: int) -> list[Text]:
    """The summary: findings, invariants, judgements, files."""
    tallies = list(report.tallies.values())
    asked = counts.by_judgement(tallies)
    lines = [_found(report), *_hidden(report)]
    for gap in report.gaps:
        lines += paragraph(f"Incomplete: {gap}.", width, rest="  ", style="bold red")
    lines += paragraph(
        f"{_many(len(tallies), 'invariant')}: {_spelt(counts.by_invariant(tallies))}", width, rest="  "
    )
    lines += paragraph(f"{_many(sum(asked.values()), 'judgement')}: {_spelt(asked)}", width, rest="  ")
    files = f"{_many(report.files_read, 'file')} read, {report.files_parsed:,} parsed"
    files += f", {len(report.skipped):,} skipped; {report.seconds:.1f} s"
    lines += paragraph(f"{version(report.package, report.version)}: {files}", width, rest="  ")
    return lines


def version(package: str, number: str | None) -> str:
    """The package with its version, or with what an unknown version is taken for."""
    return f"{package} {number}" if number else f"{package}, version unknown: taken as newest"


def per_invariant(report: Report, width: int) -> list[Text]:
    """A table: how often each invariant got each verdict."""
    rows = [
        [name, *(str(count or "-") for count in counts.given(tally).values())]
        for name, tally in report.tallies.items()
    ]
    return columns(["invariant", *_WORDS.values()], rows, width) if rows else []


def skipped(report: Report, width: int, *, all_of_them: bool = False) -> list[Text]:
    """The files that were not analysed, those first that the answer needed."""
    if not report.skipped:
        return []
    ordered = sorted(report.skipped, key=lambda each: (not each.needed, each.file, each.line))
    shown = ordered if all_of_them else ordered[:MOST_SKIPPED]
    lines = [line("skipped", f"  {_many(len(ordered), 'file')}")]
    for each in shown:
        needed = " (needed: the answer is incomplete)" if each.needed else ""
        lines += paragraph(f"{each.file}:{each.line}: {each.reason}{needed}", width, first="  ", rest="    ")
    if len(shown) < len(ordered):
        lines.append(Text(f"  {len(ordered) - len(shown)} more; -v shows all.", style="dim"))
    return lines


def _found(report: Report) -> Text:
    found = {severity: count for severity, count in counts.by_severity(report.findings).items() if count}
    undecided = [f"{len(report.undecided):,} undecided"] if report.undecided else []
    if found:
        words = [_many(count, _NOUNS[severity]) for severity, count in found.items()]
        return line(
            (f"{', '.join(words + undecided)}.", "bold red" if Severity.ERROR in found else "bold yellow")
        )
    asked = counts.by_judgement(report.tallies.values())
    if asked[Verdict.HOLDS] or undecided:
        return line((f"{', '.join(['No findings', *undecided])}.", "bold green"))
    return line(("Nothing was checked: no invariant has anything to ask in this tree.", "bold yellow"))


def _hidden(report: Report) -> list[Text]:
    counted = [
        f"{len(each):,} {word}"
        for each, word in ((report.inherited, "in the baseline"), (report.suppressed, "suppressed"))
        if each
    ]
    return [Text(f"Not counted: {', '.join(counted)}; --show-hidden lists them.")] if counted else []


def _spelt(numbers: dict[Verdict, int]) -> str:
    return (
        ", ".join(f"{count:,} {_WORDS[verdict]}" for verdict, count in numbers.items() if count)
        or "none asked"
    )


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
