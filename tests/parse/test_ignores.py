"""Which comments silence findings, and for which lines each of them speaks."""

from __future__ import annotations

import pytest

from flowtrace.facts import Ignore, Source
from flowtrace.parse.ignores import ignores


def found(text: str) -> list[tuple[int, int, int]]:
    """The comments in `text`: line, first and last line."""
    return [(each.line, each.first, each.last) for each in ignores(Source("a.py", "a", text.encode()))]


def test_a_comment_speaks_for_its_line() -> None:
    assert ignores(Source("a.py", "a", b"x = 1  # flowtrace: ignore[toy/a, B1] the reason\n")) == (
        Ignore("a.py", 1, 1, 1, ("toy/a", "B1"), "the reason"),
    )


@pytest.mark.parametrize(
    "comment",
    [
        "#flowtrace:ignore[A1] so",
        "# Flowtrace: Ignore [ A1 ]: so",
        "#  flowtrace :ignore[A1,] - so",
        "# flowtrace: ignore[A1] \N{EN DASH} so",
    ],
)
def test_spacing_and_case_do_not_matter(comment: str) -> None:
    (one,) = ignores(Source("a.py", "a", f"x = 1  {comment}\n".encode()))
    assert (one.invariants, one.reason) == (("A1",), "so")


def test_a_comment_on_its_own_speaks_for_the_statement_below() -> None:
    assert found("# flowtrace: ignore[A1] so\n\nx = f(\n    1,\n)\n") == [(1, 1, 5)]


def test_a_comment_within_a_statement_speaks_for_all_of_it() -> None:
    assert found("x = f(\n    1,  # flowtrace: ignore[A1] so\n)\n") == [(2, 1, 3)]


def test_a_comment_at_a_class_speaks_for_its_body() -> None:
    assert found("class A:  # flowtrace: ignore[A1] so\n    def f(self):\n        pass\n\nx = 1\n") == [
        (1, 1, 3)
    ]


def test_a_comment_at_a_method_speaks_for_the_method() -> None:
    text = (
        "class A:\n    def f(\n        self,  # flowtrace: ignore[A1] so\n    ):\n        pass\n    y = 1\n"
    )
    assert found(text) == [(3, 2, 5)]


def test_a_comment_at_an_async_function_speaks_for_its_body() -> None:
    assert found("async def f():  # flowtrace: ignore[A1] so\n    pass\n") == [(1, 1, 2)]


def test_a_comment_at_a_decorator_speaks_for_what_is_decorated() -> None:
    assert found("@a  # flowtrace: ignore[A1] so\n@b\ndef f():\n    pass\n") == [(1, 1, 4)]


def test_a_comment_above_a_function_speaks_for_it() -> None:
    assert found("# flowtrace: ignore[A1] so\ndef f():\n    pass\n") == [(1, 1, 3)]


def test_a_function_in_one_line_ends_there() -> None:
    assert found("def f(): pass  # flowtrace: ignore[A1] so\nx = 1\n") == [(1, 1, 1)]


def test_a_comment_at_an_if_speaks_for_its_line_only() -> None:
    assert found("if a:  # flowtrace: ignore[A1] so\n    b()\n") == [(1, 1, 1)]


def test_a_comment_without_ids_is_still_seen() -> None:
    assert ignores(Source("a.py", "a", b"x = 1  # flowtrace: ignore\n")) == (Ignore("a.py", 1, 1, 1, (), ""),)


def test_a_string_is_no_comment() -> None:
    assert found('x = "# flowtrace: ignore[A1] so"\n') == []


def test_other_comments_are_none_of_ours() -> None:
    assert found("x = 1  # flowtrace: ignored[A1]\ny = 1  # type: ignore[A1]\n") == []


def test_a_file_that_does_not_tokenize_has_none() -> None:
    assert found("x = (  # flowtrace: ignore[A1] so\n") == []
