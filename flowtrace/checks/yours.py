"""The draft and target a user has in hand -> what to ask of them: a world, classes by name, narrowed clauses.

It reads no source and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flowtrace.binding.rules import listed
from flowtrace.draft.checkpoint import Draft, read_draft
from flowtrace.draft.config import Config, read_target
from flowtrace.draft.predicates import met
from flowtrace.draft.terms import Pair
from flowtrace.draft.world import world_of
from flowtrace.spec.model import Clause, Invariant, World

WORLD = "yours"
MADE_UP = "plain"  # the world whose place it takes, and whose configs stand in for those not given
DRAFT = "draft"  # what a clause needs; and, among names, those of the draft's tensors


@dataclass(frozen=True)
class Yours:
    """A draft, a target's config or class, and options of the server by name, such as `algorithm`."""

    draft: Draft | None = None
    target: Config | str | None = None
    served: Mapping[str, str] = field(default_factory=dict)

    @property
    def target_config(self) -> Config | None:
        """The target's config, where it was given."""
        return self.target if isinstance(self.target, Config) else None

    @property
    def configs(self) -> tuple[Config, ...]:
        """The files of configs in hand; of two of one name, the draft's last."""
        found = (self.target_config, self.draft.configuration if self.draft else None)
        return tuple(config for config in found if config is not None)

    @property
    def architecture(self) -> str:
        """The class that an engine picks for the draft by name; empty when its config names none."""
        names = _architectures(self.draft.configuration) if self.draft else ()
        return names[0] if names else ""

    @property
    def targets(self) -> tuple[str, ...]:
        """The classes the target goes by."""
        if isinstance(self.target, Config):
            return _architectures(self.target)
        return (self.target,) if self.target else ()

    @property
    def unsized(self) -> bool:
        """Whether there is a draft for a target that is known by its class alone."""
        return self.draft is not None and bool(self.targets) and self.target_config is None

    @property
    def named(self) -> frozenset[str]:
        """Every class the user names, by word or by config."""
        drafts = _architectures(self.draft.configuration) if self.draft else ()
        return frozenset((*self.targets, *drafts))

    def world(self, worlds: Mapping[str, World]) -> World:
        """The configs in hand as a world; a made-up one stands in for what was not given."""
        made_up = worlds[MADE_UP].configs if MADE_UP in worlds else {}
        return World(WORLD, {**made_up, **world_of(self.draft, self.target_config)}, says="with your config")

    def narrowed(self, clause: Clause, needs: str) -> Clause | None:
        """A clause as it is asked of what is in hand: in its world, of the names and keys it has.

        None when what it needs was not given, or has none of them.
        """
        if (self.draft if needs == DRAFT else self.target) is None:
            return None
        kinds = {kind: self._body(kind, body) for kind, body in clause.kinds.items()}
        if any(body is None for body in kinds.values()) or not self._so(clause):
            return None
        given = tuple(WORLD if world == MADE_UP else world for world in clause.given)
        return replace(clause, kinds=kinds, given=given, needs=needs)

    def _so(self, clause: Clause) -> bool:
        """Whether the files in hand are as the clause wants them before it is asked."""
        return not clause.when or self.meets(clause.when)

    def meets(self, conditions: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the files in hand are known to meet these conditions; without a draft nothing is known."""
        if self.draft is None:
            return False
        return met(conditions, Pair(self.draft, self.target_config, self.served))

    def _body(self, kind: str, body: Any) -> Any:
        if self.draft is None:
            return body
        if kind == "loads" and "names" in body:
            names = [name for each in listed(body["names"]) for name in self._tensors(each)]
            given = {**self.draft.tensors} if DRAFT in listed(body["names"]) else {}
            return {**body, "names": names, **({"given": given} if given else {})} if names else None
        if kind == "loads" and "filled" in body:
            names = [name for each in listed(body["filled"]) for name in self._tensors(each)]
            return {**body, "filled": {name: self.draft.tensors[name] for name in names}} if names else None
        if kind == "reads":
            keys = [key for key in listed(body["keys"]) if _switches_on(self.draft.config, key)]
            return {**body, "keys": keys} if keys else None
        return body

    def _tensors(self, name: str) -> list[str]:
        assert self.draft is not None
        if name == DRAFT:
            return sorted(self.draft.tensors)
        return [name] if name in self.draft.tensors else []


def yours(draft: str | None, target: str | None, algorithm: str | None) -> Yours:
    """What the user names by path or word, read."""
    return Yours(
        read_draft(Path(draft)) if draft else None,
        read_target(target) if target else None,
        {"algorithm": algorithm} if algorithm else {},
    )


def on_drafts(invariants: Iterable[Invariant]) -> tuple[Invariant, ...]:
    """The demands on a draft in hand alone, whatever else the invariants say."""
    found = []
    for invariant in invariants:
        clauses = tuple(clause for clause in invariant.clauses if DRAFT in (clause.needs, invariant.needs))
        if clauses:
            found.append(replace(invariant, clauses=clauses))
    return tuple(found)


def asks_of_all_tensors(clause: Clause) -> bool:
    """Whether a clause asks what becomes of every tensor of a draft."""
    body = clause.kinds.get("loads", {})
    return DRAFT in listed(body.get("names"))


def _architectures(config: Config) -> tuple[str, ...]:
    names = config.values.get("architectures")
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def _switches_on(config: Any, key: str) -> bool:
    """Whether a config, or one nested in it, has a key and does not switch it off."""
    if isinstance(config, list):
        return any(_switches_on(each, key) for each in config)
    if not isinstance(config, Mapping):
        return False
    return bool(config.get(key)) or any(_switches_on(each, key) for each in config.values())
