"""The arguments -> a command, and whatever becomes of it -> an exit status.

The commands are in files of their own; `status` says what each number means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from flowtrace import __version__
from flowtrace.cli import (
    check,
    diff,
    draft,
    explain,
    graph,
    output,
    releases,
    spec,
    status,
    suppress,
    targets,
    trace,
    verify,
)
from flowtrace.cli.examples import ending_with
from flowtrace.errors import AskingError, FlowtraceError, OutOfTime, SpecError, place_of

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog=status.RULE, cls=ending_with(*check.EXAMPLES))(check.check)
app.command(cls=ending_with(*draft.EXAMPLES))(draft.draft)
app.command(cls=ending_with(*targets.EXAMPLES))(targets.targets)
app.command(cls=ending_with(*trace.EXAMPLES))(trace.trace)
app.command(cls=ending_with(*graph.EXAMPLES))(graph.graph)
app.command(cls=ending_with(*diff.EXAMPLES))(diff.diff)
app.command(cls=ending_with(*releases.EXAMPLES))(releases.releases)
app.command(cls=ending_with(*suppress.EXAMPLES))(suppress.suppress)
app.command(epilog=verify.RULE, cls=ending_with(*verify.EXAMPLES))(verify.verify)
app.command(cls=ending_with(*explain.EXAMPLES))(explain.explain)
app.add_typer(spec.app, name="spec")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (default: the process's) name; the exit status."""
    try:
        app(args=arguments, prog_name="flowtrace")
    except SystemExit as done:  # how typer ends, also after wrong usage
        return done.code if isinstance(done.code, int) else status.FINE
    except OutOfTime as error:
        output.complain(f"incomplete: {error}")
        return status.INCOMPLETE
    except FlowtraceError as error:
        output.complain(_sentence(error))
        return status.UNUSABLE
    except KeyboardInterrupt:
        return status.INTERRUPTED
    except Exception as error:
        output.complain(_confession(error))
        return status.INCOMPLETE
    return status.FINE


def _version(wanted: bool) -> None:
    if wanted:
        output.put(f"flowtrace {__version__}\n")
        raise typer.Exit


@app.callback()
def _flowtrace(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Check how the parts of an inference engine fit together, from its source.

    Nothing that is analysed is imported or executed.
    """


def _sentence(error: FlowtraceError) -> str:
    if isinstance(error, SpecError) and len(error.problems) > 1:
        return f"error: {len(error.problems)} problems in the specs\n\n{error}"
    return f"error: {error}"


def _confession(error: Exception) -> str:
    """An error of our own in one line: what, and where in this program."""
    asked = isinstance(error, AskingError)
    where = error.place if isinstance(error, AskingError) else place_of(error)
    what = " ".join((str(error) if asked else f"{type(error).__name__}: {error}").split())[:200]
    return (
        f"internal error: {what} ({where}); please report this line,"
        " with the command and what `flowtrace --version` says"
    )
