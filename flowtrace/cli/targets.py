"""`flowtrace targets`: a tree and flags -> the table of its registered classes."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from flowtrace.cli import output
from flowtrace.cli.options import AsVersion, Engine, Format, OutputFormat, Specs, Tree, options, split

EXAMPLES = (
    "flowtrace targets {tree}",
    "flowtrace targets {tree} --capable",
    "flowtrace targets {tree} --class {class}",
)


def targets(
    tree: Tree,
    capable: Annotated[
        bool, typer.Option("--capable", help="Only classes that every column's demand holds for.")
    ] = False,
    classes: Annotated[
        list[str] | None,
        typer.Option("--class", metavar="NAMES", help="Only these classes. Repeatable, or a comma list."),
    ] = None,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Show which classes in TREE can be paired with a draft, and how.

    One row for each registered class; what the columns mean is written in the specs.
    """
    from flowtrace import pipeline
    from flowtrace.report import progress

    with progress.shown(sys.stderr) as told:
        table = pipeline.targets(
            tree,
            options(engine=engine, as_version=as_version, specs=spec, progress=told),
            capable=capable,
            classes=split(classes),
        )
    if output_format is Format.JSON:
        from flowtrace.report import as_json

        output.put(as_json.table(table))
        return
    from flowtrace.report import table as text
    from flowtrace.report import terminal

    output.show(text.table(table, terminal.width()))
