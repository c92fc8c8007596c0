"""The engine file's guards, layers and channels compiled to what an evaluation follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from flowtrace.flow.assumptions import Pin, Rules
from flowtrace.graph.program import Program, classes_of
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.spec.model import Engine


def listed(plain: Any) -> list[Any]:
    """A YAML value that may be one thing or a list of them, as a list."""
    if plain is None:
        return []
    return list(plain) if isinstance(plain, list | tuple) else [plain]


def last_name(pattern: str) -> str:
    """The last identifier of a call pattern: `*.logits_processor`, `torch.cat`, `super().__init__`."""
    names = re.findall(r"\w+", pattern)
    return names[-1] if names else pattern


def rules_of(engine: Engine) -> Rules:
    """The rules of an engine file."""
    layers = []
    for entry in engine.layers:
        by_length = entry.get("count") == "length"
        for name in listed(entry["call"]):
            layers.append((last_name(name), () if by_length else tuple(listed(entry["count"])), by_length))
    enters = {name: argument for name, argument in engine.enters.items() if not name.startswith("*")}
    called = engine.enters.get("*.__call__", "forward")
    chains = [
        (pattern, role)
        for role, entry in engine.configs.items()
        if isinstance(entry, Mapping)
        for pattern in listed(entry.get("chains"))
    ]
    lists, flags = _marks(engine)
    words = frozenset(_words(engine)) | set(enters) | lists | flags
    return Rules(
        layers=tuple(layers),
        enters=enters,
        called=called,
        words=words,
        chains=tuple(chains),
        itself=frozenset(listed(engine.configs.get("itself"))),
        channels=lists | flags | {n for c in engine.channels.values() for n in listed(c.get("attribute"))},
        mark_lists=lists,
        mark_flags=flags,
        frameworks=frozenset(engine.frameworks),
        objects=tuple(dict.fromkeys(p for patterns in engine.receivers.values() for p in listed(patterns))),
        closed=frozenset(last_name(pattern) for pattern in engine.closed),
    )


def own_chains(engine: Engine, assume: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The chains that lead to a config only under what is assumed: code that serves one model calls it its own."""
    found = []
    for role, entry in engine.configs.items():
        own = entry.get("own") if isinstance(entry, Mapping) else None
        if own and own["assume"].items() <= assume.items():
            found += [(pattern, role) for pattern in listed(own["chains"])]
    return tuple(found)


def _marks(engine: Engine) -> tuple[frozenset[str], frozenset[str]]:
    lists: set[str] = set()
    flags: set[str] = set()
    for channel in engine.channels.values():
        lists |= set(listed(channel.get("list")))
        flags |= set(listed(channel.get("each_layer")))
    return frozenset(lists), frozenset(flags)


def _words(engine: Engine) -> Iterable[str]:
    """The names that make a function worth entering: those that roles and channels name."""
    yield from engine.entered
    for channel in engine.channels.values():
        for kind in ("attribute", "list", "each_layer"):
            yield from listed(channel.get(kind))
    for selector in engine.roles.values():
        if "object" in selector or "of" in selector:  # a value: computed when it is asked for
            continue
        if selector.get("entered") is False:
            continue
        for kind in ("method", "attribute", "call", "key", "reads_key", "context"):
            for name in listed(selector.get(kind)):
                word = last_name(str(name))
                if word not in _EVERYWHERE and name not in engine.roles:
                    yield word


# Names of calls that stand in nearly every function: they make none of them worth entering.
_EVERYWHERE = frozenset({"__init__", "forward", "cat", "norm", "fc", "capture"})


def pins_of(program: Program, engine: Engine, assume: Mapping[str, Any]) -> tuple[Pin, ...]:
    """The guards of an assumption as pins, in the engine file's order."""
    return tuple(
        pin
        for name, value in sorted(assume.items())
        for pin in (
            _pin(program, name, engine.guards[name], value),
            *_settled(name, engine.guards[name], value),
        )
    )


def _settled(name: str, guard: Mapping[str, Any], value: Any) -> Iterable[Pin]:
    """Whole tests on a guard that are true of some of its values, for where evaluation can't tell."""
    for pattern, values in guard.get("true_of", {}).items():
        yield Pin(guard=name, value=value in values, tests=(pattern,))


def _pin(program: Program, name: str, guard: Mapping[str, Any], value: Any) -> Pin:
    enum = find_class(program, guard["enum"]) if "enum" in guard else None
    return Pin(
        guard=name,
        value=value,
        attributes=tuple(listed(guard.get("attribute"))),
        tests=tuple(listed(guard.get("test"))),
        inverted=bool(guard.get("inverted")),
        as_object=guard.get("as") == "object",
        layers=guard.get("layers", ""),
        enum=enum,
    )


def find_class(program: Program, name: str) -> ClassSymbol | None:
    """The first class of a name in the tree, in file order; None when there is none."""
    for module in program.parse_all(program.holding([f"class {name}"])):
        for cls in classes_of(module):
            if cls.name == name:
                return cls
    return None
