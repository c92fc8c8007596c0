"""Findings -> cards, as the page shows them: grouped by what they say, each with its path and its drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from flowtrace.findings import Finding, Severity, Verdict
from flowtrace.report.html.drawing import Drawing, drawing
from flowtrace.report.html.stops import Excerpts, Locate, Stop, stops


@dataclass(frozen=True)
class Card:
    """One finding: its word (a severity, or undecided), where it is, its path, and a remark of the page's own."""

    finding: Finding
    word: str
    path: str
    owner: str
    stops: tuple[Stop, ...]
    drawing: Drawing | None
    remark: str = ""

    @property
    def id(self) -> str:
        """The anchor of the card, unique on its page."""
        return f"f-{self.finding.fingerprint}"

    @property
    def place(self) -> str:
        """Path and line to copy; empty where nothing in the tree is to blame."""
        return f"{self.path}:{self.finding.line}" if self.path else ""


@dataclass(frozen=True)
class Group:
    """Cards of one invariant, weight and explanation; `first` has what they share."""

    cards: tuple[Card, ...]

    @property
    def first(self) -> Card:
        """The card that speaks for all."""
        return self.cards[0]


@dataclass(frozen=True)
class Facets:
    """What a page can be filtered by: each word, in order, with the number of cards that have it."""

    words: dict[str, int]
    invariants: dict[str, int]
    files: dict[str, int]
    owners: dict[str, int]


def card(finding: Finding, excerpts: Excerpts, locate: Locate, remark: str = "") -> Card:
    """The card of one finding."""
    path = stops(finding, excerpts, locate)
    return Card(
        finding=finding,
        word="undecided" if finding.verdict is Verdict.UNKNOWN else finding.severity.value,
        path=locate(finding.file, outside=finding.outside) if finding.file else "",
        owner=finding.symbol.partition(".")[0],
        stops=path,
        drawing=drawing(path),
        remark=remark,
    )


def grouped(cards: Iterable[Card]) -> tuple[Group, ...]:
    """Cards that follow each other and say the same of different places, as one group each."""
    return tuple(Group(tuple(group)) for _, group in groupby(cards, key=_said))


def facets(cards: Sequence[Card]) -> Facets:
    """What these cards can be filtered by; words by weight, the others by name."""
    words = Counter(each.word for each in cards)
    order = [*(severity.value for severity in reversed(Severity)), "undecided"]
    return Facets(
        {word: words[word] for word in order if words[word]},
        _counted(each.finding.invariant for each in cards),
        _counted(each.path for each in cards),
        _counted(each.owner for each in cards),
    )


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(filter(None, names)).items()))


def _said(each: Card) -> tuple[object, ...]:
    told = each.finding
    return each.word, told.invariant, told.verdict, told.says, told.why, told.remedy
