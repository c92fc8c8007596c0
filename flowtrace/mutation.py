"""A tree and the faults its specs list -> how many are found, and what is told of edits that change nothing.

Only the edited file is read anew; only the invariants concerned are asked. It makes no edits itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from flowtrace.binding import Binding
from flowtrace.checks.run import KINDS, Checking
from flowtrace.facts import Source
from flowtrace.findings import Judgement, Verdict
from flowtrace.graph.program import Program
from flowtrace.rewrite.mutants import Asked, Mutant, Planter
from flowtrace.rewrite.slices import Slices
from flowtrace.spec.model import Invariant, Specs
from flowtrace.spec.versions import in_range

_TOLD = (Verdict.BROKEN, Verdict.UNBOUND)
_LINE = re.compile(r":\d+(:\d+)?|@\d+")


@dataclass(frozen=True)
class Trial:
    """One mutant, what was newly told of it, and by which invariant where an earlier one spoke for it."""

    mutant: Mutant
    told: tuple[str, ...] = ()
    by: str = ""
    undecided: bool = False  # what held before can no longer be told


@dataclass(frozen=True)
class Score:
    """How one invariant did; `reason` says why nothing could be planted."""

    invariant: str
    faults: tuple[Trial, ...] = ()
    equivalents: tuple[Trial, ...] = ()
    reason: str = ""

    @property
    def found(self) -> int:
        """How many of the planted faults were found."""
        return sum(bool(trial.told) for trial in self.faults)

    @property
    def missed(self) -> tuple[Trial, ...]:
        """The planted faults of which nothing was told."""
        return tuple(trial for trial in self.faults if not trial.told)

    @property
    def alarms(self) -> tuple[Trial, ...]:
        """The equivalent edits of which something was told."""
        return tuple(trial for trial in self.equivalents if trial.told)

    @property
    def undecided(self) -> tuple[Trial, ...]:
        """The equivalent edits after which something could no longer be decided."""
        return tuple(trial for trial in self.equivalents if trial.undecided and not trial.told)


@dataclass(frozen=True)
class Mutation:
    """The scores of all invariants asked about, in one tree."""

    tree: str
    engine: str
    version: str | None
    scores: tuple[Score, ...]


class Laboratory:
    """One tree under test: its own verdicts, and those of its mutants."""

    def __init__(self, sources: Sequence[Source], specs: Specs, version: str | None) -> None:
        self.specs = specs
        self.version = version
        self.binding = Binding(Program(sources), specs, version)
        self._by_id = {invariant.id: invariant for invariant in specs.invariants}
        self._slices = Slices(self.binding)
        self._planter = Planter(self.binding)
        self._before: dict[tuple[str, ...], list[Judgement]] = {}

    def scored(
        self, invariant: Invariant, operators: Collection[str], limit: int, heard: Callable[[Trial], None]
    ) -> Score:
        """Plant the faults of one invariant and ask for each."""
        reason = self._unasked(invariant)
        if reason:
            return Score(invariant.id, reason=reason)
        asked = self._asked(invariant)
        faults, equivalents = [], []
        for mutant in self._planter.violating(invariant, asked, operators, limit):
            faults.append(self._tried(mutant, invariant))
            heard(faults[-1])
        for mutant in self._planter.equivalent(invariant, asked, operators, limit):
            equivalents.append(self._tried(mutant, invariant))
            heard(equivalents[-1])
        if not faults:
            reason = "no place was found" if asked.pairs else "it holds for nothing here"
        return Score(invariant.id, tuple(faults), tuple(equivalents), reason)

    def _unasked(self, invariant: Invariant) -> str:
        missing = sorted({kind for clause in invariant.clauses for kind in clause.kinds if kind not in KINDS})
        if missing:
            return f"{', '.join(missing)} is not asked yet"
        if invariant.needs or all(clause.needs for clause in invariant.clauses):
            return "it needs a draft"
        if not in_range(invariant.since, invariant.until, self.version):
            return "it is not asked of this release"
        return "" if invariant.id in self.specs.mutants else "no faults are listed for it"

    def _asked(self, invariant: Invariant) -> Asked:
        """The clauses and subjects for which the tree itself keeps the invariant."""
        own = [one for one in self._judged(self.binding, invariant) if one.invariant == invariant.id]
        held = {one.subject for one in own if one.verdict is Verdict.HOLDS}
        failing = {one.subject for one in own if one.verdict in (Verdict.BROKEN, Verdict.UNKNOWN)}
        pairs = tuple(
            (clause, subject)
            for clause in invariant.clauses
            if clause.subject and not clause.needs and in_range(clause.since, clause.until, self.version)
            for subject in self.binding.subjects(clause.subject)
            if subject.key in held
        )
        return Asked(pairs, frozenset(failing))

    def _tried(self, mutant: Mutant, invariant: Invariant) -> Trial:
        slice_ = self._slices.around(mutant.file)
        key = (invariant.id, *slice_.outline)
        if key not in self._before:
            self._before[key] = self._judged(Binding(slice_.program, self.specs, self.version), invariant)
        program = slice_.replaced(mutant.source)
        after = self._judged(Binding(program, self.specs, self.version), invariant)
        told = _news(self._before[key], after, _as_told if not mutant.equivalent else _as_counted)
        by = {one.invariant for one in told} - {invariant.id} if told else set()
        own = [one for one in told if one.invariant == invariant.id]
        messages = tuple(one.finding.message for one in (own or told) if one.finding)
        return Trial(mutant, messages, "" if own else ", ".join(sorted(by)), _fell(self._before[key], after))

    def _judged(self, binding: Binding, invariant: Invariant) -> list[Judgement]:
        chosen = {one.id: one for one in self._with_earlier(invariant)}
        return list(Checking(binding).judgements(chosen.values()))

    def _with_earlier(self, invariant: Invariant) -> Iterable[Invariant]:
        yield invariant
        for earlier in invariant.after:
            if earlier in self._by_id and not self._unasked(self._by_id[earlier]):
                yield from self._with_earlier(self._by_id[earlier])


def _news(
    before: Iterable[Judgement], after: Iterable[Judgement], key: Callable[[Judgement], tuple[str, ...]]
) -> list[Judgement]:
    """What is told after an edit and was not before it."""
    known = Counter(key(one) for one in before if one.verdict in _TOLD)
    news = []
    for one in after:
        if one.verdict in _TOLD:
            known[key(one)] -= 1
            if known[key(one)] < 0:
                news.append(one)
    return news


def _as_told(one: Judgement) -> tuple[str, ...]:
    """A finding by what it says; lines move with the edit."""
    message = one.finding.message if one.finding else ""
    return (one.invariant, _LINE.sub("", one.subject), _LINE.sub("", message))


def _as_counted(one: Judgement) -> tuple[str, ...]:
    """A finding by whom it is told of: what it says may name the new local."""
    return (one.invariant, _LINE.sub("", one.subject))


def _fell(before: Iterable[Judgement], after: Iterable[Judgement]) -> bool:
    unknown = [sum(one.verdict is Verdict.UNKNOWN for one in judged) for judged in (before, after)]
    return unknown[1] > unknown[0]
