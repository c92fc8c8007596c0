"""Invariants to judgements: each clause asked of each subject, the worst answer kept, `after` obeyed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flowtrace.binding import Binding, Subject
from flowtrace.checks import (
    agree,
    assigned,
    does,
    equals,
    feeds,
    flows,
    has,
    loads,
    on_files,
    order,
    reads,
    returns,
)
from flowtrace.checks.focus import Focus
from flowtrace.checks.question import Answer, Question, not_applicable
from flowtrace.checks.yours import DRAFT, Yours, asks_of_all_tensors
from flowtrace.errors import AskingError, OutOfTime, place_of
from flowtrace.findings import Confirmed, Finding, Judgement, Severity, Step, Verdict
from flowtrace.flow.run import Stopped
from flowtrace.spec.model import Clause, Invariant
from flowtrace.spec.versions import in_range

Ask = Callable[[Question, Any], Answer]
KINDS: dict[str, Ask] = {
    "has": has.ask,
    "does": does.does,
    "never": does.never,
    "flows": flows.ask,
    "feeds": feeds.ask,
    "returns": returns.ask,
    "equals": equals.ask,
    "loads": loads.ask,
    "order": order.ask,
    "assigned": assigned.ask,
    "agree": agree.ask,
    "reads": reads.ask,
}
_WORST = (Verdict.BROKEN, Verdict.UNKNOWN, Verdict.HOLDS, Verdict.NOT_APPLICABLE)
_UNREACHED = Answer(Verdict.UNKNOWN, "the time given to this run was up before this was decided")


@dataclass
class Checking:
    """One run of invariants over a binding and what a user has in hand; remembers what broke, for `after`.

    `late` when the binding's limits ended it: what was not decided until then is unknown.
    """

    binding: Binding
    named: frozenset[str] = frozenset()
    broken: dict[str, set[str]] = field(default_factory=dict)
    causes: dict[str, list[Step]] = field(default_factory=dict)  # what is broken for classes the user named
    yours: Yours = field(default_factory=Yours)
    focus: Focus | None = None
    late: bool = False

    def judgements(self, invariants: Iterable[Invariant]) -> Iterator[Judgement]:
        """The verdict of each invariant for each of its subjects.

        Those that one comes `after` are asked before it, silently when they are not chosen themselves: what a
        user selects or ignores never makes a finding of what another fault explains.
        """
        chosen = tuple(invariants)
        told = {invariant.id for invariant in chosen}
        for invariant in _ordered(chosen, self.binding.specs.invariants):
            judged = self._in_time(invariant)
            yield from (judgement for judgement in judged if invariant.id in told)

    def _in_time(self, invariant: Invariant) -> Iterator[Judgement]:
        """The verdicts of an invariant, or that it is undecided: the time was up before its subjects were found."""
        try:
            yield from self._invariant(invariant)
        except OutOfTime:
            self.late = True
            yield _unreached(invariant)

    def _invariant(self, invariant: Invariant) -> Iterator[Judgement]:
        clauses = self._clauses(invariant)
        if clauses:
            self.binding.asker.limits.keep()
        if clauses and all("checkpoint" in clause.kinds for clause in clauses):
            yield from self._on_files(invariant, clauses)
            return
        if any(map(asks_of_all_tensors, invariant.clauses)) and self._unregistered():
            yield on_files.unregistered(invariant, self.yours)
        if not clauses:
            yield Judgement(invariant.id, "", Verdict.NOT_APPLICABLE)
            return
        answers: dict[str, list[tuple[Question, Answer]]] = {}
        unbound: list[Clause] = []
        for clause in clauses:
            found = list(self._questions(invariant, clause))
            if not found and not clause.needs and not self._may_be_missing(clause):
                unbound.append(clause)
            for question in filter(self._concerns, found):
                answers.setdefault(question.subject.key, []).append((question, self._answer(question)))
        for key, given in answers.items():
            yield from self._judge(invariant, key, given)
        if unbound and len(unbound) == len(clauses):
            yield _unbound(self.binding, invariant, unbound[0])
        elif not answers:
            yield Judgement(invariant.id, "", Verdict.NOT_APPLICABLE)

    def _on_files(self, invariant: Invariant, clauses: list[Clause]) -> Iterator[Judgement]:
        judged = list(on_files.judgements(invariant, clauses, self.yours))
        key = judged[0].subject
        if self._explained(invariant, key):
            yield Judgement(invariant.id, key, Verdict.NOT_APPLICABLE)
            return
        if judged[0].verdict is Verdict.BROKEN:
            self.broken.setdefault(invariant.id, set()).add(key)
        yield from judged

    def _clauses(self, invariant: Invariant) -> list[Clause]:
        """The clauses that this release and what is in hand give reason to ask."""
        version = self.binding.version
        if not in_range(invariant.since, invariant.until, version):
            return []
        found = []
        for clause in invariant.clauses:
            needs = clause.needs or invariant.needs
            asked = self.yours.narrowed(clause, needs) if needs else self._in_their_worlds(clause)
            if asked is not None and in_range(clause.since, clause.until, version):
                found.append(asked)
        return found if found and self._has_cause(invariant) else []

    def _in_their_worlds(self, clause: Clause) -> Clause | None:
        """A clause without the worlds that the pair in hand is not like; None when none is left."""
        if self.focus is None or self.yours.draft is None:
            return clause
        strange = self.focus.strange
        given = tuple(world for world in clause.given if world not in strange)
        cases = clause.kinds.get("equals", {}).get("cases", ())
        left = [case for case in cases if not case.get("given") or set(case["given"]) - strange]
        if clause.when and not self.yours.meets(clause.when):
            return None
        if not given or (cases and not left):
            return None
        kinds = (
            {**clause.kinds, "equals": {**clause.kinds["equals"], "cases": left}} if cases else clause.kinds
        )
        return replace(clause, given=given, kinds=kinds)

    def _has_cause(self, invariant: Invariant) -> bool:
        """Whether what an invariant follows from is broken for a class that the user named."""
        if not invariant.because or any(earlier in self.causes for earlier in invariant.because):
            return True
        self.binding.asker.limits.keep()  # else it may not have been asked
        return False

    def _subjects(self, clause: Clause) -> list[Subject]:
        """What a clause is asked of; where it needs a draft or a target, the class picked for that one."""
        found = self.binding.subjects(clause.subject)
        if not clause.needs:
            return found
        picked = (self.yours.architecture,) if clause.needs == DRAFT else self.yours.targets
        return [subject for subject in found if question_class(subject) in picked]

    def _unregistered(self) -> bool:
        """Whether there is a draft in hand whose class this release does not register."""
        names = {cls.name for _, cls in self.binding.registered()} if self.yours.draft else None
        return names is not None and self.yours.architecture not in names

    def _questions(self, invariant: Invariant, clause: Clause) -> Iterator[Question]:
        """One question for each subject; for `agree`, for each subject of each of its places."""
        if "agree" not in clause.kinds:
            for subject in self._subjects(clause):
                yield Question(self.binding, invariant, clause, subject)
            return
        for place in clause.kinds["agree"]:
            alone = replace(clause, kinds={"agree": [place]})
            for subject in agree.subjects_of(self.binding, place["at"]):
                yield Question(self.binding, invariant, alone, subject)

    def _concerns(self, question: Question) -> bool:
        return self.focus is None or self.focus.takes(question.subject)

    def _may_be_missing(self, clause: Clause) -> bool:
        if "agree" in clause.kinds:
            return False
        return self.binding.optional(clause.subject)

    def _answer(self, question: Question) -> Answer:
        earlier = self._explained(question.invariant, question.subject.owner)
        if earlier:
            return not_applicable(f"{earlier} is broken for it")
        if not self.binding.program.readable(question.subject.file):
            return Answer(Verdict.UNKNOWN, "Python can't parse this file")
        unbuilt = question.unbuilt()
        if unbuilt:
            return not_applicable(unbuilt)
        worst: Answer | None = None
        for kind, body in question.clause.kinds.items():
            try:
                self.binding.asker.limits.keep()
                answer = KINDS[kind](question, body)
            except OutOfTime:
                self.late = True
                return _UNREACHED
            except Stopped as end:
                answer = Answer(Verdict.UNKNOWN, str(end) or "a path that raises", end.place)
            except RecursionError:
                answer = Answer(Verdict.UNKNOWN, "nested too deeply to evaluate")
            except Exception as error:
                asked = f"{question.invariant.id}, asked of {question.subject.key}"
                raise AskingError(f"{asked}: {type(error).__name__}: {error}", place_of(error)) from error
            # Of two equal answers the later one counts: what is done wrongly says more than what is left out.
            if worst is None or _WORST.index(answer.verdict) <= _WORST.index(worst.verdict):
                worst = answer
        assert worst is not None
        return worst

    def _explained(self, invariant: Invariant, owner: str) -> str:
        """The earlier invariant that is broken for an owner, so that this one is not asked; else empty."""
        for earlier in invariant.after:
            if owner in self.broken.get(earlier, ()):
                # What comes after this invariant in turn is not asked either: one fault, one finding.
                self.broken.setdefault(invariant.id, set()).add(owner)
                return earlier
        return ""

    def _judge(
        self, invariant: Invariant, key: str, asked: list[tuple[Question, Answer]]
    ) -> Iterator[Judgement]:
        worst = min((answer.verdict for _, answer in asked), key=_WORST.index)
        if worst is Verdict.BROKEN:
            self._remember(invariant, *next((q, a) for q, a in asked if a.verdict is worst))
        if worst not in (Verdict.BROKEN, Verdict.UNKNOWN):
            held = worst is Verdict.HOLDS and next(
                (a for q, a in asked if q.clause.needs and a.message), None
            )
            confirmed = Confirmed(invariant.id, invariant.refs, held.message, held.steps) if held else None
            yield Judgement(invariant.id, key, worst, confirmed=confirmed)
            return
        told = set()
        for question, answer in asked:
            said = (answer.message, answer.place)
            if answer.verdict is worst and said not in told:  # two clauses may fail in one way
                told.add(said)
                yield Judgement(invariant.id, key, worst, self._finding(question, answer))

    def _remember(self, invariant: Invariant, question: Question, answer: Answer) -> None:
        """What is broken, for those that come after it; of a class the user named also in words."""
        subject = question.subject
        self.broken.setdefault(invariant.id, set()).add(subject.owner)
        if subject.owner.rpartition("::")[2] in self.named:
            told = Step(subject.file, subject.line, subject.symbol, answer.message, invariant.id)
            self.causes.setdefault(invariant.id, []).append(told)

    def _of_some_drafts(self, question: Question, answer: Answer) -> bool:
        """Whether it depends on a draft that nobody has given: no reason to weigh a finding as one's own.

        It does where it is so in a world that stands for some drafts, and of one class of drafts among several.
        """
        if self.yours.draft is not None:
            return False
        clause, worlds = question.clause, self.binding.specs.worlds
        world = worlds.get(answer.world or clause.given[0])
        if world is not None and world.like:
            return True
        a_draft = question.subject.cls is not None and question.subject.role.split(".")[0] == DRAFT
        return a_draft and len(self.binding.subjects(clause.subject)) > 1

    def _finding(self, question: Question, answer: Answer) -> Finding:
        subject, invariant = question.subject, question.invariant
        place = answer.place
        named = bool({subject.symbol, question_class(subject)} & self.named)
        some = self._of_some_drafts(question, answer)
        return Finding(
            invariant=invariant.id,
            refs=invariant.refs,
            severity=severity(question, named and not some),
            verdict=answer.verdict,
            file=place.file if place else subject.file,
            line=place.line if place else subject.line,
            column=place.column if place else subject.column,
            symbol=place.symbol if place else subject.symbol,
            message=answer.message,
            says=invariant.says,
            why=invariant.why,
            remedy=" ".join(filter(None, (answer.remedy, invariant.remedy))),
            evidence=(
                *(step for each in invariant.because for step in self.causes.get(each, ())),
                *answer.steps,
            ),
            named=named,
            subject=subject.key,
            unreached=answer is _UNREACHED,
            some_drafts=some,
        )


def question_class(subject: Subject) -> str:
    """The name of the class a subject is or belongs to; empty for a free function."""
    cls = subject.cls or (subject.function.owner if subject.function else None)
    return cls.name if cls else ""


def severity(question: Question, named: bool) -> Severity:
    """How much a finding weighs: by the clause, the subject's role, or whether the user named it."""
    given = question.clause.severity or question.invariant.severity
    if isinstance(given, Mapping):
        if named and "named" in given:
            given = given["named"]
        else:
            by = [question.clause.name, question.subject.role, "default"]
            given = next((given[name] for name in by if name in given), "error")
    return Severity(given)


