"""A tree and the faults its specs list -> how many are found, and what is told of edits that change nothing.

Only the edited file is read anew; only the invariants concerned are asked. It makes no edits itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flowtrace.binding import Binding, Subject
from flowtrace.checks.run import KINDS, Checking
from flowtrace.facts import Source
from flowtrace.findings import Judgement, Verdict
from flowtrace.graph.program import Program
from flowtrace.rewrite.mutants import Asked, Mutant, Planter
from flowtrace.rewrite.slices import Slice, Slices
from flowtrace.scores import Score, Scores, Trial
from flowtrace.sources import open_tree
from flowtrace.spec.load import load_engines, load_specs, shipped
from flowtrace.spec.model import Clause, Invariant, Specs
from flowtrace.spec.selection import matching
from flowtrace.spec.versions import in_range

Progress = Callable[[str, int, int], None]
_TOLD = (Verdict.BROKEN, Verdict.UNBOUND)
_LINE = re.compile(r":\d+(:\d+)?|@\d+")


def mutate(
    tree: str,
    select: Sequence[str] = (),
    operators: Collection[str] = (),
    limit: int = 0,
    *,
    specs: Sequence[Path] = (),
    engine: str | None = None,
    as_version: str | None = None,
    progress: Progress | None = None,
) -> Scores:
    """The scores of the selected invariants in a tree; at most `limit` places for each operator of each."""
    folders = [shipped(), *specs]
    chosen_engine, opened = open_tree(tree, load_engines(folders), engine=engine, as_version=as_version)
    loaded = load_specs(chosen_engine, folders)
    laboratory = Laboratory(opened.sources, loaded, opened.version)
    scores = []
    listed = [one for one in matching(loaded.invariants, select) if select or one.id in loaded.mutants]
    for invariant in listed:
        scores.append(laboratory.scored(invariant, operators, limit, progress))
    return Scores(opened.name, opened.package, opened.version, tuple(scores))


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
        self,
        invariant: Invariant,
        operators: Collection[str] = (),
        limit: int = 0,
        progress: Progress | None = None,
    ) -> Score:
        """Plant the faults of one invariant, make the edits that change nothing, and ask after each."""
        reason = self._unasked(invariant)
        if reason:
            return Score(invariant.id, invariant.refs, reason=reason)
        asked = self._asked(invariant)
        trials: dict[bool, list[Trial]] = {False: [], True: []}
        for mutant in self._planter.mutants(invariant, asked, operators, limit):
            trials[mutant.equivalent].append(self._tried(mutant, invariant))
            if progress:
                progress(invariant.id, len(trials[False]) + len(trials[True]), 0)
        if not trials[False]:
            reason = "no place was found" if asked.pairs else "it holds for nothing here"
        return Score(invariant.id, invariant.refs, tuple(trials[False]), tuple(trials[True]), reason)

    def _unasked(self, invariant: Invariant) -> str:
        """Why nothing can be planted against an invariant; empty when something can."""
        missing = sorted({kind for clause in invariant.clauses for kind in clause.kinds if kind not in KINDS})
        if missing:
            return f"not asked: {', '.join(missing)}"
        if invariant.needs or all(clause.needs for clause in invariant.clauses):
            return "it needs a draft"
        if not in_range(invariant.since, invariant.until, self.version):
            return "not asked of this release"
        return "" if invariant.id in self.specs.mutants else "no faults are listed for it"

    def _asked(self, invariant: Invariant) -> Asked:
        """The clauses and subjects for which the tree itself keeps the invariant."""
        pairs: list[tuple[Clause, Subject]] = []
        failing: set[str] = set()
        for clause in invariant.clauses:
            if clause.needs or not in_range(clause.since, clause.until, self.version):
                continue
            judged = self._judged(self.binding, replace(invariant, clauses=(clause,)))
            own = [one for one in judged if one.invariant == invariant.id]
            held = {one.subject for one in own if one.verdict is Verdict.HOLDS}
            failing |= {one.subject for one in own if one.verdict is not Verdict.HOLDS}
            if clause.subject:
                pairs += [(clause, one) for one in self.binding.subjects(clause.subject) if one.key in held]
        return Asked(tuple(pairs), frozenset(failing))

    def _tried(self, mutant: Mutant, invariant: Invariant) -> Trial:
        parts = self._slices.around(mutant.file)
        # A fault that shows in the narrow part shows; that an edit changes nothing takes the wide one.
        for part in parts[-1:] if mutant.equivalent else parts:
            before = self._unedited(part, invariant)
            after = self._judged(self._bound(part.replaced(mutant.source)), invariant)
            news = _news(before, after, _by_file if mutant.equivalent else _by_message)
            if news:
                break
        own = [one for one in news if one.invariant == invariant.id]
        return Trial(
            operator=mutant.operator,
            file=mutant.file,
            line=mutant.line,
            symbol=mutant.symbol,
            told=tuple(one.finding.message for one in own or news if one.finding),
            by=news[0].invariant if news and not own else "",
            undecided=_unknown(after) > _unknown(before),
        )

    def _unedited(self, part: Slice, invariant: Invariant) -> list[Judgement]:
        key = (invariant.id, *part.left_out)
        if key not in self._before:
            self._before[key] = self._judged(self._bound(part.program), invariant)
        return self._before[key]

    def _bound(self, program: Program) -> Binding:
        return Binding(program, self.specs, self.version)

    def _judged(self, binding: Binding, invariant: Invariant) -> list[Judgement]:
        chosen = {one.id: one for one in self._with_earlier(invariant)}
        return list(Checking(binding).judgements(chosen.values()))

    def _with_earlier(self, invariant: Invariant) -> Iterator[Invariant]:
        """The invariant and those that are told in its place where they are broken."""
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


def _by_message(one: Judgement) -> tuple[str, ...]:
    """A finding by what it says, without lines: they move with the edit."""
    message = one.finding.message if one.finding else ""
    return (one.invariant, _LINE.sub("", one.subject), _LINE.sub("", message))


def _by_file(one: Judgement) -> tuple[str, ...]:
    """A finding by its file alone: it may name a local or a method that the edit brought in."""
    return (one.invariant, one.subject.partition("::")[0])


def _unknown(judgements: Iterable[Judgement]) -> int:
    return sum(one.verdict is Verdict.UNKNOWN for one in judgements)
