"""Asks a demand on a checkpoint of the draft in hand, and tells where in its files the answer lies.

It reads no source: what an engine does with these files is asked by other kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flowtrace.draft.checkpoint import Draft
from flowtrace.draft.config import Config
from flowtrace.draft.predicates import answer
from flowtrace.draft.terms import Pair
from flowtrace.findings import Step, Verdict
from flowtrace.spec.model import Clause


@dataclass(frozen=True)
class Judged:
    """The verdict on one clause, why, and what it rests on; `place` is the first of that in the draft."""

    verdict: Verdict
    message: str
    place: Step
    evidence: tuple[Step, ...]


def judge(clause: Clause, draft: Draft, target: Config | None, served: Mapping[str, str]) -> Judged:
    """What the clause's demand comes to; `served` are options of the server by name, such as `algorithm`."""
    told = answer(clause.kinds["checkpoint"], Pair(draft, target, served))
    own = {draft.configuration.path.name, *draft.weights}
    whole = Step(draft.configuration.path.name, 1, "", "the draft")
    place = next((step for step in told.evidence if step.file in own), whole)
    return Judged(told.verdict, told.message, place, told.evidence)
