"""Two lists of findings -> which of them are the same, also where code moved to another file.

It decides nothing else: `baseline` and `diff` draw their conclusions from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeVar

from flowtrace.findings import Verdict

_PATH = re.compile(r"[\w./-]*\w\.(?:py|ya?ml)(?::\d+)*")

_NAME = re.compile(r"\bself(?:\.\w+)+|\b[A-Z]\w*[a-z]\w*")  # a way from self, or a class by its name


class Known(Protocol):
    """What must be known of a finding to recognise it."""

    @property
    def fingerprint(self) -> str:
        """Equal for the same finding in the same file."""

    @property
    def invariant(self) -> str:
        """The id of the invariant."""

    @property
    def verdict(self) -> Verdict:
        """Broken, unbound or unknown."""

    @property
    def symbol(self) -> str:
        """The class or function, qualified in its file."""

    @property
    def message(self) -> str:
        """What is wrong there."""


Old = TypeVar("Old", bound=Known)
New = TypeVar("New", bound=Known)


def pairs(old: Sequence[Old], new: Sequence[New]) -> list[tuple[Old, New]]:
    """Each of `new` with the one of `old` that it is, in the order of `new`; no finding is in two pairs.

    Equal fingerprints go first; what is left pairs by invariant, verdict, symbol and message in any file, then
    also when the message names other classes, or another way there from `self`.
    """
    found: list[tuple[Old, New]] = []
    for key in (_fingerprint, _whatever_file, _whatever_names):
        taken_old, taken_new = {id(each) for each, _ in found}, {id(each) for _, each in found}
        found += _matched(
            [each for each in old if id(each) not in taken_old],
            [each for each in new if id(each) not in taken_new],
            key,
        )
    place = {id(each): number for number, each in enumerate(new)}
    return sorted(found, key=lambda pair: place[id(pair[1])])


def _matched(
    old: Sequence[Old], new: Sequence[New], key: Callable[[Known], Hashable]
) -> list[tuple[Old, New]]:
    waiting: dict[Hashable, list[Old]] = {}
    for each in reversed(old):
        waiting.setdefault(key(each), []).append(each)
    return [(waiting[key(each)].pop(), each) for each in new if waiting.get(key(each))]


def _fingerprint(finding: Known) -> Hashable:
    return finding.fingerprint


def _whatever_file(finding: Known) -> Hashable:
    return finding.invariant, finding.verdict, finding.symbol, _PATH.sub("*", finding.message)


def _whatever_names(finding: Known) -> Hashable:
    message = _NAME.sub("*", _PATH.sub("*", finding.message))
    return finding.invariant, finding.verdict, finding.symbol, message
