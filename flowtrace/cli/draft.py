"""`flowtrace draft`: a tree and a draft checkpoint -> the fate of every tensor and of every parameter."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import output, status
from flowtrace.cli.options import AsVersion, Engine, Format, OutputFormat, Specs, Target, Tree, options

if TYPE_CHECKING:
    from flowtrace.report.layout import Line

EXAMPLES = (
    "flowtrace draft {tree} ./my-draft",
    "flowtrace draft {tree} ./my-draft --target ./my-target --format json",
    "flowtrace draft {tree} ./my-draft --write-fixed ./corrected",
)


def draft(
    tree: Tree,
    checkpoint: Annotated[
        Path,
        typer.Argument(
            metavar="DRAFT", help="The draft's folder, weight file or config.json.", show_default=False
        ),
    ],
    target: Target = None,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    write_fixed: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write a corrected copy of DRAFT into the new folder OUT instead."),
    ] = None,
    form: OutputFormat = Format.TEXT,
) -> None:
    """Show what becomes of each tensor of DRAFT in the engine.

    Every parameter is shown with what fills it: the checkpoint, the target, or nothing. Headers are read, and
    the source of TREE; no weights are loaded. With --write-fixed, tensors get the names that this engine loads,
    and config and maps are corrected where it can be told how; DRAFT stays as it is. The exit status is then 1
    when something is left to correct.
    """
    from flowtrace import pipeline
    from flowtrace.report import draft as reporter
    from flowtrace.report import progress, terminal

    with progress.shown(sys.stderr) as told:
        asked = options(
            engine=engine,
            as_version=as_version,
            specs=spec,
            target=target,
            draft=str(checkpoint),
            progress=told,
        )
        answer = pipeline.draft(tree, asked) if write_fixed is None else None
        fixed = pipeline.write_fixed(tree, asked, write_fixed) if write_fixed is not None else None
    width = terminal.width(most=120)
    if fixed is not None:
        _put(form, reporter.fixed_json(fixed), reporter.fixed(fixed, width))
        raise typer.Exit(status.FOUND if fixed.left else status.FINE)
    if answer is not None:
        _put(form, reporter.json(answer), reporter.text(answer, width))


def _put(form: Format, document: str, lines: list[Line]) -> None:
    if form is Format.JSON:
        output.put(document)
    else:
        output.show(lines)
