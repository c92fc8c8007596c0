"""Functions written in a test, and what an operator makes of them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from flowtrace.facts import Module, Source
from flowtrace.parse import lines, parse
from flowtrace.rewrite.excerpt import Excerpt


def excerpt(text: str) -> Excerpt:
    """The last function of a text, or the last method of its last class."""
    source = Source("toy.py", "toy", textwrap.dedent(text).lstrip("\n").encode())
    module = parse(source)
    assert isinstance(module, Module)
    function = module.classes[-1].methods[-1] if module.classes else module.functions[-1]
    return Excerpt(lines(source.data), function)


def edits(text: str, operator: Callable[..., Iterator[Any]], argument: Any) -> list[str]:
    """The text as the operator leaves it, once for each place."""
    cut = excerpt(text)
    return [cut.edited(found[1], *found[2:]) for found in operator(cut, argument)]


def edited(text: str, operator: Callable[..., Iterator[Any]], argument: Any) -> str:
    """The text as the operator leaves it at the one place it finds."""
    (only,) = edits(text, operator, argument)
    return only


def written(text: str) -> str:
    """A text as a test indents it."""
    return textwrap.dedent(text).lstrip("\n")
