"""`flowtrace diff`: two trees and flags -> what changed between them, and the exit status it deserves."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import status
from flowtrace.cli.answers import PageFormat, PageOption, deliver
from flowtrace.cli.options import (
    Algorithm,
    CacheDir,
    Draft,
    Engine,
    Ignore,
    NoCache,
    Outputs,
    Select,
    Specs,
    Target,
    cache,
    checking,
    narrowed,
)

if TYPE_CHECKING:
    from flowtrace.diff import Difference, Survey
    from flowtrace.findings import Report

EXAMPLES = (
    "flowtrace diff {before} {after}",
    "flowtrace diff {before} {after} --fail-on warning --output markdown=diff.md",
)


def diff(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The tree before, as for check.", show_default=False)
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The tree after.", show_default=False)],
    engine: Engine = None,
    spec: Specs = None,
    select: Select = None,
    ignore: Ignore = None,
    target: Target = None,
    draft: Draft = None,
    algorithm: Algorithm = None,
    fail_on: status.FailOnOption = None,
    no_cache: NoCache = False,
    cache_dir: CacheDir = None,
    form: PageOption = PageFormat.TEXT,
    outputs: Outputs = None,
) -> None:
    """Show what an upgrade changes, and which findings are new.

    Besides findings and classes: where the roles of the specs are, which keys of the draft's config are read,
    which tensor names its classes know. Only new findings make the exit status 1. A finding is the same when it
    says the same of the same symbol, whatever its line or file.
    """
    from flowtrace import pipeline
    from flowtrace.cli import files
    from flowtrace.cli.check import admit_gaps
    from flowtrace.cli.gate import suppressed
    from flowtrace.cli.settings import found
    from flowtrace.diff import difference
    from flowtrace.report import diff as reporter
    from flowtrace.report import progress
    from flowtrace.report.formats import AROUND

    settings = found(Path.cwd())
    wanted = files.wanted(outputs, PageFormat)
    page = PageFormat.HTML in (form, *(each.form for each in wanted))
    kept = cache(off=no_cache, folder=cache_dir)
    surveys: list[Survey] = []
    with progress.shown(sys.stderr) as told:
        asked = checking(
            settings, select=select, ignore=ignore, target=target, engine=engine, specs=spec,
            draft=draft, algorithm=algorithm, cache=kept, progress=told, around=AROUND if page else 0,
        )  # fmt: skip
        for tree in (old, new):
            survey = pipeline.survey(tree, asked)
            report = suppressed(survey.report, settings, narrowed=narrowed(asked))
            surveys.append(replace(survey, report=report))
    answer = difference(surveys[0], surveys[1])
    reports = [each.report for each in surveys]
    deliver(answer, reporter, form, wanted, _page)
    for report in reports:
        admit_gaps(report)
    raise typer.Exit(_status(reports, answer, fail_on or settings.fail_on))


def _page(answer: Difference) -> str:
    from flowtrace.report.html import diff as html

    return html.page(answer)


def _status(reports: list[Report], answer: Difference, fail_on: status.FailOn) -> int:
    if any(report.gaps for report in reports):
        return status.INCOMPLETE
    least = fail_on.severity
    return status.FOUND if least is not None and status.reaches(answer.appeared, least) else status.FINE
