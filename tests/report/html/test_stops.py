"""A path as stops: what shares one, and which code is shown around its steps."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Finding, Step
from flowtrace.report.html.stops import Stop, stops
from tests.report.answers import KEEPS

THERE = Step("b.py", 2, "Model.set_head", "sets the head")
AROUND = {("serve/worker.py", line): f"        line {line}\n" for line in range(1, 20)}


def located(file: str, /, *, outside: bool = False) -> str:
    return f"toy/{file}"


def of(finding: Finding, excerpts: dict[tuple[str, int], str] | None = None) -> tuple[Stop, ...]:
    return stops(finding, excerpts or {}, located)


def test_steps_in_one_symbol_share_a_stop() -> None:
    assert [(stop.path, stop.line, len(stop.marks)) for stop in of(KEEPS)] == [("toy/serve/worker.py", 9, 2)]


def test_a_path_that_comes_back_has_another_stop() -> None:
    first, last = KEEPS.evidence
    path = of(replace(KEEPS, evidence=(first, THERE, last)))
    assert [(stop.symbol, stop.back) for stop in path] == [
        ("Worker.start", False),
        ("Model.set_head", False),
        ("Worker.start", True),
    ]


def test_a_place_off_the_path_comes_first() -> None:
    path = of(replace(KEEPS, evidence=(THERE,)))
    assert [(stop.line, len(stop.marks)) for stop in path] == [(12, 0), (2, 1)]


def test_two_lines_around_each_step_are_shown() -> None:
    (stop,) = of(KEEPS, AROUND)
    assert [line.number for line in stop.code] == [7, 8, 9, 10, 11, 12, 13, 14]


def test_the_lines_of_steps_are_marked() -> None:
    (stop,) = of(KEEPS, AROUND)
    assert [(line.number, line.marks[0].number) for line in stop.code if line.cited] == [(9, 1), (12, 2)]


def test_what_is_left_out_is_a_gap() -> None:
    far = replace(KEEPS, evidence=(KEEPS.evidence[0], replace(KEEPS.evidence[1], line=17)), line=17)
    (stop,) = of(far, AROUND)
    assert [line.number for line in stop.code if line.gap] == [15]


def test_common_indentation_is_left_out() -> None:
    (stop,) = of(KEEPS, {**AROUND, ("serve/worker.py", 10): "            deeper\n"})
    assert [line.text for line in stop.code][2:4] == ["line 9", "    deeper"]


def test_blank_lines_at_the_edge_are_left_out() -> None:
    (stop,) = of(KEEPS, {**AROUND, ("serve/worker.py", 7): "\n", ("serve/worker.py", 13): "\n"})
    assert [line.number for line in stop.code] == [8, 9, 10, 11, 12, 13, 14]


def test_a_line_that_is_not_at_hand_keeps_its_step() -> None:
    (stop,) = of(KEEPS)
    assert [(line.number, line.text, line.marks[0].what) for line in stop.code] == [
        (9, None, "tests self.shares"),
        (12, None, "calls set_head on self.model"),
    ]
