"""A class that loads tensors -> its parameters, and the words it looks for in names with what becomes of each.

The loading method is evaluated on made-up names; what a checkpoint needs of it is asked in `loads`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flowtrace.binding import Binding
from flowtrace.binding.rules import listed
from flowtrace.flow.loading import LOADED, NOBODYS, SKIPPED, Fate, Loading
from flowtrace.flow.passages import handed, made_of, tensor_named
from flowtrace.flow.trace import Event, Test, events, tests
from flowtrace.flow.values import Closure, Const, Value, ancestry
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.seam import Loader

_NOBODY = f"{NOBODYS}weight"
_QUOTED = re.compile(r"""['"]([\w.^$\\]+)['"]""")


def loader(binding: Binding, cls: ClassSymbol, role: str) -> Loader | None:
    """What a class knows of tensor names, built from the plain config of a role; None when it loads none."""
    run, subject, registry = binding.asker.registered(cls, binding.assumptions({}, "plain"), role)
    method = binding.asker.reached(run, subject, listed(binding.engine.parameters.get("loaded_by")))
    if method is None:
        return None
    if run.exhausted or registry.gaps:
        return Loader(unknown=next(iter(registry.gaps), f"constructing {cls.name} is too much to evaluate"))
    certain = {one.name for one in registry.parameters if not one.guards}
    possible = {one.name for one in registry.parameters} - certain
    return Loader(
        tuple(sorted(certain)),
        tuple(sorted(possible)),
        _words(binding, Loading(binding.asker, run, subject, method, registry)),
    )


def _words(binding: Binding, loading: Loading) -> Mapping[str, str]:
    """Each word that changes what becomes of a name, sorted."""
    nobody = loading.together([_NOBODY])[0]
    above = nobody.spelling.removesuffix(_NOBODY)
    words = dict.fromkeys((*_tested(loading), *_quoted(binding, loading.method)))
    found = {word: _becomes(loading.together([word])[0], above) for word in words}
    return {word: what for word, what in sorted(found.items()) if what}


def _becomes(fate: Fate, above: str) -> str:
    """What a name that is nothing but the word becomes; empty when it fares like any other name.

    `above` is what any name gets in front.
    """
    if fate.word == LOADED:
        return f"kept as {' or '.join(fate.into)}"
    if fate.word == SKIPPED:
        return "skipped on purpose"
    spelling = fate.spelling.removeprefix(above) if above else fate.spelling
    return f"read as {spelling}" if spelling and spelling != fate.name else ""


def _tested(loading: Loading) -> Iterator[str]:
    """The words that a name no parameter has is compared with, or would be replaced by another."""
    given = tensor_named(_NOBODY)
    outcome = loading.outcome([given])
    for test in tests(outcome.trace):
        if made_of(test.value, given.name):
            yield from _constants(test, given.name)
    for event in events(outcome.trace):
        if event.kind == "call" and any(made_of(one, given.name) for one in handed(event)):
            yield from _handed(event)


def _constants(test: Test, name: Value) -> Iterator[str]:
    for one in ancestry(test.value):
        if isinstance(one, Const) and isinstance(one.value, str) and not made_of(one, name):
            yield from _plain(one.value)


def _handed(event: Event) -> Iterator[str]:
    for one in event.args:
        if isinstance(one, Const) and isinstance(one.value, str):
            yield from _plain(one.value)


def _quoted(binding: Binding, method: Closure) -> Iterator[str]:
    """The words in quotes of the method's own text: a test that decides early hides the ones behind it."""
    for word in _QUOTED.findall(binding.program.text(method.function)):
        yield from _plain(word)


def _plain(word: str) -> Iterator[str]:
    """The word a simple pattern looks for: `^layers\\.0\\.` for `layers.0.`."""
    found = word.removeprefix("^").removesuffix("$").replace("\\.", ".")
    if re.fullmatch(r"[\w.-]+", found) and not found.startswith(NOBODYS):
        yield found
