"""Whether a class can be made: what its constructor and those of its parts raise, and what they catch."""

from __future__ import annotations

import pytest

from tests.checks.test_loads import PLAIN, loading


def unbuilt(constructor: str, helpers: str = "") -> list[tuple[str, str]]:
    """The parts whose construction comes to no end, and why."""
    registry = loading(PLAIN, constructor, helpers).registry
    return [(part.cls.name, str(end)) for part, end in registry.unbuilt]


PICKY = """
class Picky(nn.Module):
    def __init__(self, rows):
        super().__init__()
        if rows > 2:
            raise ValueError("too many")
        self.weight = nn.Parameter(torch.empty(rows))

def careful(rows):
    try:
        return Picky(rows).weight
    except ValueError:
        return None

def asks(rows):
    try:
        raise KeyError(rows)
    except KeyError:
        return None
"""


def test_constructor_that_raises_makes_nothing() -> None:
    assert unbuilt("self.fc = Norm(3)\nraise ValueError('no')") == [("Model", "ValueError('no')")]


def test_constructor_that_raises_on_one_path_makes_something() -> None:
    assert unbuilt("self.fc = Norm(3)\nif config.anything:\n    raise ValueError('no')") == []


@pytest.mark.parametrize(
    "last", ["self.kept = asks(3)", "try:\n    raise ValueError('no')\nexcept ValueError:\n    pass"]
)
def test_raise_that_is_caught_in_the_end_is_no_refusal(last: str) -> None:
    assert unbuilt(f"self.fc = Norm(3)\n{last}", PICKY) == []


def test_part_that_raises_is_told() -> None:
    assert unbuilt("self.part = Picky(3)", PICKY) == [("Picky", "ValueError('too many')")]


def test_part_that_may_not_be_there_is_not_told() -> None:
    assert unbuilt("self.part = Norm(3)\nif config.anything:\n    self.part = Picky(3)", PICKY) == []


def test_none_in_arithmetic_raises() -> None:
    assert unbuilt("rows = None\nself.fc = Norm(rows * 3)") == [("Model", "TypeError: None * 3")]
