"""`flowtrace check`: a tree and flags -> the report, and the exit status it deserves."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import output, status
from flowtrace.cli.options import (
    Algorithm,
    AsVersion,
    CacheDir,
    Draft,
    Engine,
    Ignore,
    NoCache,
    Outputs,
    Select,
    Specs,
    Target,
    Tree,
    cache,
    checking,
    narrowed,
)
from flowtrace.findings import Severity
from flowtrace.report.formats import AROUND, Format, written

if TYPE_CHECKING:
    from flowtrace.findings import Report

EXAMPLES = (
    "flowtrace check {tree}",
    "flowtrace check {tree} --target {class}",
    "flowtrace check {tree} --fail-on warning --format json",
    "flowtrace check {tree} --baseline known.json --output sarif=flowtrace.sarif",
)


def check(
    tree: Tree,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    select: Select = None,
    ignore: Ignore = None,
    target: Target = None,
    draft: Draft = None,
    algorithm: Algorithm = None,
    releases: Annotated[
        str | None,
        typer.Option(
            metavar="REQUIREMENT",
            help="With --target: tell the first of these releases in which it can work.",
        ),
    ] = None,
    fail_on: status.FailOnOption = None,
    min_severity: Annotated[
        Severity,
        typer.Option("--min-severity", help="Show no finding that weighs less; what fails the run stays."),
    ] = Severity.INFO,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on what could not be decided, too.")] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Leave the findings in this file out, and count them."),
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write what is found into the baseline, anew.")
    ] = False,
    prune_baseline: Annotated[
        bool, typer.Option("--prune-baseline", help="Remove from the baseline what is no longer found.")
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Unfold findings that are alike; show every undecided path."),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the findings only, one line each.")
    ] = False,
    show_hidden: Annotated[
        bool,
        typer.Option(
            "--show-hidden", help="Show what is suppressed or in the baseline (text, JSON, SARIF, HTML)."
        ),
    ] = False,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="End the run by then; what is not decided is undecided, and the status 3."
        ),
    ] = None,
    no_cache: NoCache = False,
    cache_dir: CacheDir = None,
    form: Annotated[Format, typer.Option("--format", help="How the answer is printed.")] = Format.TEXT,
    outputs: Outputs = None,
) -> None:
    """Check what must hold between the parts of the engine in TREE.

    Each finding shows its path through the code. TREE is read, never imported or executed.
    """
    from flowtrace import pipeline
    from flowtrace.cli import files
    from flowtrace.cli.gate import gate
    from flowtrace.cli.settings import found
    from flowtrace.report import progress

    until = _until(timeout)
    if quiet and verbose:
        raise typer.BadParameter("give --quiet or --verbose, not both")
    settings = found(Path.cwd())
    wanted = files.wanted(outputs, Format)
    kept = cache(off=no_cache, folder=cache_dir)
    passage = gate(baseline, write=write_baseline, prune=prune_baseline)
    if releases and not (target or settings.target):
        raise typer.BadParameter("--releases needs --target: it tells where that target can work")
    page = Format.HTML in (form, *(each.form for each in wanted))
    with progress.shown(sys.stderr, silent=quiet) as heard:
        asked = checking(
            settings, select=select, ignore=ignore, target=target, engine=engine, as_version=as_version,
            specs=spec, draft=draft, algorithm=algorithm, cache=kept, progress=heard,
            around=AROUND if page else 0, targets=page, until=until,
        )  # fmt: skip
        if releases and narrowed(asked):
            raise typer.BadParameter("--releases asks every demand: leave --select and --ignore out")
        report = pipeline.check(tree, asked)
        if releases:
            report = pipeline.first_able(report, releases, replace(asked, as_version=None))
    report = passage.passed(report, settings, narrowed=narrowed(asked))
    told = _heavy(report, min_severity)
    least = (fail_on or settings.fail_on).severity
    for each in wanted:
        files.save(each.file, written(told, each.form, hidden=show_hidden, least=least))
    if form is Format.TEXT:
        _show(told, verbose=verbose, quiet=quiet, hidden=show_hidden)
    else:
        output.put(written(told, form, hidden=show_hidden, least=least))
    admit_gaps(report)
    raise typer.Exit(status.of(report, fail_on or settings.fail_on, strict=strict))


def _until(timeout: float | None) -> float:
    """When the run has to end, on the monotonic clock; never without a time given."""
    if timeout is None:
        return inf
    if not timeout > 0:
        raise typer.BadParameter("--timeout is a number of seconds above 0")
    return time.monotonic() + timeout


def _show(report: Report, *, verbose: bool, quiet: bool, hidden: bool) -> None:
    from flowtrace.report import terminal, text

    if quiet:
        output.show(text.brief(report))
    else:
        output.show(text.report(report, terminal.width(most=100), verbose=verbose, hidden=hidden))


def _heavy(report: Report, least: Severity) -> Report:
    """The report without findings that weigh less, and with a note of how many these are."""
    kept = tuple(each for each in report.findings if each.severity.rank >= least.rank)
    light = len(report.findings) - len(kept)
    if not light:
        return report
    note = f"{light} finding{'' if light == 1 else 's'} below {least.value} not shown"
    return replace(report, findings=kept, notes=(*report.notes, note))


def admit_gaps(report: Report) -> None:
    """Tell on standard error what makes the answer incomplete."""
    for gap in report.gaps:
        output.complain(f"incomplete: {gap}")
