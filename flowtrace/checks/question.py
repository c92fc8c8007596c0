"""What each kind of check is given and gives back: a question, and its answer with the path that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flowtrace.binding import Binding, Subject
from flowtrace.findings import Step, Verdict
from flowtrace.flow import members
from flowtrace.flow.ask import Outcome
from flowtrace.flow.assumptions import Assumptions
from flowtrace.flow.paths import Mark
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Event, Test, events
from flowtrace.flow.values import Closure, Object, Place, Value, describe
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.spec.model import Clause, Invariant


@dataclass(frozen=True)
class Answer:
    """A verdict; for a broken or unknown one what is wrong here, where, and the steps that show it.

    `place` None means the subject itself. `remedy` is what to do about it here, before what the spec advises;
    one that holds may have a message and steps too. `world` is the one in which it is so, where the clause is
    asked in several.
    """

    verdict: Verdict
    message: str = ""
    place: Place | None = None
    steps: tuple[Step, ...] = ()
    remedy: str = ""
    world: str = ""


HOLDS = Answer(Verdict.HOLDS)


def worst(answers: Sequence[Answer]) -> Answer:
    """The answer that counts of several: broken before unknown before holds; the first of equal ones."""
    order = (Verdict.BROKEN, Verdict.UNKNOWN, Verdict.HOLDS, Verdict.NOT_APPLICABLE)
    return min(answers, key=lambda answer: order.index(answer.verdict))


def not_applicable(reason: str) -> Answer:
    """The question does not arise, and why."""
    return Answer(Verdict.NOT_APPLICABLE, reason)


def unknown(reason: str, place: Place | None = None) -> Answer:
    """It could not be told, and why."""
    return Answer(Verdict.UNKNOWN, reason, place)


@dataclass(frozen=True)
class Question:
    """One clause of an invariant asked of one subject."""

    binding: Binding
    invariant: Invariant
    clause: Clause
    subject: Subject

    def assumptions(
        self, world: str | None = None, assume: Mapping[str, Any] | None = None, config: str | None = None
    ) -> Assumptions:
        """The clause's assumptions, in a world (its first one when none is named)."""
        merged = {**self.clause.assume, **(assume or {})}
        return self.binding.assumptions(merged, world or self.clause.given[0], config=config)

    def instance(
        self, world: str | None = None, assume: Mapping[str, Any] | None = None
    ) -> tuple[Run, Object]:
        """The subject's class constructed in a world and prepared as the clause says."""
        cls = self.cls
        role = self.binding.config_role(self.subject.role)
        run, subject = self.binding.asker.built(cls, self.assumptions(world, assume), role)
        for member, arguments in self.clause.prepared.items():
            run.prepared[member] = self.prepare(run, subject, member, arguments)
        return run, subject

    def prepare(self, run: Run, subject: Object, member: str, arguments: Mapping[str, Any]) -> Outcome | None:
        """Call a member of an instance on its run; None when it has none."""
        method = self.binding.asker.reached(run, subject, self.binding.names(member))
        if method is None:
            return None
        given = by_position(method.function.header.parameters, arguments)
        return self.binding.asker.call(run, subject, method, given, eager=True)

    def alone(
        self, member: str, arguments: Mapping[str, Any], world: str | None = None,
        assume: Mapping[str, Any] | None = None,
    ) -> Outcome | None:  # fmt: skip
        """What a member does on an instance that nothing has prepared; kept, as several invariants ask for it."""
        assumptions = self.assumptions(world, assume)
        key = (self.cls, id(assumptions), "alone", member, repr(arguments))
        if key not in self.binding.outcomes:
            role = self.binding.config_role(self.subject.role)
            run, subject = self.binding.asker.built(self.cls, assumptions, role)
            self.binding.outcomes[key] = self.prepare(run, subject, member, arguments)
        return self.binding.outcomes[key]

    @property
    def cls(self) -> ClassSymbol:
        """The class that is asked, or that owns the function that is."""
        cls = self.subject.cls or (self.subject.function.owner if self.subject.function else None)
        assert cls is not None
        return cls

    def unbuilt(self) -> str:
        """Why no object of the class whose method is asked exists under the clause's assumptions; else empty."""
        function = self.subject.function
        if function is None or function.owner is None or function.name == "__init__":
            return ""
        return self.binding.never_built(function.owner, self.assumptions())

    def outcome(self, world: str | None = None, assume: Mapping[str, Any] | None = None) -> Outcome | None:
        """What the asked function does: the subject itself, or the class's method that `in` names."""
        if self.subject.cls is None:
            assert self.subject.function is not None
            return self.binding.asked(
                self.subject.function, self.assumptions(world, assume), self.clause.arguments
            )
        if self.clause.method is None and {"does", "never"} & set(self.clause.kinds):
            init = self.binding.program.method(self.cls, "__init__")
            return self.binding.asked(init, self.assumptions(world, assume)) if init else None
        # Several invariants ask the same method of the same class in the same way: it is evaluated once.
        asked = (self.clause.method or self.binding.asker.rules.called, repr(self.clause.arguments))
        key = (self.cls, id(self.assumptions(world, assume)), repr(self.clause.prepared), *asked)
        if key not in self.binding.outcomes:
            run, subject = self.instance(world, assume)
            run.channel_reads.clear()
            run.memberships.clear()
            self.binding.outcomes[key] = self.method_outcome(run, subject)
        return self.binding.outcomes[key]

    def outcomes(self, world: str | None = None, assume: Mapping[str, Any] | None = None) -> list[Outcome]:
        """What happens to the subject; to a call in a free function, in each of that one's callers."""
        own = self.outcome(world, assume)
        if self.subject.event is None or self.subject.function is None:
            return [] if own is None else [own]
        assumptions = self.assumptions(world, assume)
        around = [self.binding.asked(f, assumptions) for f in self.binding.callers(self.subject.function)]
        entering = [o for o in around if any(isinstance(e.callee, Closure)
                                             and e.callee.function == self.subject.function
                                             for e in events(o.trace))]  # fmt: skip
        return entering or ([] if own is None else [own])

    def method_outcome(self, run: Run, subject: Object) -> Outcome | None:
        """What the method that `in` names (else the entry) does, called on an instance; None without one."""
        method = self.clause.method
        owner: Value = subject
        if method is None or method == self.binding.asker.rules.called:
            closure = self.binding.entry(run, subject)
        else:
            *chain, last = self._path(method)
            for name in chain:
                owner = members.read(run, owner, name, subject.place or NOWHERE)
            closure = self.binding.asker.reached(run, owner, [last]) if isinstance(owner, Object) else None
        if closure is None:
            return None
        # A draft's own methods are few and small: whatever they call is entered.
        eager = self.subject.role.split(".")[0] == "draft"
        return self.binding.asker.call(run, subject, closure, self.clause.arguments, eager=eager)

    def _path(self, method: str) -> list[str]:
        if method in self.binding.engine.roles:
            return [self.binding.names(method)[0]]
        return method.split(".")


