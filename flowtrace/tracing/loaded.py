"""An attribute of a class -> the tensors of a checkpoint that fill it, by running the loader on their names.

A class that loads nothing itself is asked through the registered classes of its file that hold an object of
it. What a loading method assigns by plain writes is seen by `uses`, not here.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowtrace.binding.rules import listed
from flowtrace.flow import members
from flowtrace.flow.loading import SILENT, SKIPPED, UNKNOWN, Fate, Loading
from flowtrace.flow.paths import Mark
from flowtrace.flow.run import Run, Stopped
from flowtrace.flow.trace import Event
from flowtrace.flow.values import Object, Place, Value
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.traces import Site
from flowtrace.tracing import conditions
from flowtrace.tracing.observed import Observer


def loaded(observer: Observer, cls: ClassSymbol, name: str) -> list[Site]:
    """Which tensors are loaded into the parameters of an attribute, and under which tests on their names."""
    holders = [cls] if observer.registers(cls) else observer.registered(cls.module.file)
    return [site for holder in holders for site in _by(observer, holder, cls, name)]


def method_name(observer: Observer) -> str:
    """The method through which tensors come into a model."""
    names = listed(observer.binding.engine.parameters.get("loaded_by"))
    return str(names[0]) if names else ""


def _by(observer: Observer, holder: ClassSymbol, cls: ClassSymbol, name: str) -> Iterator[Site]:
    asker = observer.binding.asker
    run, subject, registry = asker.registered(holder, observer.assumptions, observer.config_role(holder))
    method = asker.reached(run, subject, [method_name(observer)])
    wanted = [one for one in registry.parameters if _belongs(observer, run, subject, one.name, cls, name)]
    if method is None or not wanted:
        return
    own = Loading(asker, run, subject, method, registry._replace(parameters=tuple(wanted)))
    for fate in own.own(observer.binding.engine.parameters.get("fused", {})):
        yield _site(observer, holder, fate)


def _belongs(
    observer: Observer, run: Run, subject: Object, parameter: str, cls: ClassSymbol, name: str
) -> bool:
    """Whether a parameter's name leads through the attribute of an object of the class."""
    parts = parameter.split(".")
    owner: Value | None = subject
    for part in parts:
        if not isinstance(owner, Object) or not isinstance(owner.cls, ClassSymbol):
            return False
        if part == name and cls in observer.program.mro(owner.cls):
            return True
        try:
            owner = members.lookup(run, owner, part, owner.place or _at(owner.cls))
        except Stopped:
            return False
    return False


def _at(cls: ClassSymbol) -> Place:
    return Place(cls.module.file, cls.header.line, cls.header.column, cls.header.qualname)


_FATES = {UNKNOWN: "could not be told", SILENT: "dropped without a word", SKIPPED: "skipped on purpose"}


def _site(observer: Observer, holder: ClassSymbol, fate: Fate) -> Site:
    events = [mark for mark in fate.marks if isinstance(mark, Event)]
    place = events[-1].place if fate.into and events else fate.place
    what = (
        f"{fate.name} is loaded into {' or '.join(fate.into)}"
        if fate.into
        else (f"{fate.name}: {_FATES.get(fate.word, fate.word)}")
    )
    return Site("loads", place.file, place.line, place.symbol, what, _tests(observer, fate.marks, place.file),
                note=f"by {holder.name}", sure=fate.word != UNKNOWN)  # fmt: skip


def _tests(observer: Observer, marks: tuple[Mark, ...], file: str) -> tuple[str, ...]:
    tests = [mark for mark in marks if isinstance(mark, tuple)]
    leaves = [conditions.Leaf(test.text, outcome) for test, outcome in tests if test.place.file == file]
    return conditions.alternatives([tuple(dict.fromkeys(leaves))])
