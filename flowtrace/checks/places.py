"""Places that specs name (a constructor's argument, an attribute, marks, a buffer's width) to their values.

One small case for each form of place; each evaluates in one world and says what it read on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flowtrace.binding import events as selectors
from flowtrace.binding.rules import listed
from flowtrace.checks import captured
from flowtrace.checks.question import NOWHERE, Question, step
from flowtrace.findings import Step
from flowtrace.flow import containers, forcing, members
from flowtrace.flow.run import Run, Stopped, likely
from flowtrace.flow.signatures import argument_of
from flowtrace.flow.trace import Event, events
from flowtrace.flow.values import (
    Closure,
    Const,
    Each,
    Layers,
    List,
    Member,
    Object,
    Opaque,
    Place,
    Record,
    Tuple,
    Union,
    Value,
    Vector,
    ancestry,
    options,
    settled,
)
from flowtrace.graph.symbols import ClassSymbol

Plain = Any


@dataclass(frozen=True)
class Found:
    """What a place is in one world: a plain value or an identity, or why not; and the steps that led to it.

    `absent` says why the question does not arise, `unknown` why it can't be told.
    """

    value: Plain = None
    identity: int | None = None
    unknown: str = ""
    absent: str = ""
    place: Place | None = None
    steps: tuple[Step, ...] = ()


def spelled(at: Any) -> str:
    """A place in words: a role's name, or its selector's parts."""
    if isinstance(at, str):
        return at
    return " ".join(str(value) for value in at.values())


def find(
    question: Question, at: Any, world: str, assume: Mapping[str, Any] | None, arguments: Mapping[str, Any]
) -> Found:
    """The value of a place for the question's subject in a world."""
    shape = question.binding.engine.roles.get(at, {}) if isinstance(at, str) else at
    for form, look in _FORMS.items():
        if form in shape:
            return look(question, shape, world, assume, arguments)
    return Found(unknown=f"{spelled(at)} names no place")


