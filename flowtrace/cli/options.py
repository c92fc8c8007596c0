"""Flags shared by several commands, and flags with the project's settings -> the pipeline's options.

A flag wins over a setting; `--spec` adds to the specs that the settings name. What the settings select, ignore
or name as target concerns only the commands that check.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import Enum
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from platformdirs import user_cache_path

from flowtrace.errors import InputError

if TYPE_CHECKING:
    from flowtrace import pipeline
    from flowtrace.cli.settings import Settings
    from flowtrace.report.progress import Told


class Format(str, Enum):
    """How an answer is written."""

    TEXT = "text"
    JSON = "json"


Tree = Annotated[
    str,
    typer.Argument(
        metavar="TREE",
        help="A package folder, a checkout that holds one, a wheel or source archive, or a requirement"
        " such as NAME==VERSION, fetched as a wheel.",
        show_default=False,
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The engine's name; by itself it is recognised from what is read."),
]
AsVersion = Annotated[
    str | None,
    typer.Option(metavar="VERSION", help="Take the tree for this version; without one it counts as newest."),
]
Specs = Annotated[
    list[Path] | None,
    typer.Option(metavar="PATH", help="A folder or file of specs besides those shipped. Repeatable."),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How the answer is written.")]
Select = Annotated[
    list[str] | None,
    typer.Option(
        metavar="IDS", help="Check only these invariants, by id or ref. Repeatable or a comma list."
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="IDS", help="Leave these invariants out, by id or ref. Repeatable or a comma list."),
]
Target = Annotated[
    str | None,
    typer.Option(
        metavar="CLASS", help="The class you serve, or its config.json; its warnings turn into errors."
    ),
]
Draft = Annotated[
    str | None, typer.Option(metavar="PATH", help="The folder or config.json of the draft you serve.")
]
Algorithm = Annotated[
    str | None, typer.Option(metavar="NAME", help="The algorithm the draft is served with.")
]
Outputs = Annotated[
    list[str] | None,
    typer.Option("--output", metavar="FORMAT=FILE", help="Write the answer to a file, too. Repeatable."),
]


NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Evaluate anew, and keep nothing for the next run.")
]
CacheDir = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Keep answers here, and not in the user's cache.", show_default=False),
]


def options(
    *,
    settings: Settings | None = None,
    engine: str | None = None,
    as_version: str | None = None,
    specs: Sequence[Path] | None = None,
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    target: str | None = None,
    draft: str | None = None,
    algorithm: str | None = None,
    cache: Path | None = None,
    progress: Told | None = None,
    around: int = 0,
    targets: bool = False,
    until: float = inf,
) -> pipeline.Options:
    """The options of one run; `settings` are those found above the working directory if not given."""
    from flowtrace import pipeline
    from flowtrace.cli import settings as files

    settings = files.found(Path.cwd()) if settings is None else settings
    return pipeline.Options(
        engine=engine or settings.engine,
        as_version=as_version,
        specs=(*settings.specs, *(specs or ())),
        select=select,
        ignore=ignore,
        target=target,
        draft=draft,
        algorithm=algorithm,
        config=settings.file,
        cache=cache,
        progress=progress,
        around=around,
        targets=targets,
        until=until,
    )


def cache(*, off: bool, folder: Path | None) -> Path | None:
    """The folder where answers are kept between runs; None when none are."""
    if off and folder:
        raise typer.BadParameter("give --no-cache or --cache-dir, not both")
    if folder is None:
        return None if off else user_cache_path("flowtrace") / "answers"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: can't be made: {error.strerror or error}") from error
    if not os.access(folder, os.W_OK):
        raise InputError(f"{folder}: can't be written to: permission denied")
    return folder


def checking(
    settings: Settings,
    *,
    select: Sequence[str] | None,
    ignore: Sequence[str] | None,
    target: str | None,
    **others: Any,
) -> pipeline.Options:
    """The options of a run that checks: what the flags leave open of these three, the settings say."""
    return options(
        settings=settings,
        select=split(select) or settings.select,
        ignore=split(ignore) or settings.ignore,
        target=target or settings.target,
        **others,
    )


def narrowed(asked: pipeline.Options) -> bool:
    """Whether only some invariants are asked."""
    return bool(asked.select or asked.ignore)


def split(given: Sequence[str] | None) -> tuple[str, ...]:
    """Repeated flags and comma lists alike, as one tuple."""
    return tuple(word.strip() for each in given or () for word in each.split(",") if word.strip())
