"""The drawing of a path: nodes in order, boxes that hold them, guards where they begin."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Step
from flowtrace.report.html.drawing import Drawing, drawing
from flowtrace.report.html.stops import stops
from tests.report.answers import KEEPS, wrapper


def located(file: str, /, *, outside: bool = False) -> str:
    return file


def drawn(*steps: Step) -> Drawing:
    made = drawing(stops(replace(KEEPS, evidence=steps), {}, located))
    assert made is not None
    return made


def labels(made: Drawing, kind: str) -> list[str]:
    return [each.text for each in made.labels if each.kind == kind]


def test_there_is_nothing_to_draw_of_one_step() -> None:
    assert drawing(stops(replace(KEEPS, evidence=KEEPS.evidence[:1]), {}, located)) is None


def test_nodes_follow_each_other_downwards() -> None:
    nodes = drawn(*wrapper("Ash", 3).evidence, *KEEPS.evidence).nodes
    assert [each.number for each in nodes] == [1, 2, 3, 4]
    assert [each.y for each in nodes] == sorted({each.y for each in nodes})


def test_every_node_is_in_the_box_of_its_stop() -> None:
    made = drawn(*wrapper("Ash", 3).evidence)
    assert [
        box.y < node.y < box.y + box.height for box, node in zip(made.boxes, made.nodes, strict=True)
    ] == [
        True,
        True,
    ]


def test_boxes_do_not_touch() -> None:
    first, second = drawn(*wrapper("Ash", 3).evidence).boxes
    assert first.y + first.height < second.y


def test_an_arrow_leads_from_each_node_to_the_next() -> None:
    made = drawn(*wrapper("Ash", 3).evidence, *KEEPS.evidence)
    assert [start < end for start, end in made.arrows] == [True] * 3


def test_a_guard_stands_where_it_begins() -> None:
    first, second = KEEPS.evidence
    made = drawn(first, replace(second, guard=first.guard))
    assert labels(made, "guard") == ["when shares is true: assumed"]


def test_a_long_text_is_cut() -> None:
    made = drawn(replace(KEEPS.evidence[0], what="word " * 99), KEEPS.evidence[1])
    assert labels(made, "what")[2].endswith("…")
    assert max(map(len, labels(made, "what"))) <= 46


def test_a_long_name_is_folded_before_its_last_part() -> None:
    symbol = f"{'A' * 38}.configure"
    made = drawn(*(replace(step, symbol=symbol) for step in KEEPS.evidence))
    assert labels(made, "symbol") == [f"{'A' * 38}.", "configure"]


def test_nothing_is_drawn_below_the_edge() -> None:
    made = drawn(*wrapper("Ash", 3).evidence, *KEEPS.evidence)
    assert max(box.y + box.height for box in made.boxes) == made.height
