"""Demands on the files of the draft in hand -> judgements whose findings sit in those files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flowtrace.checks.checkpoint import Judged, judge
from flowtrace.checks.yours import Yours
from flowtrace.findings import Confirmed, Finding, Judgement, Severity, Step, Verdict
from flowtrace.spec.model import Clause, Invariant

_WORST = (Verdict.BROKEN, Verdict.UNKNOWN, Verdict.HOLDS, Verdict.NOT_APPLICABLE)


def judgements(invariant: Invariant, clauses: Sequence[Clause], yours: Yours) -> Iterator[Judgement]:
    """The verdict of an invariant's demands on the draft; of several, those with the worst answer."""
    if yours.draft is None:
        yield Judgement(invariant.id, "", Verdict.NOT_APPLICABLE)
        return
    told = [(clause, judge(clause, yours.draft, yours.target_config, yours.served)) for clause in clauses]
    worst = min((judged.verdict for _, judged in told), key=_WORST.index)
    key = yours.draft.configuration.path.name
    if worst not in (Verdict.BROKEN, Verdict.UNKNOWN):
        held = [judged for _, judged in told if judged.verdict is Verdict.HOLDS]
        yield Judgement(invariant.id, key, worst, confirmed=_confirmed(invariant, held) if held else None)
        return
    for clause, judged in told:
        if judged.verdict is worst:
            yield Judgement(invariant.id, key, worst, _finding(invariant, clause.severity, judged, key))


def unregistered(invariant: Invariant, yours: Yours) -> Judgement:
    """The judgement on a draft whose class the engine does not know: no tensor finds a parameter."""
    assert yours.draft is not None
    config = yours.draft.configuration
    name = yours.architecture
    what = f"no class here is registered as {name}" if name else "the config names no architecture"
    line = config.line(("architectures",))
    place = Step(config.path.name, line, "", f"architectures names {name or 'nothing'}")
    judged = Judged(Verdict.BROKEN, f"{what}: nothing loads this draft", place, (place,))
    key = config.path.name
    return Judgement(invariant.id, key, Verdict.BROKEN, _finding(invariant, None, judged, key))


def _confirmed(invariant: Invariant, held: Sequence[Judged]) -> Confirmed:
    message = "; ".join(dict.fromkeys(judged.message for judged in held))
    return Confirmed(
        invariant.id, invariant.refs, message, tuple(s for judged in held for s in judged.evidence)
    )


def _finding(invariant: Invariant, severity: object, judged: Judged, key: str) -> Finding:
    given = severity or invariant.severity
    if isinstance(given, Mapping):
        given = given.get("named") or given.get("default", "error")
    return Finding(
        invariant=invariant.id,
        refs=invariant.refs,
        severity=Severity(given),
        verdict=judged.verdict,
        file=judged.place.file,
        line=judged.place.line,
        column=0,
        symbol=judged.place.symbol,
        message=judged.message,
        says=invariant.says,
        why=invariant.why,
        remedy=invariant.remedy,
        evidence=judged.evidence,
        named=True,
        subject=key,
    )
