"""`flows`: the value that arrives at a place comes from a source, through or without certain steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flowtrace.binding import events as selectors
from flowtrace.binding.rules import listed
from flowtrace.checks import wording
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, step, unknown, worst
from flowtrace.findings import Step, Verdict
from flowtrace.flow import containers, forcing, members
from flowtrace.flow.ask import Outcome
from flowtrace.flow.assumptions import matches
from flowtrace.flow.run import certain
from flowtrace.flow.trace import Event, events, guarded
from flowtrace.flow.values import (
    UNBOUND,
    Bound,
    Closure,
    Const,
    List,
    Object,
    Opaque,
    Option,
    Record,
    Tuple,
    Value,
    chain_of,
    describe,
    options,
    same,
)


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether every value that can arrive at `to` satisfies `from`, `through`, `times` and `avoid`."""
    outcomes = question.outcomes()
    if not outcomes:
        return unknown(f"what calling a {question.cls.name} enters is known only at run time")
    return worst([_ask(question, outcome, body) for outcome in outcomes])


def _ask(question: Question, outcome: Outcome, body: dict[str, Any]) -> Answer:
    if question.subject.function is not None and question.subject.function.owner is not None:
        reason = question.binding.never_built(question.subject.function.owner, question.assumptions())
        if reason:
            return not_applicable(reason)
    arrivals = list(_arrivals(question, outcome, body["to"]))
    if outcome.exhausted and not arrivals:
        return unknown("too much to evaluate", outcome.place)
    if not arrivals:
        return not_applicable("nothing arrives there")
    doubts: list[Answer] = []
    for event, value, guards in arrivals:
        for option in options(value):
            if option.value is UNBOUND:
                continue
            fault = _fault(question, outcome, body, option.value, _only_none(value))
            if fault is None:
                continue
            sure = certain((*guards, *option.guards)) and (
                _too_often(question, outcome, body, option.value) or not _unresolved(outcome, option.value)
            )
            if sure and fault:
                return _broken(question, outcome, event, option, fault)
            doubts.append(unknown(fault or f"{describe(option.value)} could not be traced", event.place))
    return doubts[0] if doubts else HOLDS


# --- where a value arrives


def _arrivals(
    question: Question, outcome: Outcome, to: dict[str, Any]
) -> Iterator[tuple[Event, Value, tuple[Any, ...]]]:
    """The events at the place, each with the value that arrives and the undecided tests on the way."""
    if "read" in to:
        for reading in outcome.run.readings:
            if reading.key == to["read"] and reading.place.file:
                yield Event("read", reading.place, name=reading.key), reading.record, ()
        return
    for event, path in guarded(outcome.trace):
        guards = tuple((test, yes) for test, yes in path if test.outcome is None)
        value = _arriving(question, outcome, to, event)
        if value is not None:
            yield event, forcing.force(outcome.run, value), guards


def _arriving(question: Question, outcome: Outcome, to: dict[str, Any], event: Event) -> Value | None:
    if "argument" in to:
        if "of" not in to:  # an argument of the call that is asked
            asked = question.subject.event
            if asked is None or event.kind != "call" or event.place != asked.place:
                return None
        elif not selectors.calls(question.binding.engine, to["of"])(event):
            return None
        found = selectors.argument(question.binding.program, event, listed(to["argument"]))
        return found if found is not None else Const(None, place=event.place)
    if "written" in to:
        return event.result if event.kind == "write" and event.name == to["written"] else None
    if "returned" in to:
        function = _asked_function(question)
        if event.kind != "return" or event.place.symbol != function:
            return None
        return _part(outcome, event.result, to["returned"])
    return None


def _asked_function(question: Question) -> str:
    method = question.clause.method
    if question.subject.function is not None:
        return question.subject.symbol
    run, subject = question.instance()
    if method and "." in method:
        owner: Value = subject
        *chain, last = method.split(".")
        for name in chain:
            owner = members.read(run, owner, name, subject.place)  # type: ignore[arg-type]
        found = question.binding.asker.reached(run, owner, [last]) if isinstance(owner, Object) else None
    else:
        found = question.binding.entry(run, subject)
    return found.function.header.qualname if found else ""


def _part(outcome: Outcome, value: Value | None, path: list[int]) -> Value | None:
    """An item of an item: `[1, 0]` is the first value of the list that is returned second."""
    for index in path:
        if not isinstance(value, Tuple | List):
            return None
        held = containers.contents(outcome.run, value).items
        if index >= len(held):
            return None
        value = held[index]
    return value


# --- what is wrong with a value


