"""The answer of `diff` -> the page."""

from __future__ import annotations

from functools import partial

from flowtrace.diff import Difference
from flowtrace.report.diff import sections
from flowtrace.report.html.cards import card, facets, grouped
from flowtrace.report.html.matrix import cell
from flowtrace.report.html.render import rendered


def page(answer: Difference) -> str:
    """New findings with their paths, those gone and those that stayed, and what became of classes and of the seam."""
    shown = partial(card, excerpts=answer.excerpts, locate=_as_it_is)
    appeared = [shown(each) for each in answer.appeared]
    # The lines around an old finding are not at hand: only the new release's are.
    gone = [card(each.finding, {}, _as_it_is, each.fate.value) for each in answer.gone]
    stayed = [
        shown(each.new, remark=f"was in {each.old.file}" if each.moved else "") for each in answer.stayed
    ]
    return rendered(
        "diff.html",
        answer=answer,
        sections={"New": grouped(appeared), "Gone": grouped(gone), "Unchanged": grouped(stayed)},
        facets=facets([*appeared, *gone, *stayed]),
        columns=list(dict.fromkeys(name for row in (*answer.gained, *answer.lost) for name in row.cells)),
        cell=cell,
        changes={title: entries for title, entries in sections(answer) if entries and title != "classes"},
    )


def _as_it_is(file: str, *, outside: bool = False) -> str:
    return file
