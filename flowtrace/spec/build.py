"""Turns faultless spec documents into frozen nouns: defaults filled in, conditions inherited, bodies alike.

It checks nothing: `shape` and `names` have spoken before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flowtrace.spec.checkpoint import fix_written_out, written_out
from flowtrace.spec.model import KINDS, Clause, Engine, Invariant, Plain, Specs, TableSpec, World
from flowtrace.spec.problems import Document
from flowtrace.spec.shape import shape

_INHERITED = ("for", "in", "assume", "given", "with", "over", "prepared", "receiver", "when")


def engine(document: Document) -> Engine:
    """The engine a document describes."""
    data = document.data
    return Engine(
        id=data["engine"],
        package=data["package"],
        root=data.get("root", ""),
        version=_words(data.get("version", [])),
        registry=data["registry"],
        roles=data["roles"],
        receivers={name: _words(chains) for name, chains in data.get("receivers", {}).items()},
        channels=data.get("channels", {}),
        guards=data.get("guards", {}),
        configs=data.get("configs", {}),
        layers=tuple(data.get("layers", ())),
        enters=data.get("enters", {}),
        lifecycle={owner: _words(methods) for owner, methods in data.get("lifecycle", {}).items()},
        entered=_words(data.get("entered", [])),
        frameworks=_words(data.get("frameworks", [])),
        closed=_words(data.get("closed", [])),
        apart=_words(data.get("apart", [])),
        parameters=data.get("parameters", {}),
        examples=data.get("examples", {}),
        origin=document.origin(("engine",)),
        origins={
            f"{section}.{name}": document.origin((section, name))
            for section in ("roles", "receivers", "channels", "guards", "configs", "lifecycle")
            for name in data.get(section, {})
        },
    )


def specs(engine: Engine, documents: Iterable[Document]) -> Specs:
    """Everything the documents say, for one engine."""
    by_shape: dict[str | None, list[Document]] = {}
    for document in documents:
        by_shape.setdefault(shape(document.data), []).append(document)
    tables = by_shape.get("targets", [])
    terms = {name: term for each in by_shape.get("terms", []) for name, term in each.data["terms"].items()}
    return Specs(
        engine=engine,
        invariants=tuple(
            sorted(
                (invariant(each, terms) for each in by_shape.get("invariant", [])), key=lambda each: each.id
            )
        ),
        worlds=worlds(by_shape.get("worlds", []), terms),
        targets=_table(tables[0]) if tables else None,
        mutants={
            id_: tuple(ways)
            for each in by_shape.get("mutants", [])
            for id_, ways in each.data["mutants"].items()
        },
    )


def invariant(document: Document, terms: Mapping[str, Plain]) -> Invariant:
    """The invariant a document states, each of its clauses complete in itself."""
    data = document.data
    return Invariant(
        id=data["id"],
        refs=_words(data.get("refs", [])),
        says=data["says"],
        why=data.get("why", ""),
        remedy=data.get("remedy", ""),
        severity=data.get("severity", "error"),
        clauses=tuple(_clause(_inheriting(data, each), terms) for each in data.get("all", [data])),
        since=data.get("since"),
        until=data.get("until"),
        needs=data.get("needs"),
        after=_words(data.get("after", [])),
        because=_words(data.get("because", [])),
        fix=fix_written_out(data.get("fix", {}), terms),
        origin=document.origin(("id",)),
    )


def worlds(documents: Iterable[Document], terms: Mapping[str, Plain]) -> dict[str, World]:
    """The worlds by name; one that `is` another has that one's keys under its own."""
    written = {
        name: (each, document) for document in documents for name, each in document.data["worlds"].items()
    }

    def configs(name: str) -> dict[str, dict[str, Plain]]:
        own = {key: value for key, value in written[name][0].items() if key not in ("says", "like")}
        base = configs(own.pop("is")) if "is" in own else {}
        return {config: {**base.get(config, {}), **own.get(config, {})} for config in {**base, **own}}

    return {
        name: World(
            name,
            configs(name),
            document.origin(("worlds", name)),
            each.get("says", ""),
            _conditions(each.get("like"), terms),
        )
        for name, (each, document) in written.items()
    }


def _table(document: Document) -> TableSpec:
    return TableSpec(document.data["for"], document.data["columns"], document.origin(("columns",)))


def _inheriting(invariant: Mapping[str, Plain], clause: Mapping[str, Plain]) -> Mapping[str, Plain]:
    if clause is invariant:
        return {
            key: value for key, value in clause.items() if key not in ("severity", "since", "until", "needs")
        }
    inherited = {key: invariant[key] for key in _INHERITED if key in invariant}
    return {**inherited, **clause, "assume": {**invariant.get("assume", {}), **clause.get("assume", {})}}


def _clause(written: Mapping[str, Plain], terms: Mapping[str, Plain]) -> Clause:
    values = written.get("with")
    compares = "agree" in written
    return Clause(
        kinds={kind: _body(kind, written, terms) for kind in KINDS if kind in written},
        subject=written.get("for"),
        method=written.get("in"),
        assume=written.get("assume", {}),
        given=_words(written.get("given", "plain")),
        arguments=values if isinstance(values, dict) and not compares else {},
        compare=values if compares else None,
        over=written.get("over"),
        prepared=_prepared(written.get("prepared", {})),
        severity=written.get("severity"),
        name=written.get("name"),
        since=written.get("since"),
        until=written.get("until"),
        needs=written.get("needs"),
        when=_conditions(written.get("when"), terms),
    )


def _conditions(written: Plain, terms: Mapping[str, Plain]) -> tuple[Mapping[str, Plain], ...]:
    return tuple(written_out({"when": written}, terms)["when"]) if written else ()


def _prepared(written: Plain) -> Mapping[str, Mapping[str, Plain]]:
    return (
        {written: {}}
        if isinstance(written, str)
        else {role: values or {} for role, values in written.items()}
    )


def _body(kind: str, written: Mapping[str, Plain], terms: Mapping[str, Plain]) -> Plain:
    body: Any = written[kind]
    if kind == "checkpoint":
        return written_out(body, terms)
    if kind == "has":
        how = {"from": written["from"]} if "from" in written else {}
        what = {"taking": list(_words(written["taking"]))} if "taking" in written else {}
        return {"members": list(_words(body)), **how, **what}
    if kind == "agree":
        return [
            place if isinstance(place, dict) and "at" in place else {"at": place} for place in _items(body)
        ]
    if kind == "equals":
        return _cases(body)
    if kind in ("does", "never") and "receiver" in written:
        return {"receiver": written["receiver"], **body}
    return body


def _cases(body: Mapping[str, Plain]) -> Mapping[str, Plain]:
    shared = {key: body[key] for key in ("at", "value") if key in body}
    cases = [{**shared, **case} for case in body.get("cases", [{}])]
    for case in cases:
        if "given" in case:
            case["given"] = _words(case["given"])
    return {**shared, "cases": cases}


def _items(written: Plain) -> list[Plain]:
    return written if isinstance(written, list) else [written]


def _words(written: Plain) -> tuple[str, ...]:
    return tuple(_items(written))
