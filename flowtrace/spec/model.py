"""What must hold, as frozen nouns: invariants and clauses, worlds, the engine file's roles and guards.

Selectors and patterns stay plain, validated mappings; `binding` gives them meaning. No YAML, no source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS = (
    *("has", "does", "never", "flows", "order", "feeds", "assigned", "returns"),
    *("equals", "agree", "reads", "loads", "checkpoint"),
)

Plain = Any  # None, bool, int, float, str, or lists and string-keyed dicts of these


@dataclass(frozen=True)
class Origin:
    """Where in a YAML file something is written: path as given, 1-based line and column."""

    path: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True)
class Clause:
    """One demand: the kinds' bodies (`does` and `never` may stand together) and when they are asked.

    Unset conditions inherit from the invariant at load time, so a clause is complete: `assume` merges (the
    clause's entries win), the others replace.

    Bodies are as the YAML has them, except: `has` is {"members": [role, ...]}, with "from" and "taking" where
    given; `agree` is a list of {"at": place}, with "over" where given; `equals` always has "cases", each with
    "at" and "value"; a `receiver` beside `does` or `never` is put into their bodies; `checkpoint` is lists of
    conditions by "when", "holds" and "never", with no term left by name.
    """

    kinds: Mapping[str, Plain]  # kind -> body, e.g. {"does": {"call": "share.embed"}, "never": {...}}
    subject: Plain = None  # the `for` selector: a role name or a selector mapping
    method: str | None = None  # `in`: a role or member name of the subject, dotted
    assume: Mapping[str, Plain] = field(default_factory=dict)
    given: tuple[str, ...] = ("plain",)
    arguments: Mapping[str, Plain] = field(default_factory=dict)  # `with` as argument values
    compare: Plain = None  # `with` of kind agree: a value role
    over: str | None = None
    prepared: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)  # member -> arguments
    severity: Plain = None
    name: str | None = None
    since: str | None = None
    until: str | None = None
    needs: str | None = None
    when: tuple[Mapping[str, Plain], ...] = ()  # conditions on the files in hand, terms written out


@dataclass(frozen=True)
class Invariant:
    """A sentence that must hold, and what to ask to find out."""

    id: str
    refs: tuple[str, ...]
    says: str
    why: str
    remedy: str
    severity: Plain  # a word, or a mapping role/clause name -> word with "default" and "named"
    clauses: tuple[Clause, ...]
    since: str | None = None
    until: str | None = None
    needs: str | None = None
    after: tuple[str, ...] = ()
    because: tuple[str, ...] = ()  # asked only where one of these is broken for a class that the user named
    fix: Mapping[str, Plain] = field(default_factory=dict)  # how a copy of the draft is corrected
    origin: Origin = Origin("")


@dataclass(frozen=True)
class Engine:
    """A code base's names for the roles specs speak of.

    `roles`, `guards` and so on map a name to its selector as the YAML has it (validated, lists stay lists);
    `origins` maps "roles.draft" and the like to where it is written.
    """

    id: str
    package: str
    root: str
    version: tuple[str, ...]
    registry: Mapping[str, Plain]  # modules, name; assume: what their forwards are followed under
    roles: Mapping[str, Mapping[str, Plain]]
    receivers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    channels: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)
    guards: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)
    configs: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)
    layers: tuple[Mapping[str, Plain], ...] = ()
    enters: Mapping[str, str] = field(default_factory=dict)
    lifecycle: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    entered: tuple[str, ...] = ()  # functions whose text has one of these words are entered by the evaluator
    frameworks: tuple[str, ...] = ()  # outside packages whose answers are run-time data
    closed: tuple[str, ...] = ()  # calls that are noted and never entered
    apart: tuple[str, ...] = ()  # roles that a pair meets only when the server is asked for them
    parameters: Mapping[str, Plain] = field(
        default_factory=dict
    )  # what loads them, and which several tensors fill
    examples: Mapping[str, str] = field(default_factory=dict)  # what the command line's help shows
    origin: Origin = Origin("")
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True)
class World:
    """A made-up (or the user's) pair of configs: config name ("draft", "target") -> its keys."""

    name: str
    configs: Mapping[str, Mapping[str, Plain]]
    origin: Origin = Origin("")
    says: str = ""  # how messages call it
    like: tuple[Mapping[str, Plain], ...] = ()  # what is so of a pair in hand that this world stands for


@dataclass(frozen=True)
class TableSpec:
    """The columns of `targets`: name -> how a cell is found (spec-language, section 7)."""

    subject: Plain
    columns: Mapping[str, Mapping[str, Plain]]
    origin: Origin = Origin("")


@dataclass(frozen=True)
class Specs:
    """All that was loaded: one engine, its invariants sorted by id, worlds by name, and the targets table."""

    engine: Engine
    invariants: tuple[Invariant, ...]
    worlds: Mapping[str, World]
    targets: TableSpec | None = None
    mutants: Mapping[str, tuple[Mapping[str, Plain], ...]] = field(
        default_factory=dict
    )  # id -> what violates it
