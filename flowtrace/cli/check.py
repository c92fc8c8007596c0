"""`flowtrace check`: a tree and flags -> the report, and the exit status it deserves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import output, status
from flowtrace.cli.options import AsVersion, Engine, Format, OutputFormat, Specs, Tree, options, split

if TYPE_CHECKING:
    from flowtrace.findings import Report

EXAMPLES = (
    "flowtrace check {tree}",
    "flowtrace check {tree} --target {class}",
    "flowtrace check {tree} --fail-on warning --format json",
)


def check(
    tree: Tree,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDS", help="Check only these invariants, by id or ref. Repeatable or a comma list."
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDS", help="Leave these invariants out, by id or ref. Repeatable or a comma list."
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            metavar="CLASS", help="The class you serve, or its config.json; its warnings turn into errors."
        ),
    ] = None,
    draft: Annotated[
        str | None, typer.Option(metavar="PATH", help="The folder or config.json of the draft you serve.")
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(metavar="NAME", help="The algorithm the draft is served with.")
    ] = None,
    fail_on: Annotated[
        status.FailOn | None,
        typer.Option(
            help="The least severity that makes the exit status 1. [default: error]", show_default=False
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on what could not be decided, too.")] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Unfold findings that are alike; show every undecided path."),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the findings only, one line each.")
    ] = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Check what must hold between the parts of the engine in TREE.

    Each finding shows its path through the code. TREE is read, never imported or executed.
    """
    from flowtrace import pipeline
    from flowtrace.cli.settings import found
    from flowtrace.report import progress

    if quiet and verbose:
        raise typer.BadParameter("give --quiet or --verbose, not both")
    settings = found(Path.cwd())
    with progress.shown(sys.stderr, silent=quiet) as told:
        report = pipeline.check(
            tree,
            options(
                settings=settings,
                engine=engine,
                as_version=as_version,
                specs=spec,
                select=split(select) or settings.select,
                ignore=split(ignore) or settings.ignore,
                target=target or settings.target,
                draft=draft,
                algorithm=algorithm,
                progress=told,
            ),
        )
    _show(report, output_format, verbose=verbose, quiet=quiet)
    _admit_gaps(report)
    raise typer.Exit(status.of(report, fail_on or settings.fail_on, strict=strict))


def _show(report: Report, output_format: Format, *, verbose: bool, quiet: bool) -> None:
    if output_format is Format.JSON:
        from flowtrace.report import as_json

        output.put(as_json.report(report))
        return
    from flowtrace.report import terminal, text

    width = terminal.width(most=100)
    output.show(text.brief(report) if quiet else text.report(report, width, verbose=verbose))


def _admit_gaps(report: Report) -> None:
    needed = [each for each in report.skipped if each.needed]
    if needed:
        first = needed[0]
        more = f" (and {len(needed) - 1} more)" if needed[1:] else ""
        output.complain(
            f"incomplete: a needed file can't be parsed: {first.file}:{first.line}: {first.reason}{more}"
        )
