"""`order`: a function, or the methods an owner calls one after the other, do things in this order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from flowtrace.binding import events as selectors
from flowtrace.checks import wording
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, shown, step, undecided, unknown
from flowtrace.findings import Verdict
from flowtrace.flow.ask import Outcome
from flowtrace.flow.paths import CERTAIN, Matcher, misplaced
from flowtrace.flow.trace import Entered, Event, Step, events
from flowtrace.flow.values import Closure, Place, Value, ancestry
from flowtrace.graph.symbols import FunctionSymbol
from flowtrace.spec.model import Engine


def ask(question: Question, body: list[Any]) -> Answer:
    """Whether each action of the list is preceded, on every path, by the one before it."""
    reason = question.binding.never_built(question.cls, question.assumptions())
    if reason:
        return not_applicable(reason)
    trace, exhausted = _lifecycle(question)
    matchers = [_matcher(question, selector) for selector in body]
    seen = [any(match(event) for event in events(trace)) for match in matchers]
    asked = False
    for number, (first, second) in enumerate(pairwise(matchers)):
        if not seen[number + 1]:
            continue
        asked = True
        for found in misplaced(trace, first, second):
            if found.path.surety == CERTAIN:
                return _broken(
                    question, body[number : number + 2], trace, first, found.event, found.path.marks
                )
            return unknown(undecided(found.path.marks), found.event.place)
    if exhausted and not asked:
        return unknown("too much to evaluate")
    return HOLDS if asked else not_applicable("not both of two neighbours happen here")


def _lifecycle(question: Question) -> tuple[list[Step], bool]:
    """What the methods of a lifecycle do, in order; one that an earlier one enters is not called again."""
    over = (question.clause.over or "").removeprefix("lifecycle.")
    names = question.binding.engine.lifecycle.get(over, ())
    binding, cls = question.binding, question.cls
    before: Outcome | None = None
    trace: list[Step] = []
    entered: set[FunctionSymbol] = set()
    exhausted = False
    for name in names:
        method = binding.program.method(cls, name)
        if method is None or method in entered:
            continue
        if before is None:  # others ask for the first one, too
            outcome = binding.asked(method, question.assumptions())
        else:
            outcome = binding.asker.call(before.run.copied(), before.receiver, method)
        before = outcome
        exhausted = exhausted or outcome.exhausted
        place = method.location
        call = Event(
            "call", _place(method, place), name=name, receiver=outcome.receiver, chain=f"self.{name}"
        )
        trace.append(Entered(call, outcome.trace))
        entered |= _entered(outcome.trace)
    return trace, exhausted


def _place(method: FunctionSymbol, at: Any) -> Place:
    return Place(at.file, at.line, at.column, method.header.qualname)


def _entered(trace: list[Step]) -> set[FunctionSymbol]:
    return {event.callee.function for event in events(trace) if isinstance(event.callee, Closure)}


def _matcher(question: Question, selector: Any) -> Matcher:
    """A matcher for one action listed: a call role, a function role (its actions), a call with a source."""
    engine = question.binding.engine
    if isinstance(selector, dict):
        match = selectors.calls(engine, selector["call"])
        if "with" in selector:
            return _fed_by(question, match, selector["with"])
        return match
    role = engine.roles.get(selector, {})
    return _acts_of(engine, role) if "function" in role else selectors.calls(engine, selector)


def _acts_of(engine: Engine, role: Mapping[str, Any]) -> Matcher:
    """What the functions of a role do that makes them be of it: their calls."""
    base = {} if role["function"] == "any" else engine.roles[role["function"]]
    merged = {**base, **role}
    calling = merged if "calls_any" in merged else next(p for p in merged["any_of"] if "calls_any" in p)
    return selectors.action(engine, {"call": calling["calls_any"], "receiver": calling.get("receiver")})


def _fed_by(question: Question, match: Matcher, role: str) -> Matcher:
    """Only where an argument comes from a config key."""
    key = question.binding.engine.roles.get(role, {}).get("key", role)

    def both(event: Event) -> bool:
        return match(event) and any(
            _reads(value, key) for value in (*event.args, *(v for _, v in event.kwargs))
        )

    return both


def _reads(value: Value, key: str) -> bool:
    return any(key in made.step or key in getattr(made, "chain", "") for made in ancestry(value))


def _named(question: Question, selector: Any) -> str:
    """An action of the list in words: its calls, and what they are called with."""
    if isinstance(selector, str):
        return wording.names(question.binding, selector)
    given = f" with {wording.names(question.binding, selector['with'])}" if "with" in selector else ""
    return f"{wording.names(question.binding, selector['call'])}{given}"


def _broken(
    question: Question, pair: list[Any], trace: list[Step], first: Matcher, event: Event, marks: Any
) -> Answer:
    later = next((one for one in events(trace) if first(one)), None)
    names = [_named(question, one) for one in pair]
    how = "without" if later is None else "before"
    message = f"{question.cls.name} reaches {event.chain or event.name} {how} {names[0]}"
    steps = [*shown(marks), step(event.place, f"calls {event.chain or event.name} ({names[1]})")]
    if later is not None:
        steps.append(step(later.place, f"calls {later.chain or later.name} ({names[0]}), too late"))
    return Answer(Verdict.BROKEN, message, event.place, tuple(dict.fromkeys(steps))[-8:])
