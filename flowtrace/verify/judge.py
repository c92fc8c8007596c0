"""What a probe saw and what was said before -> one outcome: confirmed, refuted, seen or inconclusive.

A verdict about other code than was checked is no verdict: then it is inconclusive, whatever was seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from flowtrace.findings import Severity, Verdict
from flowtrace.outcomes import Outcome, Seen, Standing
from flowtrace.spec.model import Invariant
from flowtrace.verify.catalogue import Probe
from flowtrace.verify.protocol import Answer
from flowtrace.verify.static import Said, Static, Subject

_ORDER = (Standing.REFUTED, Standing.CONFIRMED, Standing.SEEN, Standing.INCONCLUSIVE)


def outcome(
    answer: Answer,
    probe: Probe,
    invariants: Sequence[Invariant],
    static: Static | None,
    differing: Collection[str],
) -> Outcome:
    """How `answer` stands to the static verdict; `differing` are files that are not those of the tree."""
    meant = [each for each in invariants if answer.demand == each.id or answer.demand in each.refs]
    said = _said(answer, probe, meant, static)
    verdict = said.verdict if isinstance(said, Said) else said
    open_because = _other_code(answer, differing) or _other_ways(answer, verdict)
    return Outcome(
        demand=answer.demand,
        invariant=said.invariant if isinstance(said, Said) else _only(meant),
        file=answer.file,
        line=answer.line,
        symbol=answer.symbol,
        static=verdict,
        seen=answer.seen,
        standing=Standing.INCONCLUSIVE if open_because else _standing(verdict, answer.seen),
        severity=said.severity if isinstance(said, Said) else _severity(meant),
        saw=answer.saw,
        probe=probe.id,
        evidence=answer.evidence,
        reason=open_because,
    )


def ordered(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Refuted first, then confirmed; broken before holding; then by demand and place."""
    return tuple(sorted(outcomes, key=_rank))


def _rank(outcome: Outcome) -> tuple[object, ...]:
    return (
        _ORDER.index(outcome.standing),
        outcome.seen is not Seen.BROKEN,
        outcome.demand,
        outcome.file,
        outcome.symbol,
        outcome.probe,
    )


def _said(
    answer: Answer, probe: Probe, meant: Sequence[Invariant], static: Static | None
) -> Said | Verdict | None:
    if static is None or (answer.of_checkpoint and not probe.needs):
        return None  # a checkpoint made up by a probe, which nobody checked
    ids = [each.id for each in meant]
    return static.of(ids, Subject(answer.file, answer.symbol), by_class=probe.by_class)


def _standing(static: Verdict | None, seen: Seen) -> Standing:
    if seen is Seen.INCONCLUSIVE:
        return Standing.INCONCLUSIVE
    if static not in (Verdict.HOLDS, Verdict.BROKEN):
        return Standing.SEEN
    return Standing.CONFIRMED if static.value == seen.value else Standing.REFUTED


def _other_code(answer: Answer, differing: Collection[str]) -> str | None:
    if answer.seen is Seen.INCONCLUSIVE:
        return None
    cited = [answer.file, *(step.file for step in answer.evidence)]
    other = next((each for each in cited if each in differing), None)
    return f"{other} that ran is not the one of the tree" if other else None


def _other_ways(answer: Answer, static: Verdict | None) -> str | None:
    """A demand may be broken on a way that was not run: that it holds on another is no refutation."""
    if answer.ways and answer.seen is Seen.HOLDS and static is Verdict.BROKEN:
        return f"it was run {answer.ways} only, and held: {answer.saw}"
    return None


def _only(meant: Sequence[Invariant]) -> str | None:
    return meant[0].id if len(meant) == 1 else None


def _severity(meant: Sequence[Invariant]) -> Severity:
    """The least that the specs give to any subject; a question of no spec weighs as an error."""
    words = [
        word
        for each in meant
        for word in (each.severity.values() if isinstance(each.severity, dict) else [each.severity])
    ]
    return min((Severity(word) for word in words), key=lambda each: each.rank, default=Severity.ERROR)
