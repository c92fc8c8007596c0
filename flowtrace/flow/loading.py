"""Tensor names -> what a model's loading method does with each: its fate, and the tests and steps that lead there.

The method runs on one name at a time, on an instance whose parameters are known by name. No tensor has contents,
except the small ones of whole numbers that a question carries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from flowtrace.flow.ask import Asker, Outcome
from flowtrace.flow.parameters import NAME, Registered, Registry
from flowtrace.flow.paths import RARE, Mark, Path, Performed, performed
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Event, Test
from flowtrace.flow.values import (
    Bound,
    Closure,
    Const,
    Dict,
    Each,
    List,
    Object,
    Opaque,
    Place,
    Tuple,
    Value,
    Vector,
    ancestry,
)
from flowtrace.flow import members

LOADED, RAISES, LOGGED = "loaded", "raises", "logged"
SILENT, SKIPPED, UNKNOWN = "silent", "skipped_on_purpose", "unknown"
ELSEWHERE = "loaded elsewhere"  # into another parameter than the one it was meant for

NOBODYS = "no.such."  # begins names that no parameter has, by decree
_LOGS = re.compile(r"(log_)?(warn\w*|error\w*|exception|critical|info\w*|log|print\w*)|log_\w+")
_RENAMES = frozenset({"replace", "sub", "removeprefix", "removesuffix", "format", "join", "translate"})
_MATCHES = frozenset({"in", "==", "startswith", "endswith", "match", "search", "fullmatch"})


@dataclass(frozen=True)
class Fate:
    """What becomes of a tensor: one word, where that is decided, and the tests and steps on the way, in order.

    `into` are the parameters and attributes it may be put into; `reason` says why it raises or is unknown.
    """

    name: str
    word: str
    place: Place
    into: tuple[str, ...] = ()
    reason: str = ""
    marks: tuple[Mark, ...] = ()
    spelling: str = ""  # what the name has become in the end


class Given(NamedTuple):
    """A tensor handed to the method: its name and what it is."""

    name: Const
    tensor: Value


@dataclass
class Loading:
    """A class's loading method on one instance, whose parameters have been registered on `run`."""

    asker: Asker
    run: Run
    subject: Object
    method: Closure
    registry: Registry
    _by_value: dict[int, Registered] = field(init=False)
    _by_slot: dict[tuple[int, str], str] = field(init=False)

    def __post_init__(self) -> None:
        """Index the parameters by what they are and by where they are kept."""
        self._by_value = {p.value.id: p for p in self.registry.parameters if isinstance(p.value, Object)}
        self._by_slot = {(p.owner, p.attribute): p.name for p in self.registry.parameters}

    def fates(self, names: Sequence[str]) -> list[Fate]:
        """The fate of each name by itself; those that the method only puts aside are loaded again, together."""
        found = [self.together([name])[0] for name in names]
        aside = [fate.name for fate in found if fate.word != LOADED and any(map(_puts_aside, fate.marks))]
        if len(aside) > 1:
            again = {fate.name: fate for fate in self.together(aside)}
            found = [again[fate.name] if fate.name in again else fate for fate in found]
        return found

    def own(self, fused: Mapping[str, Sequence[str]]) -> list[Fate]:
        """The fates of the names by which the class's own parameters should load, one or several for each.

        A parameter goes by its name, whole or without the part that the class itself adds in front; one that is
        `fused` of several tensors goes by the names of these. Where it is undecided whether there is such a
        parameter, nothing is asked.
        """
        certain = [one for one in self.registry.parameters if not one.guards]
        return [fate for one in certain for fate in self._of_parameter(one, fused)]

    def _of_parameter(self, one: Registered, fused: Mapping[str, Sequence[str]]) -> list[Fate]:
        groups = [parts for spelling in _spelled(one.name) if (parts := _parts(spelling, fused))]
        groups += [[spelling] for spelling in _spelled(one.name)]
        failed: list[Fate] = []
        for names in groups:
            fates = self.together(names)
            arrived = [fate.word == LOADED and one.name in fate.into for fate in fates]
            if all(arrived):
                return fates
            if any(arrived) or not failed:
                failed = [fate if ok else _astray(fate) for fate, ok in zip(fates, arrived, strict=True)]
            if any(arrived):
                break
        return failed

    def together(self, names: Sequence[str]) -> list[Fate]:
        """The fates of tensors that come in one call."""
        given = [_given(name) for name in names]
        outcome = self.outcome(given)
        return [self._fate(one, outcome) for one in given]

    def left(self, tensors: Mapping[str, Sequence[int]]) -> Outcome:
        """What loading small tensors of whole numbers leaves behind."""
        return self.outcome([_given(name, numbers) for name, numbers in tensors.items()])

    def outcome(self, given: Sequence[Given]) -> Outcome:
        """The loading method called with these tensors."""
        run = self.run.copied()
        run.eager = 1
        tensors = [one.tensor for one in given]
        run.landed = lambda callee, args: self._lands(callee, args, tensors)
        pairs = tuple(Tuple((one.name, one.tensor)) for one in given)
        first = next((p.name for p in self.method.function.header.parameters[1:] if p.kind != "keyword"), "")
        return self.asker.call(run, self.subject, self.method, {first: List(pairs, step="given")})

    # --- where tensors land

    def _lands(self, callee: Value, args: Sequence[Value], tensors: Sequence[Value]) -> bool:
        """Whether a call hands a tensor to a parameter: `param.copy_(tensor)`, `loader(param, tensor)`."""
        if not any(self._parameter(one) for one in (*args, _receiver(callee))):
            return False
        return any(_made_of(arg, tensor) for arg in args for tensor in tensors)

    def _parameter(self, value: Value | None) -> Registered | None:
        """The parameter that a value is, or is a view of: `param.data`, `param.weight_loader`."""
        for _ in range(6):
            if isinstance(value, Object) and value.id in self._by_value:
                return self._by_value[value.id]
            if not isinstance(value, Opaque | Bound) or not value.inputs:
                return None
            value = value.inputs[0]
        return None

    def _into(self, event: Event, tensor: Value) -> str:
        """What an event puts a tensor into; empty when it does not."""
        if event.kind == "call":
            handed = [value for _, value in event.kwargs] + list(event.args)
            if not any(_made_of(value, tensor) for value in handed):
                return ""
            receiver = _receiver(event.callee) if event.callee is not None else None
            found = next((p for value in (receiver, *handed) if (p := self._parameter(value))), None)
            return found.name if found else ""
        if event.kind != "write" or event.result is None or not _made_of(event.result, tensor):
            return ""
        into = self._parameter(event.receiver)
        if into:
            return into.name
        if event.name != "[]" and isinstance(event.receiver, Object | Each):
            owner = event.receiver.id if isinstance(event.receiver, Object) else 0
            return self._by_slot.get((owner, event.name), event.name)
        return ""

    # --- fates

    def _fate(self, given: Given, outcome: Outcome) -> Fate:
        into: dict[str, None] = {}

        def lands(event: Event) -> bool:
            found = self._into(event, given.tensor)
            if found:
                into[found] = None
            return bool(found)

        loaded = performed(outcome.trace, lands)
        path = self._told(given, outcome)
        name = str(given.name.value)
        place = _decided(path.marks, given) or self.place
        marks = tuple(mark for mark in path.marks if isinstance(mark, Event) or _made_of(mark[0].value, given.name))
        fate = Fate(name, UNKNOWN, place, tuple(into), "", marks, _spelling(marks, given))
        if outcome.value is None and outcome.exhausted:
            return _as(fate, UNKNOWN, f"{self.method.function.name} is too much to evaluate")
        if outcome.value is None:
            if loaded.anyhow:
                return _as(fate, LOADED)
            return _as(fate, RAISES, outcome.stopped, outcome.place or place)
        answer = _on_all_paths(loaded)
        if answer:
            return self._if_there(_as(fate, LOADED))
        if answer is None:
            return _as(fate, UNKNOWN, _undecided(loaded.without_it, "whether it is loaded"))
        logged = _on_all_paths(performed(outcome.trace, lambda event: _tells(outcome.run, event, given)))
        if logged is None:
            return _as(fate, UNKNOWN, _undecided(path, "whether it is logged"))
        if self.registry.gaps and not name.startswith(NOBODYS):
            return _as(fate, UNKNOWN, self.registry.gaps[0])
        return _as(fate, LOGGED if logged else SKIPPED if _on_purpose(path.marks, given) else SILENT)

    def _if_there(self, fate: Fate) -> Fate:
        """A fate that rests on a parameter of which it is not known whether the instance has it."""
        for one in self.registry.parameters:
            if one.name in fate.into and one.guards:
                test = one.guards[0][0]
                where = f"{test.place.file}:{test.place.line}"
                return _as(fate, UNKNOWN, f"whether there is a {one.name} depends on {test.text} ({where})")
        return fate

    def _told(self, given: Given, outcome: Outcome) -> Path:
        """The likeliest path, its marks the tests on it and all that is done with the tensor and its name."""
        paths = performed(outcome.trace, lambda event: _touches(event, given))
        found = [path for path in (paths.with_it, paths.without_it, paths.anyhow) if path]
        return max(found, key=lambda path: path.surety) if found else Path(RARE)

    @property
    def place(self) -> Place:
        """Where the loading method is defined."""
        header = self.method.function.header
        return Place(self.method.function.module.file, header.line, header.column, header.qualname)


