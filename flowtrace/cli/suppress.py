"""`flowtrace suppress`: a tree and what is to be hidden there -> tables in the project's settings, with a reason."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import files, output, status
from flowtrace.cli.options import CacheDir, Engine, NoCache, Specs, Target, Tree, cache, checking, narrowed
from flowtrace.errors import InputError

if TYPE_CHECKING:
    from flowtrace.findings import Finding, Report
    from flowtrace.suppressions import Suppression

EXAMPLES = (
    'flowtrace suppress {tree} --add {invariant} --reason "We do not serve it."',
    'flowtrace suppress {tree} --add {invariant} --symbol {class} --reason "Mended by us." --expires 2027-01-31',
)


def suppress(
    tree: Tree,
    add: Annotated[
        list[str],
        typer.Option(
            metavar="WHAT",
            help="A finding's fingerprint, or an invariant's id or ref. Repeatable.",
            show_default=False,
        ),
    ],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why it is hidden.", show_default=False)],
    file: Annotated[
        str | None, typer.Option(metavar="PATTERN", help="Only findings in these files of the package.")
    ] = None,
    symbol: Annotated[
        str | None, typer.Option(metavar="PATTERN", help="Only findings at these classes or functions.")
    ] = None,
    owner: Annotated[str | None, typer.Option(metavar="NAME", help="Who looks at it again.")] = None,
    expires: Annotated[
        datetime | None,
        typer.Option(
            metavar="DATE", formats=["%Y-%m-%d"], help="The last day it is hidden, such as 2027-01-31."
        ),
    ] = None,
    engine: Engine = None,
    spec: Specs = None,
    target: Target = None,
    no_cache: NoCache = False,
    cache_dir: CacheDir = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be written, and write nothing.")
    ] = False,
) -> None:
    """Hide findings of TREE, with a reason.

    Each place gets a table of its own in flowtrace.toml, or in the pyproject.toml that has the settings, with the
    number of findings it hides. What is hidden already can't be hidden again.
    """
    from flowtrace import pipeline, suppressions
    from flowtrace.cli.check import admit_gaps
    from flowtrace.cli.gate import suppressed
    from flowtrace.cli.settings import found
    from flowtrace.report import progress

    last = expires.date() if expires else None
    _refuse(reason, owner, last)
    settings = found(Path.cwd())
    home = settings.file or Path("flowtrace.toml")
    files.refuse_unwritable(home)
    kept = cache(off=no_cache, folder=cache_dir)
    with progress.shown(sys.stderr) as told:
        asked = checking(
            settings,
            select=None,
            ignore=None,
            target=target,
            engine=engine,
            specs=spec,
            cache=kept,
            progress=told,
        )
        report = pipeline.check(tree, asked)
    if report.gaps:
        admit_gaps(report)
        raise typer.Exit(status.INCOMPLETE)
    findings = _chosen(suppressed(report, settings, narrowed=narrowed(asked)), add, file, symbol)
    _write(home, suppressions.hiding(findings, reason.strip(), owner, last), dry_run=dry_run)


def _refuse(reason: str, owner: str | None, expires: date | None) -> None:
    """Complain of what a settings file could not hold, or would not hide a day."""
    if not reason.strip():
        raise typer.BadParameter("--reason is empty")
    if not all(word.isprintable() for word in (reason, owner or "")):
        raise typer.BadParameter("--reason and --owner are one line of text each")
    if expires is not None and expires < date.today():
        raise typer.BadParameter(f"--expires {expires} has passed")


def _chosen(report: Report, words: Sequence[str], file: str | None, symbol: str | None) -> list[Finding]:
    """The findings that one of the words names, each word at least one."""
    from flowtrace import suppressions

    told = [
        one
        for one in (*report.findings, *report.undecided)
        if one.invariant not in suppressions.OWN
        and fnmatchcase(one.file, file or "*")
        and fnmatchcase(one.symbol, symbol or "*")
    ]
    chosen: list[Finding] = []
    for word in words:
        named = [one for one in told if word in (one.fingerprint, one.invariant, *one.refs)]
        if not named:
            where = " there" if file or symbol else ""
            raise InputError(
                f"--add {word}: no finding of {report.tree} is called so{where} and not hidden yet"
            )
        chosen += [one for one in named if one not in chosen]
    return chosen


def _write(home: Path, entries: Sequence[Suppression], *, dry_run: bool) -> None:
    from flowtrace.cli import suppress_tables

    lines = [line for entry in entries for line in (*suppress_tables.written(entry, home), "")]
    text = suppress_tables.added(home, entries)
    if not dry_run:
        files.save(home, text)
    output.put("\n".join(lines))
    hidden = sum(entry.count for entry in entries)
    verb = "would hide" if dry_run else "hides"
    output.complain(f"{home} {verb} {hidden} more finding{'' if hidden == 1 else 's'}")
