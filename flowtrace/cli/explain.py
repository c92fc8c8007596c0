"""`flowtrace explain`: the name of an invariant -> all that its spec says of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import output
from flowtrace.cli.options import Engine, Specs, options
from flowtrace.errors import InputError

if TYPE_CHECKING:
    from flowtrace.report.explain import Page
    from flowtrace.spec.model import Invariant

EXAMPLES = ("flowtrace explain {invariant}",)

Name = Annotated[
    str, typer.Argument(metavar="ID", help="An id, a ref, a topic/ or a pattern.", show_default=False)
]


def explain(name: Name, spec: Specs = None, engine: Engine = None) -> None:
    """Tell what an invariant says, why, and what to do about it."""
    from flowtrace import pipeline
    from flowtrace.report import explain as text
    from flowtrace.report import terminal
    from flowtrace.spec.selection import matching

    specs = pipeline.specs(options(engine=engine, specs=spec))
    chosen = matching(specs.invariants, [name])
    output.show(text.pages([page(each) for each in chosen], terminal.width(most=100)))


def page(invariant: Invariant) -> Page:
    """The invariant in plain words, with its file as written."""
    from flowtrace.report.explain import Page

    return Page(
        id=invariant.id,
        refs=invariant.refs,
        says=invariant.says,
        why=invariant.why,
        remedy=invariant.remedy,
        severities=_severities(invariant),
        kinds=tuple(dict.fromkeys(kind for clause in invariant.clauses for kind in clause.kinds)),
        since=invariant.since,
        until=invariant.until,
        file=invariant.origin.path,
        source=written(invariant),
        samples=_samples(invariant),
    )


def written(invariant: Invariant) -> str:
    """The text of the invariant's file."""
    try:
        return Path(invariant.origin.path).read_text("utf-8-sig")
    except OSError as error:
        raise InputError(f"{invariant.origin.path}: can't be read: {error.strerror or error}") from error


def _severities(invariant: Invariant) -> tuple[tuple[str, str], ...]:
    severity = invariant.severity
    return (
        ((severity, ""),)
        if isinstance(severity, str)
        else tuple((word, role) for role, word in severity.items())
    )


def _samples(invariant: Invariant) -> tuple[str, ...]:
    """The sample files, in a folder `samples` beside the spec's topic folder or beside all specs."""
    for folder in list(Path(invariant.origin.path).parents)[:3]:
        samples = folder / "samples" / invariant.id
        if samples.is_dir():
            return tuple(str(each) for each in sorted(samples.rglob("*.py")))
    return ()