def _fault(
    question: Question, outcome: Outcome, body: dict[str, Any], value: Value, only_none: bool
) -> str | None:
    """What is wrong with one arriving value; None when nothing is, empty when it can't be told."""
    line = list(_lineage(outcome, value))
    if "from" in body:
        if _is_none(value) and not only_none:
            return None
        if not any(_is_source(question, outcome, body["from"], made) for made in line):
            if isinstance(value, Const):
                return f"{describe(value)}, not {_spelled(question, body['from'])}"
            return _stranger(question, body, line)
    if "through" in body:
        passed = [made for made in line if _is_step(question, outcome, body["through"], made)]
        if "times" in body and len(passed) != body["times"]:
            return f"a value that {_passed(question, body['through'], len(passed))}"
        if not passed:
            return f"a value that {_passed(question, body['through'], 0)}"
    if "avoid" in body and any(_is_step(question, outcome, body["avoid"], made) for made in line):
        return f"a value that {_passed(question, body['avoid'], 1)}"
    return None


def _only_none(value: Value) -> bool:
    """Whether None is all that arrives here: beside another value it stands for a path that needs none."""
    return all(_is_none(option.value) for option in options(value))


def _is_none(value: Value) -> bool:
    return isinstance(value, Const) and value.value is None


def _stranger(question: Question, body: dict[str, Any], line: list[Value]) -> str:
    root = line[-1]
    if isinstance(root, Opaque) and not root.free:
        return ""
    return f"{_brief(line[0])}, which does not come from {_spelled(question, body['from'])}"


def _too_often(question: Question, outcome: Outcome, body: dict[str, Any], value: Value) -> bool:
    """Whether a value has passed a step too often already, wherever it comes from."""
    passed = 0
    while "times" in body and _is_step(question, outcome, body["through"], value):
        passed += 1
        value = value.inputs[-1]
    return "times" in body and passed > int(body["times"])


