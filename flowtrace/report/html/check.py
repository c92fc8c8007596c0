"""The answer of `check` -> the page."""

from __future__ import annotations

from functools import partial

from flowtrace.findings import Report, Verdict
from flowtrace.report import counts, places
from flowtrace.report.html.cards import Card, card, facets, grouped
from flowtrace.report.html.matrix import matrix
from flowtrace.report.html.render import rendered

_WORDS = {
    Verdict.HOLDS: "held",
    Verdict.BROKEN: "broke",
    Verdict.UNKNOWN: "undecided",
    Verdict.NOT_APPLICABLE: "did not apply",
    Verdict.UNBOUND: "unbound",
}


def report(answer: Report, *, hidden: bool = False) -> str:
    """The whole page; with `hidden` it lists what is suppressed or in the baseline, too."""
    made = partial(card, excerpts=answer.excerpts, locate=partial(places.path, answer))
    found = [made(each) for each in answer.findings]
    undecided = [made(each) for each in answer.undecided]
    put_aside = [
        *(
            made(each.finding, remark=f"suppressed: {each.reason} [{each.place}]")
            for each in answer.suppressed
        ),
        *(made(each, remark="in the baseline") for each in answer.inherited),
    ]
    cards: list[Card] = [*found, *undecided, *(put_aside if hidden else ())]
    tallies = answer.tallies.values()
    return rendered(
        "check.html",
        answer=answer,
        severities=counts.by_severity(answer.findings),
        invariants=_spelt(counts.by_invariant(tallies)),
        judgements=_spelt(counts.by_judgement(tallies)),
        verdicts=list(_WORDS.values()),
        tallies={name: list(counts.given(tally).values()) for name, tally in answer.tallies.items()},
        sections={
            "Findings": grouped(found),
            "Undecided": grouped(undecided),
            "Not counted": grouped(put_aside) if hidden else (),
        },
        facets=facets(cards),
        anchors=anchors(cards),
        targets=matrix(answer.targets) if answer.targets else None,
    )


def anchors(cards: list[Card]) -> dict[str, str]:
    """Invariant or class -> the id of the first card about it, for links from the tables."""
    found: dict[str, str] = {}
    for each in cards:
        for name in (each.finding.invariant, each.owner):
            found.setdefault(name, each.id)
    return found


def _spelt(numbers: dict[Verdict, int]) -> str:
    told = [f"{count:,} {_WORDS[verdict]}" for verdict, count in numbers.items() if count]
    return ", ".join(told) or "none asked"
