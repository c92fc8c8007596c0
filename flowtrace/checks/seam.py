"""A binding -> the seam of its release: where roles are, which config keys are read there, which tensors are known.

It judges nothing; which roles and readers count follows from what the specs ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from flowtrace.binding import Binding, Subject
from flowtrace.checks import agree, places
from flowtrace.checks.question import Question
from flowtrace.checks.words import loader
from flowtrace.checks.yours import WORLD
from flowtrace.flow.ask import Outcome
from flowtrace.flow.run import Reading, Stopped
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.seam import WORKERS, Loader, Seam, Site
from flowtrace.spec.versions import in_range

_DRAFT = "draft"  # the config that those read who are looked at here


def seam(binding: Binding) -> Seam:
    """The seam that a binding's specs speak of."""
    return Seam(
        roles={role: _sites(binding.subjects(role)) for role in _roles(binding)},
        keys=dict(_keys(binding)),
        loaders=dict(_loaders(binding)),
    )


# --- roles


def _roles(binding: Binding) -> list[str]:
    """The roles asked about, sorted, without those that others of them narrow.

    Of roles over registered classes, which have a table of their own, only the drafts' is one.
    """
    asked = {clause.subject for invariant in binding.specs.invariants for clause in invariant.clauses
             if isinstance(clause.subject, str)}  # fmt: skip
    asked |= {shape["of"] for shape in binding.engine.roles.values() if isinstance(shape.get("of"), str)}
    known = {role for role in asked if role in binding.engine.roles and not binding.over_registered(role)}
    narrowed = {binding.engine.roles[role].get(kind) for role in known for kind in ("class", "function")}
    return sorted((known - narrowed) | _drafts(binding))


def _drafts(binding: Binding) -> set[str]:
    """The role of the classes that read the draft's config as their own."""
    role = str(binding.engine.configs.get(_DRAFT, {}).get("classes", ""))
    return {role} if role in binding.engine.roles else set()


def _draft_classes(binding: Binding) -> list[ClassSymbol]:
    return [cls for role in _drafts(binding) for cls in binding.classes(role)]


def _sites(subjects: Iterable[Subject]) -> tuple[Site, ...]:
    return tuple(sorted({Site(one.file, one.symbol) for one in subjects}))


# --- config keys


def _keys(binding: Binding) -> Iterator[tuple[str, Mapping[str, Site]]]:
    """Each reader with the keys of the draft's config that it reads in some world."""
    for cls in _draft_classes(binding):
        yield cls.name, _read(binding, _of_class(binding, cls))
    telling = _telling(binding)
    found = [reading for question, place in _questions(binding) for reading in _of_question(question, place)]
    keys = _read(binding, found)
    yield WORKERS, {path: site for path, site in keys.items() if path.partition(".")[0] in telling}


def _telling(binding: Binding) -> set[str]:
    """The keys of the draft's config in which worlds differ.

    Workers and runners may read the engine's wrapper of a config, which has attributes of its own, and read keys
    that any model has: what they read of others says nothing of the seam.
    """
    drafts = [world.configs.get(_DRAFT, {}) for name, world in binding.specs.worlds.items() if name != WORLD]
    every = {key for keys in drafts for key in keys}
    return {key for key in every if any(keys.get(key, every) != drafts[0].get(key, every) for keys in drafts)}


def _read(binding: Binding, readings: Iterable[Reading]) -> dict[str, Site]:
    """Key -> where it is read first, in the order of places."""
    found: dict[str, Site] = {}
    for one in sorted(readings, key=lambda reading: reading.place[:3]):
        path = f"{one.record.path}.{one.key}" if one.record.path else one.key
        if one.record.role == _DRAFT and path not in binding.asker.rules.itself:
            found.setdefault(path, Site(one.place.file, one.place.symbol))
    return dict(sorted(found.items()))


def _of_class(binding: Binding, cls: ClassSymbol) -> Iterator[Reading]:
    """What constructing a draft with all its parts reads, in every world."""
    for world in binding.specs.worlds:
        run, _, _ = binding.asker.registered(cls, binding.assumptions({}, world), _DRAFT)
        yield from run.readings


def _questions(binding: Binding) -> Iterator[tuple[Question, str]]:
    """What the specs ask about keys and widths outside registered classes; with the place, where they name one."""
    for invariant in binding.specs.invariants:
        if invariant.needs or not in_range(invariant.since, invariant.until, binding.version):
            continue
        reads = any("reads" in clause.kinds for clause in invariant.clauses)
        for clause in invariant.clauses:
            for place in clause.kinds.get("agree", ()):
                if not binding.over_registered(binding.engine.roles.get(place["at"], {}).get("of")):
                    for one in agree.subjects_of(binding, place["at"]):
                        yield Question(binding, invariant, clause, one), place["at"]
            if reads and isinstance(clause.subject, str) and not binding.over_registered(clause.subject):
                for one in binding.subjects(clause.subject):
                    yield Question(binding, invariant, clause, one), ""


def _of_question(question: Question, place: str) -> Iterator[Reading]:
    """What is read on the way to the answer, in every world."""
    for world in question.binding.specs.worlds:
        with suppress(Stopped):
            if place:
                places.find(question, place, world, None, {})  # evaluates what was put off, on the same run
            for outcome in _outcomes(question, place, world):
                yield from outcome.run.readings


def _outcomes(question: Question, place: str, world: str) -> list[Outcome]:
    binding = question.binding
    init = binding.program.method(question.cls, "__init__") if question.subject.cls else None
    if init is None:
        return question.outcomes(world)
    config = binding.engine.roles.get(place, {}).get("config")
    return [binding.asked(init, question.assumptions(world, None, config))]


# --- names of tensors


def _loaders(binding: Binding) -> Iterator[tuple[str, Loader]]:
    for cls in _draft_classes(binding):
        found = loader(binding, cls, _DRAFT)
        if found is not None:
            yield cls.name, found
