"""A small picture in every format that leaves the program."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from flowtrace.graph.export import Format, graph, written
from flowtrace.traces import Edge, Node, Picture

MODEL = Node("a.py", "Model", "class", 3)
HEAD = Node("a.py", "Model.head", "attribute", 3)
SHARE = Node("b.py", "share", "function", 7)
PICTURE = Picture(
    tree="toy",
    engine="toy",
    version="1.0",
    focus=HEAD,
    nodes=(MODEL, HEAD, SHARE),
    edges=(
        Edge(SHARE, MODEL, "constructs", "b.py", 8),
        Edge(SHARE, HEAD, "writes", "b.py", 9, 'mode == "a" and x < 3', sure=False),
    ),
)


def test_graph_keys_nodes_by_file_and_name() -> None:
    assert list(graph(PICTURE)) == ["a.py:Model", "a.py:Model.head", "b.py:share"]


def test_dot_groups_nodes_by_file() -> None:
    assert 'subgraph cluster_1 {\n    label="b.py";' in written(PICTURE, Format.DOT)


def test_dot_escapes_quotes_and_dashes_what_is_not_sure() -> None:
    assert r'[label="writes :9\nmode == \"a\" and x < 3", style=dashed];' in written(PICTURE, Format.DOT)


def test_dot_marks_the_focus() -> None:
    assert '"a.py:Model.head" [label="Model.head", shape=note, penwidth=3];' in written(PICTURE, Format.DOT)


def test_mermaid_escapes_what_it_would_read_as_markup() -> None:
    assert 'n2 -.->|"writes :9<br>mode == &quot;a&quot; and x &lt; 3"| n1' in written(PICTURE, Format.MERMAID)


def test_json_has_a_schema_and_whole_edges() -> None:
    plain = json.loads(written(PICTURE, Format.JSON))
    assert plain["schema"] == 1
    assert plain["edges"][1] == {
        "source": "b.py:share",
        "target": "a.py:Model.head",
        "kind": "writes",
        "file": "b.py",
        "line": 9,
        "when": 'mode == "a" and x < 3',
        "sure": False,
    }


def test_graphml_can_be_read_back() -> None:
    read = nx.parse_graphml(written(PICTURE, Format.GRAPHML))
    assert read.nodes["b.py:share"]["line"] == 7


def test_long_condition_is_cut_where_it_is_drawn() -> None:
    edge = Edge(SHARE, HEAD, "writes", "b.py", 9, "x" * 100)
    long = Picture("toy", "toy", None, HEAD, (HEAD, SHARE), (edge,))
    assert f'"writes :9\\n{"x" * 57}..."' in written(long, Format.DOT)


def test_same_relation_at_several_places_is_drawn_once() -> None:
    edges = tuple(Edge(SHARE, HEAD, "reads", "b.py", line, f"x{line}") for line in range(1, 7))
    many = Picture("toy", "toy", None, HEAD, (HEAD, SHARE), edges)
    assert '[label="reads :1 :2 :3 :4 ..."];' in written(many, Format.DOT)


@pytest.mark.parametrize("form", list(Format))
def test_same_picture_same_text(form: Format) -> None:
    assert written(PICTURE, form) == written(PICTURE, form)
