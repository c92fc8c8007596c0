"""The answer of `check`, a project's suppressions and a baseline -> what is left to act on.

It reads and writes the baseline file; what is hidden, and why, is decided in `suppressions` and `baseline`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from flowtrace import baseline as baselines
from flowtrace import suppressions
from flowtrace.cli import files
from flowtrace.findings import Report, Severity, Verdict, ordered

if TYPE_CHECKING:
    from flowtrace.cli.settings import Settings


@dataclass(frozen=True)
class Gate:
    """The baseline to go by, read before the analysis so that one that can't be read is told at once."""

    file: Path | None
    write: bool
    prune: bool
    known: baselines.Baseline | None

    def passed(self, report: Report, settings: Settings, *, narrowed: bool) -> Report:
        """The report as suppressions and baseline leave it, the baseline written or pruned where wanted."""
        report = suppressed(report, settings, narrowed=narrowed)
        if self.file is None:
            return report
        if report.gaps and (self.write or self.prune):
            note = f"{self.file} is left as it was, since the answer is incomplete"
            return replace(report, notes=(*report.notes, note))
        known = self._renewed(report, narrowed)
        return baselines.applied(report, known, str(self.file), narrowed=narrowed)

    def _renewed(self, report: Report, narrowed: bool) -> baselines.Baseline:
        assert self.file is not None
        if self.known is None:
            known = baselines.of(report)
        elif self.prune:
            known = baselines.pruned(report, self.known, narrowed=narrowed)
        else:
            return self.known
        files.save(self.file, baselines.text(known))
        return known


def gate(file: Path | None, *, write: bool, prune: bool) -> Gate:
    """The gate that the flags describe."""
    if (write or prune) and file is None:
        raise typer.BadParameter(
            f"{'--write-baseline' if write else '--prune-baseline'} needs --baseline FILE"
        )
    if write and prune:
        raise typer.BadParameter("give --write-baseline or --prune-baseline, not both")
    if file is not None and (write or prune):
        files.refuse_unwritable(file)
    return Gate(file, write, prune, baselines.read(file) if file and not write else None)


def suppressed(report: Report, settings: Settings, *, narrowed: bool) -> Report:
    """The report without what the project suppresses, what is unbound as heavy as the project says."""
    return suppressions.applied(
        _weighed(report, settings.unbound),
        settings.suppressions,
        today=date.today(),
        unused=settings.unused,
        narrowed=narrowed,
    )


def _weighed(report: Report, severity: Severity | None) -> Report:
    """The report with this severity for what is unbound; without one that is noted, and no finding."""
    unbound = [each for each in report.findings if each.verdict is Verdict.UNBOUND]
    others = [each for each in report.findings if each.verdict is not Verdict.UNBOUND]
    if severity is not None:
        heavy = [replace(each, severity=severity) for each in unbound]
        return replace(report, findings=ordered((*others, *heavy)))
    names = ", ".join(each.invariant for each in unbound)
    note = f"not asked, since nothing in this release is what they speak of: {names}"
    return replace(report, findings=tuple(others), notes=(*report.notes, *([note] if unbound else [])))
