"""`equals`: a place evaluates to a value, in each world given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flowtrace.checks import places, wording
from flowtrace.checks.question import HOLDS, Answer, Question, not_applicable, unknown
from flowtrace.findings import Verdict


def ask(question: Question, body: dict[str, Any]) -> Answer:
    """Whether the place has the wanted value in every case."""
    answer = HOLDS
    for case in body["cases"]:
        worlds = case.get("given") or question.clause.given
        for world in worlds:
            one = _case(question, case, world)
            one = replace(one, world=world)
            if one.verdict is Verdict.BROKEN:
                return one
            if one.verdict is not Verdict.HOLDS and answer.verdict is Verdict.HOLDS:
                answer = one
    return answer


def _case(question: Question, case: Mapping[str, Any], world: str) -> Answer:
    found = places.find(
        question, case["at"], world, case.get("assume"), case.get("with") or question.clause.arguments
    )
    if found.absent:
        return not_applicable(found.absent)
    wanted = case["value"]
    if isinstance(wanted, str) and wanted.startswith("same object as "):
        return _same_object(question, found, wanted.removeprefix("same object as "), world, case)
    if found.unknown:
        return unknown(found.unknown, found.place)
    if found.value == wanted and type(found.value) is type(wanted):
        return HOLDS
    shown = wording.called(question.binding, case["at"])
    message = f"{shown} is {_show(found.value)}, not {_show(wanted)}{_given(question, world, case)}"
    return Answer(Verdict.BROKEN, message, found.place, found.steps)


def _same_object(
    question: Question, found: places.Found, path: str, world: str, case: Mapping[str, Any]
) -> Answer:
    other = places.find(question, {"object": path}, world, case.get("assume"), {})
    for one in (found, other):
        if one.identity is None and one.unknown:
            return unknown(one.unknown, one.place)
    if found.identity is not None and found.identity == other.identity:
        return HOLDS
    shown = wording.called(question.binding, case["at"])
    message = f"{shown} is not the same object as {path}{_given(question, world, case)}"
    return Answer(Verdict.BROKEN, message, found.place, (*found.steps, *other.steps))


def _show(value: Any) -> str:
    return "nothing" if value is None else str(value)


def _given(question: Question, world: str, case: Mapping[str, Any]) -> str:
    """What the value depends on in words: the arguments, else what is assumed, and the config."""
    parts = [f"when {name} is {value}" for name, value in (case.get("with") or {}).items()]
    parts += [wording.when(question.binding, case.get("assume") or {})]
    if not case.get("assume"):  # under an assumption a test is asked, and no config
        parts.append(wording.world(question.binding, world))
    said = ", ".join(part for part in parts if part)
    return f", {said}" if said else ""
