"""Turns what a user selects and ignores (ids, refs, topics, patterns) into the invariants that are meant.

Versions and needs are not looked at: they make an invariant not applicable, which is an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from flowtrace.errors import InputError
from flowtrace.spec.model import Invariant
from flowtrace.spec.problems import nearest


def matching(
    invariants: Sequence[Invariant], select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> tuple[Invariant, ...]:
    """The invariants that a word of `select` means (all, without one) and none of `ignore`, in their order.

    A word is an id, a ref such as W1, a topic with its slash, or a pattern with * or ?.
    """
    select, ignore = tuple(select), tuple(ignore)
    for word in (*select, *ignore):
        if not any(_means(word, invariant) for invariant in invariants):
            raise InputError(f"no invariant is meant by '{word}'{_meant(word, invariants)}")
    return tuple(
        invariant
        for invariant in invariants
        if (not select or any(_means(word, invariant) for word in select))
        and not any(_means(word, invariant) for word in ignore)
    )


def _means(word: str, invariant: Invariant) -> bool:
    names = (invariant.id, *invariant.refs)
    if word.endswith("/"):
        return invariant.id.startswith(word)
    return any(name == word or fnmatchcase(name, word) for name in names)


def _meant(word: str, invariants: Iterable[Invariant]) -> str:
    words = {name for each in invariants for name in (each.id, *each.refs, each.id.partition("/")[0] + "/")}
    return nearest(word, words, listed=0) or "; say an id, a ref, a topic/ or a pattern"
