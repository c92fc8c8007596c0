"""Tests on the way to an event, as the conditions a person would write."""

from __future__ import annotations

import pytest

from flowtrace.tracing.conditions import Leaf, alternatives, negated


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("self.tied", "not self.tied"),
        ("not self.tied", "self.tied"),
        ("x is None", "x is not None"),
        ("x is not None", "x is None"),
        ("name in params", "name not in params"),
        ("name not in params", "name in params"),
        ("a == b", "a != b"),
        ("f(x is None)", "not f(x is None)"),
        ("hasattr(a, 'is b')", "not hasattr(a, 'is b')"),
        ("a and b", "not (a and b)"),
        ("a < b", "not (a < b)"),
        ("not a or b", "not (not a or b)"),
    ],
)
def test_opposite(text: str, opposite: str) -> None:
    assert negated(text) == opposite


def _leaf(text: str, outcome: bool = True, why: str = "") -> Leaf:
    return Leaf(text, outcome, why)


def test_unconditional_path_needs_no_condition() -> None:
    assert alternatives([(_leaf("a"),), ()]) == ()


def test_both_outcomes_of_a_test_decide_nothing() -> None:
    paths = [(_leaf("a"), _leaf("b")), (_leaf("a"), _leaf("b", False))]
    assert alternatives(paths) == ("a",)


def test_weaker_path_absorbs_the_stronger() -> None:
    assert alternatives([(_leaf("a"), _leaf("b")), (_leaf("a"),)]) == ("a",)


def test_paths_that_differ_stay_apart() -> None:
    assert alternatives([(_leaf("a"),), (_leaf("b"),)]) == ("a", "b")


def test_disjunction_in_a_conjunction_is_bracketed() -> None:
    assert alternatives([(_leaf("a or b"), _leaf("c"))]) == ("(a or b) and c",)


def test_brackets_around_the_whole_are_left_out() -> None:
    assert alternatives([(_leaf("(a is None)"),)]) == ("a is None",)


def test_what_decided_a_test_is_told() -> None:
    assert alternatives([(_leaf("a", why="mode: assumed"),)]) == ("a [mode: assumed]",)


def test_many_paths_are_told_by_what_they_share() -> None:
    assert alternatives([(_leaf("a"), _leaf(each)) for each in "bcdef"]) == ("a",)