def _ordered(chosen: Iterable[Invariant], known: Iterable[Invariant]) -> list[Invariant]:
    """The chosen invariants by id, each behind those of the known ones that it comes after."""
    by_id = {invariant.id: invariant for invariant in (*known, *chosen)}
    seen: set[str] = set()
    result: list[Invariant] = []

    def place(invariant: Invariant) -> None:
        if invariant.id in seen:
            return
        seen.add(invariant.id)
        for earlier in (*invariant.after, *invariant.because):
            if earlier in by_id:
                place(by_id[earlier])
        result.append(invariant)

    for invariant in sorted(chosen, key=lambda one: one.id):
        place(invariant)
    return result


def _unbound(binding: Binding, invariant: Invariant, clause: Clause) -> Judgement:
    """That an invariant has nothing to ask in a release in which it should."""
    role = clause.subject if isinstance(clause.subject, str) else "what it is asked about"
    # No path and no line: a message is part of the fingerprint.
    where = f" (bound in the engine file as roles.{role})" if role in binding.engine.roles else ""
    message = f"nothing in this release is {role}{where}: the code has moved, or the role is out of date"
    return _of_nobody(invariant, Severity.ERROR, Verdict.UNBOUND, message)


def _unreached(invariant: Invariant) -> Judgement:
    """That an invariant was not asked, for want of time."""
    given = invariant.severity
    weight = given.get("default", "error") if isinstance(given, Mapping) else given
    return _of_nobody(invariant, Severity(weight), Verdict.UNKNOWN, _UNREACHED.message, unreached=True)


def _of_nobody(
    invariant: Invariant, severity: Severity, verdict: Verdict, message: str, *, unreached: bool = False
) -> Judgement:
    """A finding about an invariant as a whole, at no place."""
    finding = Finding(
        invariant=invariant.id,
        refs=invariant.refs,
        severity=severity,
        verdict=verdict,
        file="",
        line=0,
        column=0,
        symbol="",
        message=message,
        says=invariant.says,
        why=invariant.why,
        remedy=invariant.remedy,
        unreached=unreached,
    )
    return Judgement(invariant.id, "", verdict, finding)
