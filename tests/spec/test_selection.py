"""What a user may write to choose invariants."""

from __future__ import annotations

import pytest

from flowtrace.errors import InputError
from flowtrace.spec.model import Invariant
from flowtrace.spec.selection import matching


def invariant(name: str, ref: str) -> Invariant:
    return Invariant(name, (ref,), "", "", "", "error", ())


ALL = (
    invariant("house/door-opens", "W1"),
    invariant("house/roof-holds", "W10"),
    invariant("yard/gate-shuts", "T1"),
)


@pytest.mark.parametrize(
    ("select", "refs"),
    [
        ((), ["W1", "W10", "T1"]),
        (["house/door-opens"], ["W1"]),
        (["W1"], ["W1"]),
        (["house/"], ["W1", "W10"]),
        (["*/gate-*"], ["T1"]),
        (["W*"], ["W1", "W10"]),
        (["T1", "W1"], ["W1", "T1"]),
    ],
)
def test_select(select: list[str], refs: list[str]) -> None:
    assert [each.refs[0] for each in matching(ALL, select)] == refs


def test_ignore_wins_over_select() -> None:
    assert [each.refs[0] for each in matching(ALL, ["house/"], ["W1"])] == ["W10"]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("house/dor-opens", "no invariant is meant by 'house/dor-opens'; did you mean 'house/door-opens'?"),
        ("hose/", "no invariant is meant by 'hose/'; did you mean 'house/'?"),
        ("Q7", "no invariant is meant by 'Q7'; say an id, a ref, a topic/ or a pattern"),
    ],
)
def test_unknown_word_is_told(word: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        matching(ALL, ignore=[word])
    assert str(caught.value) == message
