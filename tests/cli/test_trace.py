"""`flowtrace trace` and `flowtrace graph`: what they ask the pipeline and what they print."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flowtrace import pipeline
from flowtrace.errors import InputError
from flowtrace.tracing import Wanted
from tests.cli.conftest import CommandLine
from tests.graph.test_export import PICTURE
from tests.report.test_trace import TRACE


@pytest.fixture
def answering(flowtrace: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with a pipeline that answers both questions from memory."""

    def trace(tree: str, options: Any, wanted: Wanted) -> Any:
        return flowtrace.answer(TRACE, tree=tree, options=options, wanted=wanted)

    def graph(tree: str, options: Any, focus: str, depth: int) -> Any:
        return flowtrace.answer(PICTURE, tree=tree, options=options, focus=focus, depth=depth)

    monkeypatch.setattr(pipeline, "trace", trace)
    monkeypatch.setattr(pipeline, "graph", graph)
    return flowtrace


def test_the_tree_is_printed(answering: CommandLine) -> None:
    assert answering("trace", "tree", "Draft.head").out.startswith("Draft.head, attribute\n")


def test_an_answer_is_no_failure(answering: CommandLine) -> None:
    assert answering("trace", "tree", "Draft.head").status == 0


def test_every_flag_reaches_the_pipeline(answering: CommandLine) -> None:
    flags = (
        "--to",
        "launch",
        "--assume",
        "mode=THREE",
        "--assume",
        "late=true",
        "--world",
        "tied",
        "--depth",
        "5",
    )
    answering("trace", "tree", "Draft.head", *flags)
    assert answering.asked["wanted"] == Wanted("Draft.head", "launch", ("mode=THREE", "late=true"), "tied", 5)


def test_json_is_printed(answering: CommandLine) -> None:
    assert json.loads(answering("trace", "tree", "Draft.head", "--format", "json").out)["schema"] == 1


@pytest.mark.parametrize(("form", "first"), [("dot", "digraph flowtrace {"), ("mermaid", "flowchart LR")])
def test_a_trace_is_drawn(answering: CommandLine, form: str, first: str) -> None:
    assert answering("trace", "tree", "Draft.head", "--format", form).out.startswith(first)


def test_an_ambiguous_symbol_is_the_users_to_mend(answering: CommandLine) -> None:
    answering.failure = InputError("Draft is ambiguous; name one of these 2:\n  a.py:Draft\n  b.py:Draft")
    run = answering("trace", "tree", "Draft")
    assert run.status == 2
    assert run.err == (
        "flowtrace: error: Draft is ambiguous; name one of these 2:\n  a.py:Draft\n  b.py:Draft\n"
    )


@pytest.mark.parametrize(
    ("form", "first"),
    [("dot", "digraph"), ("mermaid", "flowchart"), ("json", "{"), ("graphml", "<graphml")],
)
def test_a_graph_is_written(answering: CommandLine, form: str, first: str) -> None:
    run = answering("graph", "tree", "--focus", "Draft.head", "--format", form)
    assert run.out.startswith(first)


def test_focus_and_depth_reach_the_pipeline(answering: CommandLine) -> None:
    answering("graph", "tree", "--focus", "Draft.head", "--depth", "2")
    assert (answering.asked["focus"], answering.asked["depth"]) == ("Draft.head", 2)


def test_a_graph_needs_a_focus(answering: CommandLine) -> None:
    assert answering("graph", "tree").status == 2
