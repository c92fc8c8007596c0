"""The tests that lead to an event, on every path -> path conditions in the source's words, each sufficient.

A test that comes out both ways on paths that are otherwise alike decides nothing and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flowtrace.flow.trace import Test

Guards = Sequence[tuple[Test, bool]]
# Tried in order, so that `is not` is not taken for `is`.
_OPPOSITES = (
    ("is not", "is"),
    ("is", "is not"),
    ("not in", "in"),
    ("in", "not in"),
    ("==", "!="),
    ("!=", "=="),
)
_MOST = 4  # paths told apart; what more of them have in common is told instead


class Leaf(NamedTuple):
    """A test as a path condition has it: its text, how it comes out, and why where it was decided."""

    text: str
    outcome: bool
    why: str = ""


Path = tuple[Leaf, ...]


def path(guards: Guards, file: str, first: int, last: int) -> Path:
    """The tests among `guards` that stand between two lines of a file, each once, in order.

    Left out are tests that nothing hangs on: those decided for reasons of their own, and that no call
    raises.
    """
    leaves: dict[Leaf, None] = {}
    for test, outcome in guards:
        if test.place.file != file or not first <= test.place.line <= last:
            continue
        decided = test.outcome is not None
        if (decided and not test.why) or (test.rare and not outcome):
            continue
        leaves[Leaf(test.text, outcome, test.why if decided else "")] = None
    return tuple(leaves)


def alternatives(paths: Iterable[Path]) -> tuple[str, ...]:
    """Path conditions for all these paths: none when one of them is unconditional."""
    kept = _folded(list(dict.fromkeys(paths)))
    if len(kept) > _MOST:
        common = [leaf for leaf in kept[0] if all(leaf in other for other in kept)]
        kept = [tuple(common)]
    if any(not one for one in kept):
        return ()
    return tuple(" and ".join(map(shown, one)) for one in kept)


def shown(leaf: Leaf) -> str:
    """A leaf as a condition that is true, with what decided it."""
    text = _unwrapped(leaf.text)
    text = text if leaf.outcome else negated(text)
    if leaf.outcome and re.search(r" or | if ", _masked(text)):
        text = f"({text})"
    return f"{text} [{leaf.why}]" if leaf.why else text


def negated(text: str) -> str:
    """The opposite of a test, as a person would write it."""
    bare = _masked(text)
    if re.search(r" and | or | if ", bare):
        return f"not ({text})"
    if bare.startswith("not "):
        return text[len("not ") :]
    for positive, negative in _OPPOSITES:
        at = bare.find(f" {positive} ")
        if at >= 0:
            return f"{text[: at + 1]}{negative}{text[at + 1 + len(positive) :]}"
    return f"not ({text})" if " " in bare else f"not {text}"


def _unwrapped(text: str) -> str:
    """A text without brackets around the whole of it."""
    return text[1:-1] if re.fullmatch(r"\(\.*\)", _masked(text)) else text


def _masked(text: str) -> str:
    """A text of the same length with dots for all that stands in brackets or quotes."""
    shown, deep, quote = [], 0, ""
    for mark in text:
        if quote:
            quote = "" if mark == quote else quote
            shown.append(".")
            continue
        deep -= mark in ")]}"
        shown.append("." if deep else mark)
        deep += mark in "([{"
        quote = mark if mark in "'\"" else ""
    return "".join(shown)


def _folded(paths: list[Path]) -> list[Path]:
    """The paths without those that another implies, and without tests that make no difference."""
    changed = True
    while changed:
        changed = False
        for one in paths:
            for other in paths:
                if one is other:
                    continue
                merged = _merged(one, other)
                if merged is not None:
                    paths = [each for each in paths if each not in (one, other)]
                    paths += [] if merged in paths else [merged]
                    changed = True
                    break
            if changed:
                break
    return paths


def _merged(one: Path, other: Path) -> Path | None:
    """One path for two: the weaker of them, or both without the only test in which they differ."""
    mine, others = set(one), set(other)
    if mine <= others:
        return one
    differing = [leaf for leaf in one if leaf not in others]
    against = [leaf for leaf in other if leaf not in mine]
    opposite = len(differing) == len(against) == 1 and differing[0]._replace(outcome=True) == against[
        0
    ]._replace(outcome=True)
    if opposite:
        return tuple(leaf for leaf in one if leaf not in differing)
    return None
