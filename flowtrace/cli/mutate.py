"""`flowtrace spec mutate`: a tree and flags -> how many planted faults are found, and each that is not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from flowtrace.cli import files, status
from flowtrace.cli.answers import Format, FormOption, deliver
from flowtrace.cli.nearest import nearest
from flowtrace.cli.options import AsVersion, Engine, Outputs, Specs, Tree, split
from flowtrace.cli.settings import found
from flowtrace.errors import InputError

EXAMPLES = (
    "flowtrace spec mutate {tree} --limit 3",
    "flowtrace spec mutate {tree} --invariant {invariant}",
)

Invariants = Annotated[
    list[str] | None,
    typer.Option("--invariant", metavar="IDS", help="Only these, by id or ref. Repeatable or a comma list."),
]
Operators = Annotated[
    list[str] | None,
    typer.Option("--operator", metavar="NAMES", help="Only these edits. Repeatable or a comma list."),
]
Limit = Annotated[
    int, typer.Option(min=0, help="At most so many places for each operator of an invariant; 0 for all.")
]


def mutate(
    tree: Tree,
    invariant: Invariants = None,
    operator: Operators = None,
    limit: Limit = 0,
    engine: Engine = None,
    as_version: AsVersion = None,
    spec: Specs = None,
    form: FormOption = Format.TEXT,
    outputs: Outputs = None,
) -> None:
    """Plant faults in copies of TREE's files and count how many are found.

    Each fault violates one invariant; beside them stand edits that change nothing, and nothing may be found
    in those. TREE itself is left as it is. The exit status is 1 when a fault is missed or an alarm is false.
    """
    from flowtrace.mutation import mutate as tried
    from flowtrace.report import mutation as reporter
    from flowtrace.report import progress

    settings = found(Path.cwd())
    wanted = files.wanted(outputs, Format)
    operators = split(operator)
    _refuse_unknown(operators)
    with progress.shown(sys.stderr) as told:
        answer = tried(
            tree,
            split(invariant),
            operators,
            limit,
            specs=(*settings.specs, *(spec or ())),
            engine=engine or settings.engine,
            as_version=as_version,
            progress=told,
        )
    deliver(answer, reporter, form, wanted)
    if any(score.missed or score.alarms for score in answer.scores):
        raise typer.Exit(status.FOUND)


def _refuse_unknown(operators: tuple[str, ...]) -> None:
    from flowtrace.rewrite import alike, faults

    known = (*faults.OPERATORS, *alike.OPERATORS)
    for name in operators:
        if name not in known:
            raise InputError(f"--operator {name}: there is no such edit; {nearest(name, known)}")
