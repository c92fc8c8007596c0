"""`agree`: several places evaluate to the same number, in every world given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flowtrace.binding import Subject
from flowtrace.checks import places, wording
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, unknown
from flowtrace.findings import Verdict
from flowtrace.spec.versions import in_range


def ask(question: Question, body: Any) -> Answer:
    """Whether the subject, one of the places, equals what it is compared with."""
    at = question.clause.kinds["agree"][0]
    for world in question.clause.given:
        answer = _in_world(question, at, world)
        if answer.verdict is not Verdict.HOLDS:
            return replace(answer, world=world)
    return HOLDS


def _in_world(question: Question, at: Mapping[str, Any], world: str) -> Answer:
    one = places.find(question, at["at"], world, None, {})
    if one.absent:
        return not_applicable(one.absent)
    other = _reference(question, world)
    if other is None:
        return unknown("nothing to compare with is bound in this release")
    for found in (one, other):
        if found.unknown:
            return unknown(found.unknown, found.place)
    value, scaled = one.value, at.get("over")
    if scaled:
        size = places.config_value(question, scaled, world)
        if not isinstance(size, int) or not size or not isinstance(value, int) or value % size:
            return unknown(f"{places.spelled(at['at'])} is no multiple of {scaled}", one.place)
        value //= size
    if value == other.value:
        return HOLDS
    binding = question.binding
    wanted = f"{wording.called(binding, question.clause.compare)} is {other.value}"
    shown = f"{value} times the {scaled}" if scaled else str(value)
    given = wording.world(binding, world)
    message = f"{wording.called(binding, at['at'])} is {shown}, but {wanted}, {given}"
    return Answer(Verdict.BROKEN, message, one.place, (*one.steps, *other.steps))


def _reference(question: Question, world: str) -> places.Found | None:
    """The value compared with: that of the first subject of its role that can be told."""
    role = question.clause.compare
    best: places.Found | None = None
    for subject in subjects_of(question.binding, role):
        asked = Question(question.binding, question.invariant, question.clause, subject)
        found = places.find(asked, role, world, None, {})
        if not found.unknown and not found.absent:
            return found
        best = best or found
    return best


def subjects_of(binding: Any, role: str) -> list[Subject]:
    """The subjects that a value role speaks of: the classes or calls of its `of`."""
    selector = binding.engine.roles.get(role, {})
    if not in_range(selector.get("since"), selector.get("until"), binding.version):
        return []
    of = selector.get("of")
    if "length_of" in selector:
        of = selector["length_of"].get("of")
    return [] if of is None else binding.subjects(of)
