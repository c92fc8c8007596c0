"""`flowtrace releases`: a package and a range -> when each invariant broke and was fixed."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowtrace.cli import files
from flowtrace.cli.answers import Format, FormOption, deliver
from flowtrace.cli.options import Engine, Ignore, Outputs, Select, Specs, Target, checking
from flowtrace.errors import InputError

if TYPE_CHECKING:
    from flowtrace.report.progress import Told

EXAMPLES = (
    "flowtrace releases {package} --since 0.5.0",
    "flowtrace releases {package} --since 0.5.0 --target {class}",
)


def releases(
    package: Annotated[
        str, typer.Argument(metavar="PACKAGE", help="The package of a known engine.", show_default=False)
    ],
    since: Annotated[
        str, typer.Option(metavar="VERSION", help="The first release to check.", show_default=False)
    ],
    until: Annotated[str | None, typer.Option(metavar="VERSION", help="The last release to check.")] = None,
    engine: Engine = None,
    spec: Specs = None,
    select: Select = None,
    ignore: Ignore = None,
    target: Target = None,
    form: FormOption = Format.TEXT,
    outputs: Outputs = None,
) -> None:
    """Show when each invariant broke and was fixed.

    Each release of PACKAGE is fetched as a wheel and kept; one that can't be checked is told and passed over.
    With --target, only findings about that class count.
    """
    from flowtrace import pipeline
    from flowtrace.cli.settings import found
    from flowtrace.history import Release, history, release
    from flowtrace.report import history as reporter
    from flowtrace.report import progress
    from flowtrace.sources.listing import releases as listed

    settings = found(Path.cwd())
    wanted = files.wanted(outputs, Format)
    named = target or settings.target
    asked = partial(
        checking, settings, select=select, ignore=ignore, target=target, engine=engine, specs=spec
    )
    versions = listed(package, [pipeline.specs(asked()).engine], since=since, until=until)
    seen = []
    with progress.shown(sys.stderr) as told:
        for number, version in enumerate(versions, start=1):
            heading = f"{version} ({number} of {len(versions)}): "
            try:
                report = pipeline.check(f"{package}=={version}", asked(progress=_headed(told, heading)))
            except InputError as error:
                seen.append(Release(version, {}, failure=str(error)))
            else:
                seen.append(release(version, report, named=named is not None))
    deliver(history(package, seen), reporter, form, wanted)


def _headed(told: Told | None, heading: str) -> Told | None:
    return told and (lambda phase, done, total: told(heading + phase, done, total))
