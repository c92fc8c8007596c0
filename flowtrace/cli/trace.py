"""`flowtrace trace`: a tree, a symbol and flags -> where the symbol is made, loaded, replaced and used."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from flowtrace.cli import output
from flowtrace.cli.options import AsVersion, Engine, Specs, Tree, options

EXAMPLES = (
    "flowtrace trace {tree} {class}.{symbol}",
    "flowtrace trace {tree} {class}.{symbol} --format json",
)


class Form(str, Enum):
    """How a trace is written."""

    TEXT = "text"
    JSON = "json"
    DOT = "dot"
    MERMAID = "mermaid"


Symbol = Annotated[
    str,
    typer.Argument(
        metavar="SYMBOL",
        help="Class.member, a class, a function or a bare name; file.py:Class.member where names repeat.",
        show_default=False,
    ),
]


def trace(
    tree: Tree,
    symbol: Symbol,
    to: Annotated[
        str | None, typer.Option("--to", metavar="SYMBOL", help="Show only what leads to this symbol.")
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option(
            "--assume", metavar="GUARD=VALUE", help="Take a guard of the engine as given. Repeatable."
        ),
    ] = None,
    world: Annotated[
        str | None, typer.Option("--world", metavar="NAME", help="Evaluate with the configs of this world.")
    ] = None,
    depth: Annotated[
        int,
        typer.Option("--depth", metavar="N", min=0, max=12, help="How many calls to follow, up and down."),
    ] = 3,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    output_format: Annotated[Form, typer.Option("--format", help="How the answer is written.")] = Form.TEXT,
) -> None:
    """Show where a value in TREE comes from and where it goes.

    For an attribute: where it is built and how large, from which tensor it is loaded, who may replace it and
    under which guard, and where it is used.
    """
    from flowtrace import pipeline
    from flowtrace.report import progress
    from flowtrace.tracing import Wanted

    with progress.shown(sys.stderr) as told:
        answer = pipeline.trace(
            tree,
            options(engine=engine, as_version=as_version, specs=spec, progress=told),
            Wanted(symbol=symbol, to=to, assume=tuple(assume or ()), world=world, depth=depth),
        )
    if output_format in (Form.DOT, Form.MERMAID):
        from flowtrace.graph import export
        from flowtrace.traces import drawn

        output.put(export.written(drawn(answer), export.Format(output_format.value)))
        return
    from flowtrace.report import terminal
    from flowtrace.report import trace as written

    if output_format is Form.JSON:
        output.put(written.as_document(answer))
    else:
        output.show(written.report(answer, terminal.width(most=100)))
