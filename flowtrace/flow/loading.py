"""Tensor names -> what a model's loading method does with each: its fate, and the tests that lead there.

The method runs on one name at a time, on an instance whose parameters are known by name. No tensor has
contents, except the small ones of whole numbers that a question carries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flowtrace.flow import shapes
from flowtrace.flow.ask import Asker, Outcome
from flowtrace.flow.parameters import Registered, Registry
from flowtrace.flow.passages import (
    Given,
    concerns,
    decided_at,
    handed,
    logs,
    made_of,
    on_purpose,
    puts_aside,
    receiver_of,
    spelling,
    tells,
    tensor_named,
    touches,
)
from flowtrace.flow.paths import RARE, Mark, Path, Performed, performed
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Event, events
from flowtrace.flow.values import Bound, Closure, Each, List, Object, Opaque, Place, Tuple, Value

LOADED, RAISES, LOGGED = "loaded", "raises", "logged"
SILENT, SKIPPED, UNKNOWN = "silent", "skipped_on_purpose", "unknown"
ELSEWHERE = "loaded elsewhere"  # into another parameter than the one it was meant for

NOBODYS = "no.such."  # begins names that no parameter has, by decree


@dataclass(frozen=True)
class Fate:
    """What becomes of a tensor: one word, where that is decided, and the tests and steps on the way.

    `into` are the parameters and attributes it may be put into; `reason` says why it raises or is unknown.
    """

    name: str
    word: str
    place: Place
    into: tuple[str, ...] = ()
    reason: str = ""
    marks: tuple[Mark, ...] = ()
    spelling: str = ""  # what the name has become in the end


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
        """The fate of each name by itself; those that the method puts aside are given again, together."""
        found = [self.together([name])[0] for name in names]
        aside = [fate.name for fate in found if fate.word != LOADED and any(map(puts_aside, fate.marks))]
        if len(aside) > 1:
            again = {fate.name: fate for fate in self.together(aside)}
            found = [again.get(fate.name, fate) for fate in found]
        return found

    def own(self, fused: Mapping[str, Sequence[str]], bare: bool = False) -> list[Fate]:
        """The fates of the names by which the class's own parameters should load, one or several for each.

        A parameter goes by its name, whole or without the part that the class itself adds in front (with
        `bare` only without it); one that is `fused` of several tensors goes by the names of these. Where it
        is undecided whether there is such a parameter, nothing is asked.
        """
        return self.of([one for one in self.registry.parameters if not one.guards], fused, bare)

    def of(
        self, parameters: Sequence[Registered], fused: Mapping[str, Sequence[str]], bare: bool = False
    ) -> list[Fate]:
        """The same for some of them."""
        return [fate for one in parameters for fate in self._of_parameter(one, fused, bare)]

    def _of_parameter(self, one: Registered, fused: Mapping[str, Sequence[str]], bare: bool) -> list[Fate]:
        spellings = _spelled(one.name)[: 1 if bare else None]
        groups = [parts for spelling in spellings if (parts := _parts(spelling, fused))]
        if not (bare and groups):  # no trainer writes fused tensors
            groups += [[spelling] for spelling in spellings]
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
        given = [tensor_named(name) for name in names]
        outcome = self.outcome(given)
        return [self._fate(one, outcome) for one in given]

    def refused(self, name: str, shape: Sequence[int], sizes: Mapping[str, Sequence[int]]) -> Place | None:
        """Where loading a tensor of this shape raises on every path, given sizes of parameters by name; else None.

        Here the parameters' own loaders are entered: they are what compares the shapes. Of layers that share one
        construction nothing is told: what was set on their parameters is not known one by one.
        """
        given = tensor_named(name)
        own = [one for one in self.registry.parameters if not one.shared]
        known = [(p.value, sizes[p.name]) for p in own if p.name in sizes]
        outcome = self.outcome([given], [(given.tensor, shape), *known])
        if outcome.value is not None or outcome.exhausted:
            return None
        raised = [event for event in events(outcome.trace) if event.kind == "raise"]
        return raised[-1].place if raised else outcome.place

    def left(self, tensors: Mapping[str, Sequence[int]]) -> Outcome:
        """What loading small tensors of whole numbers leaves behind."""
        return self.outcome([tensor_named(name, numbers) for name, numbers in tensors.items()])

    def outcome(self, given: Sequence[Given], shaped: Sequence[tuple[Value, Sequence[int]]] = ()) -> Outcome:
        """The loading method called with these tensors; with known shapes, loaders of parameters are entered."""
        run = self.run.copied()
        tensors = [one.tensor for one in given]
        for value, sizes in shaped:
            shapes.know(run, value, sizes)
        run.landed = lambda callee, args: (
            not (shaped and isinstance(callee, Closure)) and self._lands(callee, args, tensors)
        )
        pairs = tuple(Tuple((one.name, one.tensor)) for one in given)
        first = next((p.name for p in self.method.function.header.parameters[1:] if p.kind != "keyword"), "")
        return self.asker.call(run, self.subject, self.method, {first: List(pairs, step="given")}, eager=True)

    # --- where tensors land

    def _lands(self, callee: Value, args: Sequence[Value], tensors: Sequence[Value]) -> bool:
        """Whether a call hands a tensor to a parameter: `param.copy_(tensor)`, `loader(param, tensor)`."""
        if not any(self._parameter(one) for one in (*args, receiver_of(callee))):
            return False
        return any(made_of(arg, tensor) for arg in args for tensor in tensors)

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
            values = handed(event)
            if logs(event) or not any(made_of(value, tensor) for value in values):
                return ""
            receiver = receiver_of(event.callee) if event.callee is not None else None
            found = next((p for value in (receiver, *values) if (p := self._parameter(value))), None)
            return found.name if found else ""
        if event.kind != "write" or event.result is None or not made_of(event.result, tensor):
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
        place = decided_at(path.marks, given) or self.place
        marks = tuple(mark for mark in path.marks if concerns(mark, given))
        fate = Fate(name, UNKNOWN, place, tuple(into), "", marks, spelling(marks, given))
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
        logged = _on_all_paths(performed(outcome.trace, lambda event: tells(outcome.run, event, given)))
        if logged is None:
            return _as(fate, UNKNOWN, _undecided(path, "whether it is logged"))
        if self.registry.gaps and not name.startswith(NOBODYS):
            return _as(fate, UNKNOWN, self.registry.gaps[0])
        return _as(fate, LOGGED if logged else SKIPPED if on_purpose(path.marks, given) else SILENT)

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
        paths = performed(outcome.trace, lambda event: touches(event, given))
        found = [path for path in (paths.with_it, paths.without_it, paths.anyhow) if path]
        return max(found, key=lambda path: path.surety) if found else Path(RARE)

    @property
    def place(self) -> Place:
        """Where the loading method is defined."""
        header = self.method.function.header
        return Place(self.method.function.module.file, header.line, header.column, header.qualname)


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
    """Whether every normal path does it, none does, or it is undecided; calls that may raise are left out."""
    if paths.with_it is None:
        return False
    rare = paths.without_it is None or paths.without_it.surety == RARE < paths.with_it.surety
    return True if rare else None


def _undecided(path: Path | None, what: str) -> str:
    for mark in reversed(path.marks if path else ()):
        if isinstance(mark, tuple) and mark[0].outcome is None:
            return f"{what} depends on {mark[0].text} ({mark[0].place.file}:{mark[0].place.line})"
    return f"{what} could not be resolved"
