"""A picture of nodes and edges -> text that other tools read: dot, mermaid, json or graphml.

The only home of networkx. It decides no relation; it only writes down those it is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from enum import Enum

import networkx as nx

from flowtrace.traces import Edge, Node, Picture

SCHEMA = 1
_SHAPES = {"class": "box", "function": "ellipse", "attribute": "note", "name": "plaintext"}
_BRACKETS = {"class": ("[", "]"), "function": ("([", "])"), "attribute": ("[/", "/]"), "name": ("((", "))")}
_MOST_LINES = 4
_LONGEST = 60  # characters of a path condition on a drawn edge; json and graphml have it whole


class Format(str, Enum):
    """How a picture is written."""

    DOT = "dot"
    MERMAID = "mermaid"
    JSON = "json"
    GRAPHML = "graphml"


def written(picture: Picture, form: Format) -> str:
    """The picture in a format; the same picture always gives the same text."""
    return _FORMS[form](picture)


def graph(picture: Picture) -> nx.MultiDiGraph[str]:
    """The picture as a networkx graph: nodes by key, one edge for each place that shows a relation."""
    result: nx.MultiDiGraph[str] = nx.MultiDiGraph(
        engine=picture.engine, version=picture.version or "", focus=picture.focus.key
    )
    for node in picture.nodes:
        result.add_node(node.key, kind=node.kind, file=node.file, qualname=node.qualname, line=node.line)
    for edge in picture.edges:
        result.add_edge(edge.source.key, edge.target.key, kind=edge.kind, file=edge.file, line=edge.line,
                        when=edge.when, sure=edge.sure)  # fmt: skip
    return result


def _dot(picture: Picture) -> str:
    lines = ["digraph flowtrace {", "  rankdir=LR;", '  node [fontname="monospace"];']
    for number, (file, nodes) in enumerate(_by_file(picture.nodes)):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(file)};"] if file else []
        for node in nodes:
            focus = ", penwidth=3" if node == picture.focus else ""
            shape = _SHAPES.get(node.kind, "ellipse")
            lines.append(f"    {_quoted(node.key)} [label={_quoted(node.qualname)}, shape={shape}{focus}];")
        lines += ["  }"] if file else []
    for edges in _bundles(picture.edges):
        edge = edges[0]
        style = "" if edge.sure else ", style=dashed"
        label = _quoted(_labelled(edges, "\n"))
        lines.append(f"  {_quoted(edge.source.key)} -> {_quoted(edge.target.key)} [label={label}{style}];")
    return "\n".join([*lines, "}", ""])


def _mermaid(picture: Picture) -> str:
    names = {node: f"n{number}" for number, node in enumerate(picture.nodes)}
    lines = ["flowchart LR"]
    for number, (file, nodes) in enumerate(_by_file(picture.nodes)):
        lines += [f'  subgraph f{number} ["{_escaped(file)}"]'] if file else []
        for node in nodes:
            opening, closing = _BRACKETS.get(node.kind, ("[", "]"))
            lines.append(f'    {names[node]}{opening}"{_escaped(node.qualname)}"{closing}')
        lines += ["  end"] if file else []
    for edges in _bundles(picture.edges):
        edge = edges[0]
        arrow = "-->" if edge.sure else "-.->"
        label = _escaped(_labelled(edges, "<br>"))
        lines.append(f'  {names[edge.source]} {arrow}|"{label}"| {names[edge.target]}')
    lines.append(f"  style {names[picture.focus]} stroke-width:4px")
    return "\n".join([*lines, ""])


def _json(picture: Picture) -> str:
    plain = {
        "schema": SCHEMA,
        "engine": picture.engine,
        "version": picture.version,
        "tree": picture.tree,
        "focus": picture.focus.key,
        "nodes": [
            {
                "id": node.key,
                "kind": node.kind,
                "file": node.file,
                "qualname": node.qualname,
                "line": node.line,
            }
            for node in picture.nodes
        ],
        "edges": [
            {
                "source": edge.source.key,
                "target": edge.target.key,
                "kind": edge.kind,
                "file": edge.file,
                "line": edge.line,
                "when": edge.when,
                "sure": edge.sure,
            }
            for edge in picture.edges
        ],
        "notes": list(picture.notes),
    }
    return json.dumps(plain, indent=2, sort_keys=True) + "\n"


def _graphml(picture: Picture) -> str:
    return "\n".join([*nx.generate_graphml(graph(picture)), ""])


def _by_file(nodes: Iterable[Node]) -> list[tuple[str, list[Node]]]:
    files: dict[str, list[Node]] = {}
    for node in nodes:
        files.setdefault(node.file, []).append(node)
    return sorted(files.items())


def _bundles(edges: Iterable[Edge]) -> list[list[Edge]]:
    """The edges that are drawn as one: the same relation between the same nodes, at several places."""
    bundles: dict[tuple[Node, Node, str, bool], list[Edge]] = {}
    for edge in edges:
        bundles.setdefault((edge.source, edge.target, edge.kind, edge.sure), []).append(edge)
    return list(bundles.values())


def _labelled(edges: list[Edge], newline: str) -> str:
    """What a drawn edge says: the relation, its lines, and below the path condition if they share one."""
    lines = list(dict.fromkeys(f":{edge.line}" for edge in edges))
    places = " ".join(lines[:_MOST_LINES]) + (" ..." if len(lines) > _MOST_LINES else "")
    conditions = {edge.when for edge in edges}
    when = conditions.pop() if len(conditions) == 1 else ""
    shown = when if len(when) <= _LONGEST else f"{when[: _LONGEST - 3]}..."
    return f"{edges[0].kind} {places}" + (f"{newline}{shown}" if shown else "")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _escaped(text: str) -> str:
    """A text as mermaid takes it between quotes; line breaks stay."""
    parts = [part.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
             for part in text.split("<br>")]  # fmt: skip
    return "<br>".join(parts)


_FORMS: dict[Format, Callable[[Picture], str]] = {
    Format.DOT: _dot,
    Format.MERMAID: _mermaid,
    Format.JSON: _json,
    Format.GRAPHML: _graphml,
}