def _given(name: str, numbers: Sequence[int] | None = None) -> Given:
    if numbers is not None:
        return Given(Const(name, step="given"), Vector(tuple(numbers), step="given"))
    tensor = Opaque("a tensor of the checkpoint", free=True, present=True, chain="the tensor", step="given")
    return Given(Const(name, step="given"), tensor)


def _spelled(parameter: str) -> list[str]:
    """The names a checkpoint may have for a parameter: below the model, or as it is."""
    first, _, rest = parameter.partition(".")
    return [rest, parameter] if first and "." in rest else [parameter]


def _parts(name: str, fused: Mapping[str, Sequence[str]]) -> list[str]:
    """The names of the tensors that one of this name is fused of; empty when it is not."""
    words = name.split(".")
    for position, word in enumerate(words):
        if word in fused:
            return [".".join([*words[:position], part, *words[position + 1 :]]) for part in fused[word]]
    return []


def _astray(fate: Fate) -> Fate:
    return _as(fate, ELSEWHERE) if fate.word == LOADED else fate


def _as(fate: Fate, word: str, reason: str = "", place: Place | None = None) -> Fate:
    return replace(fate, word=word, reason=reason, place=place or fate.place)


def _on_all_paths(paths: Performed) -> bool | None:
    """Whether every normal path does it, none does, or it is undecided; a path that needs a call to raise is neither."""
    if paths.with_it is None:
        return False
    rare = paths.without_it is None or paths.without_it.surety == RARE < paths.with_it.surety
    return True if rare else None


