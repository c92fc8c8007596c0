"""`flowtrace spec`: lists, shows, checks and tests the specs themselves; only `mutate` needs a tree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import mutate, output, status
from flowtrace.cli.examples import ending_with
from flowtrace.cli.explain import Name, page, written
from flowtrace.cli.options import Engine, Specs, options, split
from flowtrace.cli.settings import found
from flowtrace.errors import InputError

if TYPE_CHECKING:
    from flowtrace.spec.model import Engine as EngineFile

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="List, show, check and test the specs themselves."
)
app.command(cls=ending_with(*mutate.EXAMPLES))(mutate.mutate)


@app.command("list")
def list_(spec: Specs = None, engine: Engine = None) -> None:
    """List all invariants and what each says."""
    from flowtrace import pipeline
    from flowtrace.report import explain, terminal

    specs = pipeline.specs(options(engine=engine, specs=spec))
    output.show(explain.listed([page(each) for each in specs.invariants], terminal.width()))


@app.command()
def show(name: Name, spec: Specs = None, engine: Engine = None) -> None:
    """Print the YAML of an invariant as it is written."""
    from flowtrace import pipeline
    from flowtrace.spec.selection import matching

    specs = pipeline.specs(options(engine=engine, specs=spec))
    output.put("---\n".join(written(each) for each in matching(specs.invariants, [name])))


@app.command()
def lint(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="Folders or files of specs; the shipped ones if none."),
    ] = None,
    engine: Engine = None,
) -> None:
    """Tell everything that is wrong in specs, with file and line."""
    from flowtrace.spec.lint import lint as problems_in
    from flowtrace.spec.load import load_engines, shipped

    settings = found(Path.cwd())
    folders = tuple(paths or settings.specs)
    if not load_engines(folders):  # without an engine of their own they speak of what is shipped
        folders = (shipped(), *folders)
    problems = problems_in(_chosen(engine or settings.engine, load_engines(folders)), folders)
    count = "1 problem" if len(problems) == 1 else f"{len(problems) or 'no'} problems"
    output.put("\n\n".join([*problems, f"{count} in {', '.join(map(str, folders))}\n"]))
    if problems:
        raise typer.Exit(status.UNUSABLE)


@app.command("test")
def try_samples(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="Folders or files of specs, each with a folder samples; the shipped ones if none.",
        ),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDS", help="Test only these invariants, by id or ref. Repeatable or a comma list."
        ),
    ] = None,
) -> None:
    """Check that each sample of the specs is judged as its own comments say.

    A comment `# breaks: ID` or `# unknown: ID` stands where the finding must; every other line stays silent.
    """
    from flowtrace.cli import samples

    folders = paths or found(Path.cwd()).specs or (None,)
    tried = samples.together([samples.tried(folder, split(select)) for folder in folders])
    output.put("".join(f"{line}\n" for line in (*tried.mismatches, samples.summary(tried))))
    if tried.mismatches:
        raise typer.Exit(status.FOUND)


@app.command()
def schema() -> None:
    """Print the JSON Schema of spec files, for editors."""
    from flowtrace.report import as_json
    from flowtrace.spec import schema as schemas

    output.put(as_json.document(schemas.schema()))


def _chosen(name: str | None, engines: Sequence[EngineFile]) -> EngineFile:
    chosen = [each for each in engines if name in (None, each.id)]
    if len(chosen) == 1:
        return chosen[0]
    known = ", ".join(each.id for each in engines)
    raise InputError(
        f"there is no engine '{name}': there are {known}" if name else f"which --engine: {known}?"
    )
