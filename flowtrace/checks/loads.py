"""`loads`: tensors by name find the parameters of a class when its loading method meets them, or are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from flowtrace.binding.rules import listed
from flowtrace.checks.fates import Drafted, drafted
from flowtrace.checks.instance import Unmade, loading
from flowtrace.checks.question import HOLDS, NOWHERE, Answer, Question, step, unknown
from flowtrace.checks.renames import renames, shown
from flowtrace.fates import Filling, ParameterFate
from flowtrace.findings import Step, Verdict
from flowtrace.flow import containers, forcing, members
from flowtrace.flow.ask import Outcome
from flowtrace.flow.assumptions import Assumptions
from flowtrace.flow.loading import (
    ELSEWHERE,
    LOADED,
    LOGGED,
    NOBODYS,
    RAISES,
    SILENT,
    SKIPPED,
    UNKNOWN,
    Fate,
    Loading,
)
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Event, Test, events
from flowtrace.flow.values import UNBOUND, Const, List, Tuple, Value, Vector, ancestry, describe, options

OWN = "own"  # stands for the class's own parameters
BARE = "bare"  # for these without the part that the class adds in front
_SHOWN = 12  # tensors listed in the evidence


def ask(question: Question, body: Mapping[str, Any]) -> Answer:
    """Whether every name has a fate that is wanted, or what small tensors leave behind is what is wanted."""
    answer = HOLDS
    for world in question.clause.given:
        one = _in_world(question, body, world)
        if one.verdict is Verdict.BROKEN:
            return one
        if answer.verdict is Verdict.HOLDS:
            answer = one
    return answer


def _in_world(question: Question, body: Mapping[str, Any], world: str) -> Answer:
    binding = question.binding
    if "filled" in body:
        found = drafted(binding, question.cls, body["filled"], world, question.clause.assume)
        return _unmade(question, world, found) if isinstance(found, Unmade) else _filled(question, found)
    role = binding.config_role(question.subject.role)
    asked = loading(binding, question.cls, _assumptions(question, world), role)
    if isinstance(asked, Unmade):
        return _unmade(question, world, asked)
    if "tensors" in body:
        return _left(question, asked, body)
    names = listed(body["names"])
    fused = binding.engine.parameters.get("fused", {})
    fates = asked.own(fused) if OWN in names else []
    fates += asked.own(fused, bare=True) if BARE in names else []
    fates += asked.fates([name for name in names if name not in (OWN, BARE)])
    if not fates:
        return unknown(f"no parameter of {question.cls.name} is known")
    answer = _judged(fates, listed(body["fate"]))
    if not question.clause.needs:
        return answer
    return _all_of(fates) if answer is HOLDS else _with_renames(question, body, world, answer)


def _assumptions(question: Question, world: str) -> Assumptions:
    """Those of the clause; for what a user has in hand also those under which sizes are told."""
    own = question.binding.engine.parameters.get("assume", {}) if question.clause.needs else {}
    return question.assumptions(world, own)


def _unmade(question: Question, world: str, unmade: Unmade) -> Answer:
    """A class that can't be made from a config loads nothing; a fault only where the config is a user's own."""
    if not unmade.certain:
        return unknown(unmade.told, unmade.place)
    if not question.clause.needs:
        return unknown(f"in world {world}, {unmade.told}", unmade.place)
    test = unmade.test
    assert unmade.place is not None
    steps = [step(unmade.place, f"raises {unmade.raised}")]
    if test is not None and test.outcome is not None:
        steps.insert(0, step(test.place, f"{test.text} is {str(test.outcome).lower()}", test.why or None))
    message = f"{unmade.told} with this config: nothing is loaded"
    return Answer(Verdict.BROKEN, message, unmade.place, tuple(steps))


# --- parameters


def _filled(question: Question, found: Drafted) -> Answer:
    """Whether every parameter gets trained values: from the checkpoint, or as the target's."""
    parameters = found.parameters()
    if found.refused:
        first = found.refused[0]
        return Answer(
            Verdict.BROKEN, _message(found.refused), first.place, (*_way(first), *_listed(found.refused))
        )
    wanting = [one for one in parameters if one.filling.wanting]
    steps = [Step(p.place.file, p.place.line, p.place.symbol, f"{p.name}: {_left_as(p)}") for p in wanting]
    if wanting:
        named = ", ".join(one.name for one in wanting[:2])
        more = f" and {len(wanting) - 2} more" if len(wanting) > 2 else ""
        verb = "is" if len(wanting) == 1 else "are"
        message = f"{named}{more} {verb} filled by nothing: neither the checkpoint nor the target"
        return Answer(Verdict.BROKEN, message, found.loading.place, tuple(steps[:_SHOWN]))
    undecided = next((one for one in parameters if one.filling is Filling.UNKNOWN), None)
    if undecided is not None:
        return unknown(f"{undecided.name}: {undecided.why}", found.loading.place)
    if not parameters or found.loading.registry.gaps:
        gaps = found.loading.registry.gaps
        return unknown(gaps[0] if gaps else f"no parameter of {question.cls.name} is known")
    what = f"all {len(parameters)} parameters are filled by the checkpoint or the target"
    return Answer(Verdict.HOLDS, what, found.loading.place, (step(found.loading.place, "loads"),))