def _passed(question: Question, step: Any, count: int) -> str:
    """What a value has been through too seldom or too often: `was never an index into hot_token_id`."""
    index = isinstance(step, dict) and "indexed_by_it" in step
    names = " or ".join(question.binding.names(step["indexed_by_it"])) if index else _spelled(question, step)
    way = {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
    return (
        f"was {way} an index into {names}"
        if index
        else f"{'never' if not count else way} went through {names}"
    )


def _brief(value: Value) -> str:
    """A value in a few words: calls without their arguments."""
    said, before = describe(value), ""
    while said != before:
        before, said = said, _ARGUMENTS.sub("()", said)
    return said


def _brief_chain(chain: str) -> str:
    return _ARGUMENTS.sub("()", chain)


_ARGUMENTS = re.compile(r"\((?:[^()]|\(\))+\)")


def _unresolved(outcome: Outcome, value: Value) -> bool:
    return any(isinstance(made, Opaque) and not made.free for made in _lineage(outcome, value))


def _lineage(outcome: Outcome, value: Value) -> Iterator[Value]:
    """A value and what it carries on: through items, parts, arithmetic, containers, receivers of methods.

    What was put into a list counts as well as what it was made of.
    What an entered or unknown function computes from its arguments is a new value: the line ends there.
    """
    seen: set[int] = set()
    pending = [value]
    while pending:
        current = pending.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        pending += _carried(outcome, current)


def _carried(outcome: Outcome, value: Value) -> tuple[Value, ...]:
    if value.step.startswith("call ") and not isinstance(value, Object) and not _is_lookup(value):
        callee = value.inputs[0] if value.inputs else None
        if isinstance(callee, Opaque) and callee.step.startswith("attribute ") and callee.inputs:
            return (callee.inputs[0],)
        if isinstance(callee, Bound):
            return (callee.receiver,)
        if isinstance(callee, Closure | Object):
            return ()
        return value.inputs
    if isinstance(value, List | Tuple):
        held = containers.contents(outcome.run, value).items
        return (*value.inputs, *(item for item in held if item not in value.inputs))
    return value.inputs


def _is_source(question: Question, outcome: Outcome, source: Any, value: Value) -> bool:
    if isinstance(source, str):
        selector = question.binding.engine.roles.get(source, {})
        if "key" in selector:
            return f"config {selector['key']}" in value.step or value.step.endswith(f".{selector['key']}")
        if any(matches(pattern, chain_of(value)) for pattern in listed(selector.get("chain"))):
            return True
        return any(_part_of_result(event, selector.get("result"), value)
                   for event in _called(question, outcome, source))  # fmt: skip
    if "unpacked" in source:
        unpackings = (e for e in events(outcome.trace) if e.kind == "unpack" and int(e.name) > 1)
        return any(same(last, value) for event in unpackings for last in _lasts(outcome, event))
    if "parameter" in source:
        return value.step in ("parameter", "given") and (
            not isinstance(value, Opaque) or value.step == "given" or value.chain == source["parameter"]
        )
    if "result" in source:
        return any(
            _part_of_result(event, source["result"], value)
            for event in _called(question, outcome, source["of"])
        )
    if "config" in source:
        return isinstance(value, Record) and value.role == source["config"]
    return False


def _called(question: Question, outcome: Outcome, role: str) -> list[Event]:
    """The calls of a role on whatever path, found once for all values that arrive in an outcome."""
    if role not in outcome.called:
        match = selectors.calls(question.binding.engine, role)
        outcome.called[role] = [event for event in events(outcome.trace) if match(event)]
    return outcome.called[role]


def _part_of_result(event: Event, position: int | None, value: Value) -> bool:
    """Whether a value is a call's result, or the part of it at a position."""
    if event.result is None:
        return False
    for option in options(event.result):
        if position is None:
            if same(option.value, value):
                return True
        elif isinstance(option.value, Tuple) and position < len(option.value.items):
            if any(same(part.value, value) for part in options(option.value.items[position])):
                return True
        elif _taken(value) == position and any(same(option.value, made) for made in value.inputs[:1]):
            return True
    return False


def _taken(value: Value) -> int | None:
    """Which part of its first input a value is: by unpacking it, or by a constant index."""
    if value.step.startswith("unpack "):
        return int(value.step.removeprefix("unpack "))
    index = value.inputs[1] if value.step == "item" and len(value.inputs) == 2 else None
    return index.value if isinstance(index, Const) and isinstance(index.value, int) else None


def _lasts(outcome: Outcome, event: Event) -> Iterator[Value]:
    """The last of the values that an unpacking can receive."""
    for option in options(event.result) if event.result is not None else ():
        # What a display in the same function packs was not returned by anyone.
        made = option.value.place
        packed = made is not None and (made.file, made.symbol) == (event.place.file, event.place.symbol)
        if isinstance(option.value, Tuple | List) and not packed:
            held = containers.contents(outcome.run, option.value).items
            yield from (inner.value for inner in (options(held[-1]) if held else ()))


def _is_step(question: Question, outcome: Outcome, wanted: Any, value: Value) -> bool:
    if isinstance(wanted, dict) and "indexed_by_it" in wanted:
        table = _table(value)
        chain = table.chain if isinstance(table, Opaque) else ""
        names = question.binding.names(wanted["indexed_by_it"])
        return any(chain == name or chain.endswith(f".{name}") for name in names)
    names = question.binding.call_names(wanted)
    is_role = isinstance(wanted, str) and wanted in question.binding.engine.roles
    if is_role and any(_part_of_result(event, None, value) for event in _called(question, outcome, wanted)):
        return True
    made = (
        value.step.removeprefix("call ").rpartition(".")[2] if value.step.startswith("call ") else value.step
    )
    return made in names


def _table(value: Value) -> Value | None:
    """What a value was looked up in: by a subscript, or by a call that does what one does."""
    if value.step == "item" and len(value.inputs) == 2:
        return value.inputs[0]
    if not _is_lookup(value):
        return None
    first = value.inputs[0]  # a function is handed its table, a method is an attribute of it
    return first.inputs[0] if first.step.startswith("attribute ") and first.step[10:] in _LOOKUPS else first


def _is_lookup(value: Value) -> bool:
    return value.step.removeprefix("call ").rpartition(".")[2] in _LOOKUPS and len(value.inputs) > 1


_LOOKUPS = ("index_select", "take", "gather", "embedding")  # what frameworks call an index into a table


def _spelled(question: Question, selector: Any) -> str:
    if isinstance(selector, str):
        return wording.names(question.binding, selector)
    if "config" in selector:
        return f"the {selector['config']} config"
    if "unpacked" in selector:
        return "what the backbone captured" if selector["unpacked"] == "last" else "what was unpacked"
    if "parameter" in selector:
        return str(selector["parameter"])
    return " of ".join(
        " or ".join(question.binding.call_names(v)) if isinstance(v, str) else f"item {v}"
        for v in selector.values()
    )


def _broken(question: Question, outcome: Outcome, event: Event, option: Option, fault: str) -> Answer:
    asked = f"{question.cls.name}: " if question.subject.cls is not None else ""
    place = _brief_chain(event.chain or event.name)
    verb = {"write": f"{place} is set to", "return": "what is returned is", "read": f"{place} is read from"}
    message = f"{asked}{verb.get(event.kind, f'{place} is handed')} {fault}"
    steps: list[Step] = []
    for made in reversed(list(_lineage(outcome, option.value))):
        if made.place is not None and made.step and made.step not in ("tuple", "one of"):
            steps.append(step(made.place, f"{made.step}: {describe(made)[:60]}"))
    for test, came in option.guards:
        steps.append(step(test.place, f"{test.text} is {str(came).lower()}", test.why or None))
    steps.append(step(event.place, f"arrives at {event.chain or event.name or event.kind}"))
    return Answer(Verdict.BROKEN, message, event.place, tuple(dict.fromkeys(steps))[-8:])
