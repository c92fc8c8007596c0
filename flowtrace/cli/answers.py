"""An answer of `diff` or `releases` -> standard output and files, each in the format asked for.

`check` has more formats and does this itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from flowtrace.cli import files, output

if TYPE_CHECKING:
    from flowtrace.report.layout import Line

AnswerT = TypeVar("AnswerT", contravariant=True)


class Format(str, Enum):
    """How the answer is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


FormOption = Annotated[Format, typer.Option("--format", help="How the answer is printed.")]


class Reporter(Protocol[AnswerT]):
    """A module of `report` that can write the answer in each format."""

    def text(self, answer: AnswerT, width: int = 80, /) -> list[Line]:
        """Lines to read."""

    def json(self, answer: AnswerT, /) -> str:
        """All of it."""

    def as_markdown(self, answer: AnswerT, /) -> str:
        """For a job summary or a comment."""


def deliver(
    answer: AnswerT, reporter: Reporter[AnswerT], form: Format, wanted: Iterable[files.Wanted[Format]]
) -> None:
    """Write the files that are wanted, then print the answer."""
    from flowtrace.report import terminal

    for each in wanted:
        files.save(each.file, _written(answer, reporter, each.form))
    if form is Format.TEXT:
        output.show(reporter.text(answer, terminal.width(most=100)))
    else:
        output.put(_written(answer, reporter, form))


def _written(answer: AnswerT, reporter: Reporter[AnswerT], form: Format) -> str:
    if form is Format.JSON:
        return reporter.json(answer)
    if form is Format.MARKDOWN:
        return reporter.as_markdown(answer)
    return "".join(f"{line.plain}\n" for line in reporter.text(answer))