def _left_as(parameter: ParameterFate) -> str:
    left = "left at its initial values" if parameter.filling is Filling.INITIAL else "left random"
    return f"{left} ({parameter.why})" if parameter.why else left


# --- names


def _judged(fates: Sequence[Fate], wanted: Sequence[str]) -> Answer:
    unwanted = [fate for fate in fates if fate.word not in wanted]
    broken = [fate for fate in unwanted if fate.word != UNKNOWN]
    if broken:
        first = broken[0]
        return Answer(Verdict.BROKEN, _message(broken), first.place, (*_way(first), *_listed(broken)))
    if unwanted:
        first = unwanted[0]
        return Answer(Verdict.UNKNOWN, f"{first.name}: {first.reason}", first.place, _way(first))
    return HOLDS


def _with_renames(question: Question, body: Mapping[str, Any], world: str, answer: Answer) -> Answer:
    """An answer on tensors in hand whose remedy says under which names this release would load them."""
    if answer.verdict is not Verdict.BROKEN or "given" not in body:
        return answer
    found = drafted(question.binding, question.cls, body["given"], world, question.clause.assume)
    renamed = {} if isinstance(found, Unmade) else renames(found)
    return replace(answer, remedy=shown(renamed)) if renamed else answer


def _all_of(fates: Sequence[Fate]) -> Answer:
    """That it holds, said of the tensors a user has in hand."""
    skipped = [fate.name for fate in fates if fate.word == SKIPPED]
    but = f"; {', '.join(skipped)} skipped on purpose" if skipped else ""
    what = f"{len(fates) - len(skipped)} of {len(fates)} tensors are loaded{but}"
    return Answer(Verdict.HOLDS, what, fates[0].place, (step(fates[0].place, "decides"),))


def _message(fates: Sequence[Fate]) -> str:
    by_word: dict[str, list[Fate]] = {}
    for fate in fates:
        by_word.setdefault(_what(fate), []).append(fate)
    return "; ".join(f"{_counted(alike)} {what}" for what, alike in by_word.items())


def _counted(fates: Sequence[Fate]) -> str:
    names = [fate.name for fate in fates]
    if all(name.startswith(NOBODYS) for name in names):
        return f"tensors that no parameter takes, such as {names[0]}, are"
    if len(names) == 1:
        return f"{names[0]} is"
    if len(names) <= 3:
        return f"{', '.join(names[:-1])} and {names[-1]} are"
    return f"{', '.join(names[:2])} and {len(names) - 2} more are"


def _what(fate: Fate) -> str:
    words = {
        SILENT: "dropped without a word",
        SKIPPED: "skipped on purpose",
        LOGGED: "dropped with a line in the log",
        LOADED: f"loaded into {' or '.join(fate.into)}",
        ELSEWHERE: f"loaded into {' or '.join(fate.into)}",
        RAISES: f"refused: {fate.reason or 'every path raises'}",
    }
    return words[fate.word]


