"""An answer of `diff` or `releases` -> standard output and files, each in the format asked for.

`check` has more formats and does this itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from flowtrace.cli import files, output

if TYPE_CHECKING:
    from flowtrace.report.layout import Line

AnswerT = TypeVar("AnswerT", contravariant=True)
FormT = TypeVar("FormT", bound=Enum)


class Format(str, Enum):
    """How the answer is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class PageFormat(str, Enum):
    """How an answer is written that can be a page, too."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"


FormOption = Annotated[Format, typer.Option("--format", help="How the answer is printed.")]
PageOption = Annotated[PageFormat, typer.Option("--format", help="How the answer is printed.")]


class Reporter(Protocol[AnswerT]):
    """A module of `report` that can write the answer in each format."""

    def text(self, answer: AnswerT, width: int = 80, /) -> list[Line]:
        """Lines to read."""

    def json(self, answer: AnswerT, /) -> str:
        """All of it."""

    def as_markdown(self, answer: AnswerT, /) -> str:
        """For a job summary or a comment."""


def deliver(
    answer: AnswerT,
    reporter: Reporter[AnswerT],
    form: FormT,
    wanted: Iterable[files.Wanted[FormT]],
    page: Callable[[AnswerT], str] | None = None,
) -> None:
    """Write the files that are wanted, then print the answer; `page` makes the HTML, where there is that format."""
    from flowtrace.report import terminal

    for each in wanted:
        files.save(each.file, _written(answer, reporter, each.form.value, page))
    if form.value == Format.TEXT.value:
        output.show(reporter.text(answer, terminal.width(most=100)))
    else:
        output.put(_written(answer, reporter, form.value, page))


def _written(
    answer: AnswerT, reporter: Reporter[AnswerT], form: str, page: Callable[[AnswerT], str] | None
) -> str:
    if form == Format.JSON.value:
        return reporter.json(answer)
    if form == Format.MARKDOWN.value:
        return reporter.as_markdown(answer)
    if page is not None and form == PageFormat.HTML.value:
        return page(answer)
    return "".join(f"{line.plain}\n" for line in reporter.text(answer))
