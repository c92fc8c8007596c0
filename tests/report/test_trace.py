"""Traces as lines to read, as JSON and as pictures."""

from __future__ import annotations

import json
from dataclasses import replace

from flowtrace.report.trace import as_document, report
from flowtrace.traces import Node, Section, Site, Trace, drawn

CLASS = Node("layers.py", "Head", "class", 6)
SHARE = Site(
    "calls", "worker.py", 15, "Worker.share", "calls model.set_head", ("self.is_three()", "self.late")
)
MAYBE = Site("calls", "other.py", 2, "lend", "calls thing.set_head", sure=False)
SITES = (
    Site("builds", "draft.py", 13, "Draft.__init__", "Head(rows=31 [draft_words])", target=CLASS),
    Site("replaces", "base.py", 21, "Model.set_head", "writes self.head.weight", sites=(SHARE, MAYBE)),
)
TRACE = Trace(
    tree="toy",
    engine="toy",
    version="1.0",
    symbol=Node("draft.py", "Draft.head", "attribute", 6),
    definitions=(Site("defines", "draft.py", 6, "Draft.head", "attribute"),),
    sections=(Section("built", SITES[:1]), Section("replaced", SITES[1:])),
    world="plain",
    assumed={"mode": "three"},
    notes=("not followed: forward",),
    excerpts={
        ("draft.py", 13): "            self.head = Head(31, 7)",
        ("base.py", 21): "        self.head.weight = head",
        ("worker.py", 15): "                model.set_head(head)",
    },
)


def _text(answer: Trace, width: int = 80) -> list[str]:
    return [line.plain for line in report(answer, width)]


def test_tree_is_indented_and_has_excerpts_and_conditions() -> None:
    assert _text(TRACE) == [
        "Draft.head, attribute",
        "toy 1.0; world plain; assuming mode=three",
        "draft.py:6",
        "",
        "Built as, in this world:",
        "  draft.py:13 Draft.__init__",
        "    | self.head = Head(31, 7)",
        "    Head(rows=31 [draft_words]) (layers.py:6)",
        "",
        "Replaced or written later, and who calls that:",
        "  base.py:21 Model.set_head",
        "    | self.head.weight = head",
        "      worker.py:15 Worker.share",
        "        | model.set_head(head)",
        "        when self.is_three()",
        "        or when self.late",
        "      perhaps, by name: other.py:2 lend",
        "",
        "note: not followed: forward",
    ]


def test_no_line_is_wider_than_asked() -> None:
    deep = Site("calls", "a/very/long/path/to/a/module.py", 1234, "A.long.qualified.name.of.a.function", "")
    answer = replace(TRACE, sections=(Section("called", (replace(SHARE, sites=(deep,)),)),))
    assert max(map(len, _text(answer, 60))) <= 60


def test_value_passed_on_the_spot_is_told_with_its_use() -> None:
    going = Site("passes", "base.py", 17, "Model.forward", "passed to Logits.forward as head", target=CLASS)
    use = Site("reads", "base.py", 17, "Model.forward", "reads self.head", sites=(going,))
    lines = _text(replace(TRACE, sections=(Section("used", (use,)),)))
    assert "    -> passed to Logits.forward as head (layers.py:6)" in lines


def test_many_alike_fold() -> None:
    alike = tuple(Site("binds", f"m{n}.py", 5, "Model.forward", "binds aux") for n in range(5))
    lines = _text(replace(TRACE, sections=(Section("replaced", alike),)))
    assert "      4 alike: m1.py:5, m2.py:5, m3.py:5, m4.py:5" in lines


def test_very_many_are_counted() -> None:
    many = tuple(Site("binds", f"m{n}.py", n, f"f{n}", f"binds {n}", (f"x{n}",)) for n in range(50))
    lines = _text(replace(TRACE, sections=(Section("replaced", many),)))
    assert "  and 10 more in 10 files; --format json has them all" in lines


def test_nothing_found_is_said() -> None:
    assert "Nothing in the tree makes, uses or calls it." in _text(replace(TRACE, sections=()))


def test_nothing_that_leads_there_is_said() -> None:
    lines = _text(replace(TRACE, sections=(), to=CLASS))
    assert "Nothing that was followed leads to Head; --depth follows further." in lines


def test_document_has_a_schema_and_the_tree() -> None:
    plain = json.loads(as_document(TRACE))
    assert plain["schema"] == 1
    assert plain["symbol"]["id"] == "draft.py:Draft.head"
    assert plain["sections"][1]["sites"][0]["sites"][0]["when"] == ["self.is_three()", "self.late"]


def test_drawn_trace_has_an_edge_for_each_relation() -> None:
    edges = [(edge.source.qualname, edge.kind, edge.target.qualname) for edge in drawn(TRACE).edges]
    assert edges == [
        ("Model.set_head", "writes", "Draft.head"),
        ("Draft.__init__", "writes", "Draft.head"),
        ("Draft.__init__", "constructs", "Head"),
        ("lend", "calls", "Model.set_head"),
        ("Worker.share", "calls", "Model.set_head"),
    ]