def _way(fate: Fate) -> tuple[Step, ...]:
    """The tests that one tensor's name meets and what is done with it, repeats left out."""
    steps = [_event(mark) if isinstance(mark, Event) else _test(*mark) for mark in fate.marks]
    return tuple(one for one, _ in groupby(steps))


def _test(test: Test, outcome: bool) -> Step:
    spelling = next((text for side in test.value.inputs if (text := _text(side))), "")
    what = f"{test.text} is {str(outcome).lower()}"
    return step(test.place, what, f"the name is {spelling}" if spelling else None)


def _text(value: Value) -> str:
    """The spelling of a name that a test compares, if the given name is what it was made of."""
    given = any(one.step == "given" for one in ancestry(value))
    return value.value if given and isinstance(value, Const) and isinstance(value.value, str) else ""


def _event(event: Event) -> Step:
    if event.kind == "write":
        return step(event.place, f"writes {event.chain}")
    renamed = f": {describe(event.result)}" if isinstance(event.result, Const) and event.result.value else ""
    return step(event.place, f"calls {event.chain or event.name}{renamed}")


def _listed(fates: Sequence[Fate]) -> Iterable[Step]:
    """What becomes of each tensor, when there are several."""
    for fate in fates[:_SHOWN] if len(fates) > 1 else ():
        as_what = f", as {fate.spelling}" if fate.spelling not in ("", fate.name) else ""
        yield step(fate.place, f"{fate.name} is {_what(fate)}{as_what}")


# --- small tensors


def _left(question: Question, asked: Loading, body: Mapping[str, Any]) -> Answer:
    outcome = asked.left(body["tensors"])
    shown = ", ".join(f"{name} = {list(values)}" for name, values in body["tensors"].items())
    if outcome.exhausted:
        return unknown(f"loading {shown} is too much to evaluate", outcome.place)
    if outcome.value is None:
        return Answer(Verdict.BROKEN, f"loading {shown} raises: {outcome.stopped}", outcome.place)
    for role, wanted in body["then"].items():
        answer = _attribute(question, asked, outcome, role, wanted, shown)
        if answer is not HOLDS:
            return answer
    return HOLDS


def _attribute(
    question: Question, asked: Loading, outcome: Outcome, role: str, wanted: Any, shown: str
) -> Answer:
    name = question.binding.names(role)[0]
    found = members.lookup(outcome.run, asked.subject, name, asked.subject.place or NOWHERE)
    writes = [event for event in events(outcome.trace) if event.kind == "write" and event.name == name]
    place = writes[-1].place if writes else asked.place
    plains = [_plain(outcome.run, option.value) for option in options(found)] if found is not None else [None]
    if plains == [wanted]:
        return HOLDS
    if len(plains) > 1 or _UNKNOWN in plains:
        return unknown(f"what {name} is after loading {shown} could not be resolved", place)
    steps = tuple(step(one.place, f"writes {one.chain} = {_show(plains[0])}") for one in writes)
    message = f"after loading {shown}, {name} is {_show(plains[0])}, not {_show(wanted)}"
    return Answer(Verdict.BROKEN, message, place, steps)


_UNKNOWN = object()


def _plain(run: Run, value: Value) -> Any:
    """A value as plain data; `_UNKNOWN` when it is not known."""
    value = forcing.force(run, value)
    if value is UNBOUND:
        return None
    if isinstance(value, Const):
        return value.value
    if isinstance(value, Vector):
        return list(value.values)
    if isinstance(value, List | Tuple) and not containers.contents(run, value).open:
        parts = [_plain(run, one) for one in containers.contents(run, value).items]
        return _UNKNOWN if _UNKNOWN in parts else parts
    return _UNKNOWN


def _show(plain: Any) -> str:
    return "nothing" if plain is None else str(plain)