def _undecided(path: Path | None, what: str) -> str:
    for mark in reversed(path.marks if path else ()):
        if isinstance(mark, tuple) and mark[0].outcome is None:
            return f"{what} depends on {mark[0].text} ({mark[0].place.file}:{mark[0].place.line})"
    return f"{what} could not be resolved"


# --- what happens to a name and its tensor


def _made_of(value: Value, origin: Value) -> bool:
    return any(one is origin for one in ancestry(value))


def _receiver(callee: Value) -> Value | None:
    if isinstance(callee, Closure | Bound):
        return callee.receiver
    return callee.inputs[0] if isinstance(callee, Opaque) and callee.inputs else None


def _touches(event: Event, given: Given) -> bool:
    """Whether an event does something with the tensor, or gives its name another spelling."""
    if event.kind == "write":
        return event.result is not None and _made_of(event.result, given.tensor)
    if event.kind != "call" or _LOGS.fullmatch(event.name):
        return False
    if event.name in _RENAMES:
        found = event.result
        changed = isinstance(found, Const) and not any(_equal(found, one) for one in found.inputs)
        return changed and found is not None and _made_of(found, given.name)
    return any(_made_of(value, given.tensor) for value in (*event.args, *(value for _, value in event.kwargs)))


def _equal(one: Const, other: Value) -> bool:
    return isinstance(other, Const) and other.value == one.value and other.step != ""


def _puts_aside(mark: Mark) -> bool:
    """Whether a tensor was put into a container."""
    return isinstance(mark, Event) and mark.kind == "write" and mark.name == "[]"


def _tells(run: Run, event: Event, given: Given) -> bool:
    """Whether a call logs the name: as it is, as it was spelled, or in a list of such."""
    if event.kind != "call" or not _LOGS.fullmatch(event.name):
        return False
    for value in (*event.args, *(value for _, value in event.kwargs)):
        held = members.contents(run, value).items if isinstance(value, List | Tuple) else ()
        if any(_made_of(one, given.name) for one in (value, *held) if isinstance(one, Value)):
            return True
    return False


def _decided(marks: Sequence[Mark], given: Given) -> Place | None:
    """Where the last test on the name stands, decided or not."""
    tests = [mark[0] for mark in marks if isinstance(mark, tuple) and _made_of(mark[0].value, given.name)]
    return tests[-1].place if tests else None


def _on_purpose(marks: Sequence[Mark], given: Given) -> bool:
    """Whether a test that finds a word in the name is what ends its way: nothing is done with it after that."""
    if any(_puts_aside(mark) for mark in marks):
        return False
    for mark in reversed(marks):
        if isinstance(mark, Event):
            return False
        test, _ = mark
        if not _made_of(test.value, given.name):
            continue
        if _asks_parameters(test):
            return False
        if _finds_word(test.value):
            return True
    return False


def _asks_parameters(test: Test) -> bool:
    """Whether a test asks if there is such a parameter."""
    return any(one.step in (NAME, "named_parameters") for one in ancestry(test.value))


def _finds_word(value: Value) -> bool:
    """Whether a test came out as it did because a word is in the name, or is the name."""
    if isinstance(value, Const):
        if value.step in _MATCHES:
            return bool(value.value)
        if value.step in ("not in", "!="):
            return not value.value
    return any(_finds_word(one) for one in value.inputs if isinstance(one, Const | Tuple | List | Dict))


def spelled_in(test: Test, given: Value) -> str:
    """How a test on a name spells it; empty when it does not compare a text made of the name."""
    for value in (one for side in test.value.inputs for one in ancestry(side)):
        if isinstance(value, Const) and isinstance(value.value, str) and _made_of(value, given):
            return value.value
    return ""


def _spelling(marks: Sequence[Mark], given: Given) -> str:
    tests = [mark[0] for mark in marks if isinstance(mark, tuple)]
    return spelled_in(tests[-1], given.name) if tests else ""