def _object(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """An attribute path of the instance; `argument`: what it was constructed with; `attribute`: of that."""
    run, subject = question.instance(world, assume)
    if run.exhausted:
        return Found(unknown=f"constructing {question.cls.name} is too much to evaluate")
    first = str(shape["object"]).partition(".")[0]
    if members.has(run, subject, first, subject.place or NOWHERE) is False:
        return _never_assigned(question, subject, first)
    value: Value = subject
    for name in str(shape["object"]).split("."):
        value = forcing.force(run, settled(_read(run, value, name)))
    if "argument" in shape:
        if not isinstance(value, Object):
            return _plain(run, value) if isinstance(value, Opaque | Union) else Found(absent="no such object")
        argument = argument_of(value.args, dict(value.kwargs), listed(shape["argument"]))
        if argument is None:
            return Found(unknown=f"{shape['object']} is built without this argument", place=value.place)
        built = _standing(question, run, shape["object"], value)
        value = argument if "attribute" not in shape else _read(run, argument, shape["attribute"])
        # What a config says is not where the fault is: that is where the object is built from it.
        read = value.step.startswith("config ") or not value.place or not value.place.file
        return _plain(run, value, built if read else value.place)
    return _plain(run, value, _standing(question, run, shape["object"], value))


def _standing(question: Question, run: Run, path: str, value: Value) -> Place | None:
    """Where an attribute of the instance gets its object: where that is built, else where it is assigned."""
    if "." in path:
        return value.place
    own = {
        base.header.qualname
        for base in question.binding.program.mro(question.cls)
        if isinstance(base, ClassSymbol)
    }
    if value.place is not None and value.place.symbol.partition(".")[0] in own:
        return value.place
    writes = [e for e in events(run.construction) if e.kind == "write" and e.chain == f"self.{path}"]
    return writes[-1].place if writes else value.place


def _read(run: Run, value: Value, name: str) -> Value:
    try:
        return members.read(run, value, name, value.place or NOWHERE)
    except Stopped as end:
        return Opaque(str(end), place=end.place)


def _attribute(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    run, subject = question.instance(world, assume)
    if run.exhausted:
        return Found(unknown=f"constructing {question.cls.name} is too much to evaluate")
    name = listed(shape["attribute"])[0]
    found = members.lookup(run, subject, name, subject.place or NOWHERE)
    return _never_assigned(question, subject, name) if found is None else _plain(run, found)


def _never_assigned(question: Question, subject: Object, name: str) -> Found:
    place = subject.place
    steps = (step(place, f"{question.cls.name} never assigns {name}"),) if place else ()
    return Found(value=None, place=None, steps=steps)


def _marks(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """The layers a setter marks, in increasing order, whichever way it marks them."""
    outcome = question.alone(shape["left_by"], arguments, world, assume)
    if outcome is None or outcome.exhausted:
        return Found(unknown=f"what {shape['left_by']} does is known only at run time")
    if outcome.run.exhausted:
        return Found(unknown=f"constructing {question.cls.name} is too much to evaluate")
    if outcome.value is None:
        return Found(absent=f"{shape['left_by']} raises: {outcome.stopped}")
    channel = question.binding.engine.channels[shape["in"]]
    names = {name for kind in ("list", "each_layer") for name in listed(channel.get(kind))}
    found: dict[str, tuple[list[int], Place]] = {}
    unclear = ""
    for event in events(outcome.trace):
        if event.kind != "write" or event.name not in names or event.result is None:
            continue
        if isinstance(event.receiver, Each):
            index = event.receiver.index
            if isinstance(index, Const) and isinstance(index.value, int):
                found.setdefault(event.name, ([], event.place))[0].append(index.value)
            else:
                unclear = f"which layers are marked at {event.place.file}:{event.place.line}"
            continue
        plain = _plain(outcome.run, event.result, event.place)
        if plain.unknown:
            unclear = plain.unknown
        elif isinstance(plain.value, list):
            found[event.name] = (plain.value, event.place)
    if not found:
        return Found(unknown=unclear or "the setter leaves no marks of its own")
    values = {tuple(sorted(set(marks))) for marks, _ in found.values()}
    marks, place = next(iter(found.values()))
    steps = (step(place, f"marks layers {sorted(set(marks))}"),)
    if len(values) > 1:
        return Found(unknown="different channels hold different marks", place=place, steps=steps)
    return Found(value=list(values.pop()), place=place, steps=steps)


def _largest(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """The largest layer index for which the forward asks whether it is marked."""
    outcome = question.outcome(world, assume)
    if outcome is None or outcome.exhausted:
        return Found(unknown="the forward is too much to evaluate")
    bounds = []
    for _, high, place in outcome.run.memberships:
        if high is None:
            return Found(unknown=f"up to which layer {place.file}:{place.line} asks", place=place)
        bounds.append((high - 1, place))
    if not bounds:
        return Found(unknown="no test of a mark is resolved")
    largest, place = max(bounds, key=lambda bound: bound[0])
    steps = tuple(step(at, f"asks up to {bound}") for bound, at in dict.fromkeys(bounds))
    return Found(value=largest, place=place, steps=steps[:4])


def _captured(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """Which states of the layers arrive at an argument, in order."""
    outcome = question.outcome(world, assume)
    if outcome is None or outcome.exhausted:
        return Found(unknown="the forward is too much to evaluate")
    at = shape["captured_by"]
    match = selectors.calls(question.binding.engine, at["of"])
    for event in events(outcome.trace):
        value = (
            selectors.argument(question.binding.program, event, listed(at["argument"]))
            if match(event)
            else None
        )
        found = captured.states(outcome, value) if value is not None else None
        if found is not None:
            return Found(value=found, place=captured.place(outcome) or event.place)
    return Found(absent="which states are captured is not told by this code alone")


def _returned(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """What a method of the subject's class returns; for an enumeration, of the member that is assumed."""
    binding = question.binding
    pins = {**question.clause.assume, **(assume or {})}
    assumptions = binding.assumptions(pins, world)
    run = Run(binding.program, assumptions)
    method = binding.program.method(question.cls, shape["returned_by"])
    if method is None:
        return Found(absent=f"{question.cls.name} has no {shape['returned_by']}")
    receiver: Value = Object(question.cls, chain="self", built=False)
    for pin in assumptions.pins:
        if pin.enum == question.cls:
            receiver = Member(question.cls, str(pin.value), step=f"assumed {pin.guard}")
    outcome = binding.asker.call(run, None, Closure(method, receiver), arguments)
    at = method.location
    place = Place(at.file, at.line, at.column, method.header.qualname)
    if outcome.value is None:
        return Found(unknown=outcome.stopped, place=place)
    made = outcome.value.place
    return replace(_plain(run, outcome.value), place=made if made and made.symbol == place.symbol else place)


def _buffer(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """One dimension of a tensor that the subject's constructor allocates under this name."""
    init = question.binding.program.method(question.cls, "__init__")
    if init is None:
        return Found(absent=f"{question.cls.name} has no constructor")
    outcome = question.binding.asked(init, question.assumptions(world, assume, shape.get("config")))
    name = shape["buffer"]
    for event in events(outcome.trace):
        for value in _named_values(event, name):
            size = _dimension(outcome.run, value, int(shape["dimension"]))
            if size is not None:
                return _plain(outcome.run, size, value.place)
    if outcome.exhausted:
        return Found(unknown=f"the constructor of {question.cls.name} is too much to evaluate")
    return Found(absent=f"{question.cls.name} allocates no {name}")


def _named_values(event: Event, name: str) -> list[Value]:
    """What an event stores or hands on under a name."""
    if event.kind == "write" and event.name == name and event.result is not None:
        return [option.value for option in options(event.result)]
    if event.kind == "call":
        return [o.value for key, value in event.kwargs if key == name for o in options(value)]
    return []


def _dimension(run: Run, value: Value, position: int) -> Value | None:
    """A dimension of the shape that an allocation outside the package was given."""
    if not value.step.startswith("call ") or not value.inputs:
        return None
    shape = value.inputs[0]
    if not isinstance(shape, Tuple | List):
        return None
    items = containers.contents(run, shape).items
    return items[position] if -len(items) <= position < len(items) else None


def _handed(
    question: Question, shape: Mapping[str, Any], world: str, assume: Mapping[str, Any] | None, arguments: Any
) -> Found:
    """An argument of the subject, a call; with `length_of`, how many items it has."""
    length = shape.get("length_of")
    names = listed((length or shape)["argument"])
    asked = question.subject.event
    assert asked is not None
    assert question.subject.function is not None
    found: Found | None = None
    reached = ((o, e) for o in question.outcomes(world, assume) for e in events(o.trace))
    for outcome, event in reached:
        if event.kind != "call" or event.place != asked.place:
            continue
        value = selectors.argument(question.binding.program, event, names)
        one = (
            _plain(outcome.run, value, value.place)
            if value is not None
            else Found(value=None, place=event.place)
        )
        if not one.unknown or found is None:
            found = one
    if found is None:
        return Found(absent="the call is not reached")
    if length is None or found.unknown:
        return found
    count = shape.get("if_none") if found.value is None else len(found.value)
    return replace(found, value=count)


def config_value(question: Question, name: str, world: str) -> Plain:
    """A key of a world's config, named as `target.hidden_size`."""
    role, _, key = name.partition(".")
    return question.binding.specs.worlds[world].configs.get(role, {}).get(key)


def _plain(run: Run, value: Value, at: Place | None = None) -> Found:
    """A value as plain data, with the config reads that made it."""
    place = at or value.place
    steps = tuple(_readings(value))
    value = likely(forcing.force(run, settled(value)))
    if isinstance(value, Const):
        return Found(value=value.value, place=place, steps=steps)
    if isinstance(value, Vector):
        return Found(value=list(value.values), place=place, steps=steps)
    if isinstance(value, List | Tuple):
        held = containers.contents(run, value)
        parts = [_plain(run, item) for item in held.items]
        if held.open or any(part.unknown for part in parts):
            return Found(
                identity=getattr(value, "id", None),
                unknown="its items are known only at run time",
                place=place,
            )
        return Found(
            value=[part.value for part in parts],
            identity=getattr(value, "id", None),
            place=place,
            steps=steps,
        )
    if isinstance(value, Object | Record | Layers):
        return Found(identity=value.id, unknown="an object is no number", place=place, steps=steps)
    if isinstance(value, Union):
        plains = [_plain(run, option.value) for option in value.options]
        if all(not p.unknown and p.value == plains[0].value for p in plains):
            return plains[0]
        return Found(unknown=f"several values are possible at {_where(place)}", place=place, steps=steps)
    reason = value.reason if isinstance(value, Opaque) else type(value).__name__
    return Found(unknown=f"{reason} ({_where(place)})", place=place, steps=steps)


def _where(place: Place | None) -> str:
    return f"{place.file}:{place.line}" if place else "nowhere"


def _readings(value: Value) -> list[Step]:
    """The config reads a value was computed from, and the operations, in order."""
    steps = []
    for made in reversed(list(ancestry(value))):
        if made.place is None or not made.step:
            continue
        if made.step.startswith("config ") and isinstance(made, Const):
            steps.append(step(made.place, f"reads {made.step.removeprefix('config ')} = {made.value!r}"))
        elif isinstance(made, Const) and made.step in ("+", "-", "*", "//", "/"):
            steps.append(step(made.place, f"computes {made.value!r}"))
    return list(dict.fromkeys(steps))[-6:]


Look = Callable[[Question, Mapping[str, Any], str, "Mapping[str, Any] | None", Mapping[str, Any]], Found]
_FORMS: dict[str, Look] = {
    "left_by": _marks,
    "largest": _largest,
    "captured_by": _captured,
    "returned_by": _returned,
    "buffer": _buffer,
    "length_of": _handed,
    "object": _object,
    "argument": _handed,
    "attribute": _attribute,
}
