"""Turns names that nothing answers to into problems: roles, guards, worlds, channels, ids; and doubles.

The schema's `x-names` and `x-keys` tell what a text names. A document of a wrong shape is looked at as far as
it goes; the shape itself is told by `shape`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from flowtrace.spec.model import KINDS, Engine, Plain
from flowtrace.spec.pieces import Schema
from flowtrace.spec.problems import Document, Problem, Where, nearest
from flowtrace.spec.schema import schema
from flowtrace.spec.shape import shape
from flowtrace.spec.versions import in_range, is_version

_CLASSES = ("registered", "any")  # roles every engine has

_ELSEWHERE = ("world", "term", "invariant", "invariant or ref", "config")  # not declared by an engine

_PATTERNS = ("call", "role or pattern")  # what may be a pattern instead

# What a role may be built on without standing for itself.
_BUILT_ON = ("class", "function", "any_of", "unless")


@dataclass(frozen=True)
class _Name:
    """A word in a document that names something: what, and where it stands (as a key or as a value)."""

    kind: str
    word: str
    where: Where
    key: bool = False


def doubles(documents: Iterable[Document]) -> Iterator[Problem]:
    """Invariants and engines whose id, worlds whose name, and targets tables that are there already."""
    seen: dict[_Name, Document] = {}
    for document in documents:
        for name in _declared(document):
            first = seen.setdefault(_Name(name.kind, name.word, ()), document)
            if first is not document:
                what = f"the {name.kind} '{name.word}'" if name.word else f"a {name.kind}"
                yield document.problem(name.where, f"{what} is already in {first.path}", key=True)


def in_engine(document: Document) -> Iterator[Problem]:
    """Names in an engine file that the same file does not define, and roles that stand for themselves."""
    data = document.data
    if not isinstance(data, dict):
        return
    roles, channels, configs = (_keys(data, section) for section in ("roles", "channels", "configs"))
    known = {
        "role": {*roles, *_CLASSES, *(f"config.{name}" for name in configs)},
        "role or pattern": {*roles, "any"},
        "role or channel": {*roles, *channels},
        "channel": channels,
        "receiver": _keys(data, "receivers"),
    }
    yield from _unknown(document, known, "in this file")
    yield from _ranges(document)
    yield from _circles(document, "roles", {name: list(_built_on(role)) for name, role in roles.items()})


def in_specs(engine: Engine, documents: list[Document]) -> Iterator[Problem]:
    """Names in invariants, worlds and the targets table that neither engine nor documents define."""
    declared = [name for document in documents for name in _declared(document)]
    ids, worlds, terms = (
        {name.word for name in declared if name.kind == kind} for kind in ("invariant", "world", "term")
    )
    refs = {ref for document in documents for ref in _refs(document)}
    roles = {*engine.roles, *_CLASSES, *(f"config.{name}" for name in engine.configs)}
    known = {
        "role": roles,
        "call": roles,
        "role or pattern": roles,
        "role or channel": {*roles, *engine.channels},
        "role or otherwise": {*roles, "otherwise"},
        "receiver": engine.receivers,
        "channel": engine.channels,
        "guard": engine.guards,
        "lifecycle": {f"lifecycle.{owner}" for owner in engine.lifecycle},
        "config": ("draft", "target"),
        "world": worlds,
        "term": terms,
        "invariant": ids,
        "invariant or ref": ids | refs,
    }
    for document in documents:
        labels = {each["name"] for _, each in _clauses(document) if isinstance(each.get("name"), str)}
        severities = {*engine.roles, *labels, "default", "named"}
        yield from _unknown(document, {**known, "role or clause": severities}, f"in engine {engine.id}")
        yield from _ranges(document)
        yield from _demands(document)
    yield from _circles_of_worlds(documents)
    yield from _circles_of_terms(documents)


def _unknown(document: Document, known: Mapping[str, Collection[str]], place: str) -> Iterator[Problem]:
    kind = shape(document.data)
    if kind is None:
        return
    for name in _names({"$ref": f"#/$defs/{kind}"}, document.data, ()):
        words = known.get(name.kind)
        if words is None or name.word in words or (name.kind in _PATTERNS and _is_pattern(name.word)):
            continue
        where = "" if name.kind in _ELSEWHERE else f" {place}"
        noun = "role" if name.kind == "call" else name.kind
        near = nearest(name.word, words)
        hint = f" (a plain name is written '*.{name.word}')" if name.kind == "call" else ""
        yield document.problem(
            name.where, f"there is no {noun} '{name.word}'{where}{near}{hint}", key=name.key
        )


def _is_pattern(word: str) -> bool:
    return "*" in word or "(" in word


@cache
def _definitions() -> Schema:
    definitions: Schema = schema()["$defs"]
    return definitions


def _names(of: Schema, value: Plain, where: Where) -> Iterator[_Name]:
    """Every name in `value`, found by walking it along its schema."""
    while "$ref" in of:
        rest = {key: form for key, form in of.items() if key != "$ref"}
        of = {**_definitions()[of["$ref"].rpartition("/")[2]], **rest}
    if isinstance(value, str):
        if of.get("x-names"):
            yield _Name(of["x-names"], value, where)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _names(of.get("items", {}), item, (*where, index))
    elif isinstance(value, dict):
        others = of.get("additionalProperties")
        for key, item in value.items():
            if "x-keys" in of:
                yield _Name(of["x-keys"], key, (*where, key), key=True)
            inside = of.get("properties", {}).get(key, others)
            if isinstance(inside, dict):
                yield from _names(inside, item, (*where, key))


def _declared(document: Document) -> Iterator[_Name]:
    data, kind = document.data, shape(document.data)
    if kind == "invariant" and isinstance(data.get("id"), str):
        yield _Name("invariant", data["id"], ("id",))
    elif kind == "engine" and isinstance(data.get("engine"), str):
        yield _Name("engine", data["engine"], ("engine",))
    elif kind == "worlds":
        for name in _keys(data, "worlds"):
            yield _Name("world", name, ("worlds", name))
    elif kind == "terms":
        for name in _keys(data, "terms"):
            yield _Name("term", name, ("terms", name))
    elif kind == "targets":
        yield _Name("targets table", "", ("columns",))


def _refs(document: Document) -> Iterator[str]:
    if shape(document.data) == "invariant":
        refs = document.data.get("refs", [])
        yield from (ref for ref in (refs if isinstance(refs, list) else [refs]) if isinstance(ref, str))


def _clauses(document: Document) -> list[tuple[Where, Mapping[str, Plain]]]:
    """The mappings of an invariant that may hold a kind, and where they stand: itself and its clauses."""
    if shape(document.data) != "invariant":
        return []
    clauses = document.data.get("all")
    listed = enumerate(clauses if isinstance(clauses, list) else [])
    return [
        ((), document.data),
        *((("all", index), each) for index, each in listed if isinstance(each, dict)),
    ]


def _demands(document: Document) -> Iterator[Problem]:
    """Clauses of several kinds (only `does` and `never` stand together), or without what their kind needs."""
    for where, clause in _clauses(document):
        kinds = [kind for kind in (*KINDS, "all") if kind in clause]
        if len(kinds) > 1 and kinds != ["does", "never"]:
            message = f"'{kinds[0]}' and '{kinds[1]}' are two demands; make each a clause under 'all'"
            yield document.problem((*where, kinds[1]), message, key=True)
        elif kinds and kinds != ["all"]:
            yield from _unasked(document, (*where, kinds[0]), kinds[0], {**document.data, **clause})


def _unasked(document: Document, where: Where, kind: str, complete: Mapping[str, Plain]) -> Iterator[Problem]:
    if kind == "agree":
        if "with" not in complete:
            yield document.problem(
                where, "'agree' needs 'with', the value that the others agree with", key=True
            )
    elif kind == "equals" and not _looks_somewhere(complete["equals"]):
        yield document.problem(where, "'equals' needs 'at', the value looked at", key=True)
    elif kind == "checkpoint":
        return
    elif "for" not in complete:
        yield document.problem(where, f"whom is '{kind}' asked of? 'for' is missing", key=True)
    elif isinstance(complete.get("with"), str):
        yield document.problem(
            where, f"beside '{kind}', 'with' is a mapping of arguments, not a value", key=True
        )


def _looks_somewhere(equals: Plain) -> bool:
    """Whether every case has a place, its own or the common one; `shape` speaks of other bodies."""
    if not isinstance(equals, dict) or "at" in equals:
        return True
    cases = equals.get("cases", [equals])
    return not isinstance(cases, list) or all("at" in case for case in cases if isinstance(case, dict))


def _ranges(document: Document) -> Iterator[Problem]:
    """Ends of ranges that are no versions, and ranges that end before they begin."""
    for where in [where for where in document.keys if where[-1] in ("since", "until")]:
        word, since = _at(document.data, where), _at(document.data, (*where[:-1], "since"))
        if not isinstance(word, str):
            continue
        if not is_version(word):
            yield document.problem(where, f"'{word}' is not a version")
        elif (
            where[-1] == "until"
            and isinstance(since, str)
            and is_version(since)
            and not in_range(since, None, word)
        ):
            yield document.problem(where, f"this range ends before it begins: since {since}, until {word}")


def _at(data: Plain, where: Where) -> Plain:
    for part in where:
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
        else:
            return None
    return data


def _built_on(role: Plain) -> Iterator[str]:
    if isinstance(role, dict):
        for key in _BUILT_ON:
            value = role.get(key)
            yield from (
                each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)
            )


def _circles_of_worlds(documents: Iterable[Document]) -> Iterator[Problem]:
    bases: dict[str, list[str]] = {}
    for document in documents:
        for name, world in _keys(document.data, "worlds").items() if shape(document.data) == "worlds" else ():
            base = world.get("is") if isinstance(world, dict) else None
            bases[name] = [base] if isinstance(base, str) else []
    for document in documents:
        own = [name.word for name in _declared(document) if name.kind == "world"]
        yield from _circles(document, "worlds", bases, own)


def _circles_of_terms(documents: Iterable[Document]) -> Iterator[Problem]:
    bases: dict[str, list[str]] = {}
    written = [document for document in documents if shape(document.data) == "terms"]
    for document in written:
        for name, term in _keys(document.data, "terms").items():
            bases[name] = [each.word for each in _names({"$ref": "#/$defs/term"}, term, ())]
    for document in written:
        yield from _circles(document, "terms", bases, _keys(document.data, "terms"))


def _circles(
    document: Document, section: str, bases: Mapping[str, list[str]], asked: Iterable[str] | None = None
) -> Iterator[Problem]:
    for name in bases if asked is None else asked:
        circle = _circle(name, bases)
        if circle:
            path = " -> ".join(circle)
            yield document.problem((section, name), f"'{name}' stands for itself: {path}", key=True)


def _circle(name: str, bases: Mapping[str, list[str]]) -> list[str]:
    """The way from `name` over its bases back to it, or nothing."""
    ways = [[name]]
    seen = set()
    while ways:
        way = ways.pop()
        for base in bases.get(way[-1], []):
            if base == name:
                return [*way, name]
            if base not in seen:
                seen.add(base)
                ways.append([*way, base])
    return []


def _keys(data: Plain, section: str) -> Mapping[str, Plain]:
    value = data.get(section) if isinstance(data, dict) else None
    return value if isinstance(value, dict) else {}
