"""`flowtrace graph`: a tree and a symbol -> the call and data-flow graph around it, for other tools."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from flowtrace.cli import output
from flowtrace.cli.options import AsVersion, Engine, Specs, Tree, options

EXAMPLES = (
    "flowtrace graph {tree} --focus {class} > graph.dot",
    "flowtrace graph {tree} --focus {class} --depth 2 --format mermaid",
)


class Form(str, Enum):
    """How the graph is written."""

    DOT = "dot"
    MERMAID = "mermaid"
    JSON = "json"
    GRAPHML = "graphml"


def graph(
    tree: Tree,
    focus: Annotated[
        str,
        typer.Option(
            "--focus",
            metavar="SYMBOL",
            help="The class, function or attribute in the middle; file.py:Class.member where names repeat.",
            show_default=False,
        ),
    ],
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=0, max=6, help="How far to follow, up and down.")
    ] = 1,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    output_format: Annotated[Form, typer.Option("--format", help="How the graph is written.")] = Form.DOT,
) -> None:
    """Write the calls and the data flow around a symbol.

    The edges say who calls, constructs, inherits, reads and writes what; each has its file and line, and the
    conditions under which it is reached.
    """
    from flowtrace import pipeline
    from flowtrace.graph import export
    from flowtrace.report import progress

    with progress.shown(sys.stderr) as told:
        picture = pipeline.graph(
            tree, options(engine=engine, as_version=as_version, specs=spec, progress=told), focus, depth
        )
    for note in picture.notes:
        output.complain(f"note: {note}")
    output.put(export.written(picture, export.Format(output_format.value)))