NOWHERE = Place("", 0, 0, "")


def by_position(parameters: Sequence[Any], arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Arguments under the parameter names that a definition gives them: the first ones, when names differ."""
    names = [p.name for p in parameters if p.kind in ("positional", "keyword")]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    renamed = {}
    for position, (name, value) in enumerate(arguments.items()):
        renamed[name if name in names or position >= len(names) else names[position]] = value
    return renamed


# --- evidence


def step(place: Place, what: str, guard: str | None = None) -> Step:
    """One step of evidence at a place."""
    return Step(place.file, place.line, place.symbol, what, guard)


def shown(marks: Sequence[Mark]) -> tuple[Step, ...]:
    """The tests and matched events of a path as evidence, repeats left out."""
    steps: list[Step] = []
    for mark in marks:
        one = _event_step(mark) if isinstance(mark, Event) else _test_step(*mark)
        if one not in steps:
            steps.append(one)
    return tuple(steps)


def _test_step(test: Test, outcome: bool) -> Step:
    return step(test.place, f"{test.text} is {str(outcome).lower()}", test.why or None)


def _event_step(event: Event) -> Step:
    if event.kind == "call":
        return step(event.place, f"calls {event.chain or event.name}")
    if event.kind == "write":
        value = f" = {describe(event.result)}" if event.result is not None else ""
        return step(event.place, f"writes {event.chain}{value}")
    return step(event.place, event.kind)


def undecided(marks: Sequence[Mark]) -> str:
    """Which tests of a path could not be resolved, for the reason of an unknown verdict."""
    for mark in marks:
        if isinstance(mark, tuple) and mark[0].outcome is None and not mark[0].free:
            return f"{mark[0].text} ({mark[0].place.file}:{mark[0].place.line}) could not be resolved"
    return "a test on the way could not be resolved"
