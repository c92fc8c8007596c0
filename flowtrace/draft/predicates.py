"""Turns what a spec demands of a checkpoint, and the pair in hand, into a verdict, its sentence and evidence.

A demand is {when: CONDITIONS, holds: CONDITIONS, never: CONDITIONS}. Where one of `when` is not true, nothing
is demanded. All of `holds` must be true, and those of `never` must not all be. The conditions, over `terms`:

    present: T, absent: T      it is there and not null, or it is not
    equals: [A, B]             the same value; likewise differs: [A, B]
    below: [A, B]              a number, or each of a list, is smaller; likewise at_least: [A, B]
    rising: L                  each is larger than the one before
    among: [A, L]              it is one of these
    spelled: [A, {text: W}]    the text fits one of these words, in which * matches any letters
    name_tensors: L            each of these words is the name of a tensor, or begins one at a dot

What is compared with a tensor that is not there is not asked; with a key that is not there, it is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from flowtrace.draft.shown import shown
from flowtrace.draft.terms import Found, Known, Lacking, Pair, found, is_number
from flowtrace.findings import Step, Verdict

Plain = Any

_SHORT = 8  # numbers of a list that a sentence may hold


@dataclass(frozen=True)
class Answer:
    """A verdict, the sentence that says why, and where the values it rests on were read."""

    verdict: Verdict
    message: str
    evidence: tuple[Step, ...]


@dataclass(frozen=True)
class _Outcome:
    """One condition: true, false, or None (unknown, or `unasked`); what is so, and where it was read."""

    truth: bool | None
    sentence: str
    steps: tuple[Step, ...]
    unasked: bool = False


def answer(demand: Mapping[str, Plain], pair: Pair) -> Answer:
    """What is known of a demand for this pair."""
    premises = _outcomes(demand.get("when", []), pair)
    failed = [each for each in premises if not each.truth]
    if failed:
        return _answer(Verdict.NOT_APPLICABLE, failed[:1], [])
    wanted = _outcomes(demand.get("holds", []), pair)
    if "never" in demand:
        wanted.append(_not_all(_outcomes(demand["never"], pair)))
    broken = [each for each in wanted if each.truth is False]
    if broken:
        return _answer(Verdict.BROKEN, broken, premises)
    unknown = [each for each in wanted if each.truth is None and not each.unasked]
    if unknown:
        return _answer(Verdict.UNKNOWN, unknown, premises)
    if all(each.unasked for each in wanted):
        return _answer(Verdict.NOT_APPLICABLE, wanted, premises)
    return _answer(Verdict.HOLDS, wanted, premises)


def met(conditions: Sequence[Mapping[str, Plain]], pair: Pair) -> bool:
    """Whether each of these conditions is known to be true for this pair."""
    return all(each.truth for each in _outcomes(list(conditions), pair))


def _answer(verdict: Verdict, telling: list[_Outcome], premises: list[_Outcome]) -> Answer:
    steps = dict.fromkeys(step for each in (*telling, *premises) for step in each.steps)
    return Answer(verdict, "; ".join(dict.fromkeys(each.sentence for each in telling)), tuple(steps))


def _not_all(outcomes: list[_Outcome]) -> _Outcome:
    """The one condition that these are not all true."""
    spared = [each for each in outcomes if each.truth is False]
    open_ = sorted((each for each in outcomes if each.truth is None), key=lambda each: each.unasked)
    telling = spared[:1] or open_[:1] or outcomes
    return _Outcome(
        truth=True if spared else None if open_ else False,
        sentence=", and ".join(each.sentence for each in telling),
        steps=tuple(step for each in telling for step in each.steps),
        unasked=not spared and any(each.unasked for each in open_),
    )


def _outcomes(conditions: list[Mapping[str, Plain]], pair: Pair) -> list[_Outcome]:
    return [_outcome(head, argument, pair) for each in conditions for head, argument in each.items()]


def _outcome(head: str, argument: Plain, pair: Pair) -> _Outcome:
    if head in ("present", "absent"):
        return _presence(found(argument, pair), head == "present")
    values = [found(term, pair) for term in (argument if head in _OF_TWO else [argument])]
    steps = tuple(step for each in values for step in each.steps)
    known = [each for each in values if isinstance(each, Known)]
    if len(known) < len(values):
        return _lacking([each for each in values if isinstance(each, Lacking)], steps)
    truth, sentence = _OF_TWO[head](*known) if head in _OF_TWO else _OF_ONE[head](known[0], pair)
    return _Outcome(truth, sentence, steps)


def _lacking(lacks: list[Lacking], steps: tuple[Step, ...]) -> _Outcome:
    """What follows when a value is lacking: of the reasons, the one that says most."""
    worst = min(lacks, key=lambda each: ("not given", "absent", "wrong", "missing").index(each.why))
    truth = False if worst.why == "wrong" else None
    return _Outcome(truth, worst.reason, steps, unasked=worst.why in ("not given", "absent"))


def _presence(value: Found, wanted: bool) -> _Outcome:
    if isinstance(value, Known):
        there = value.value is not None
        name = shown(value.value) if value.called == "the tensor" else value.name
        return _Outcome(there == wanted, f"{name} is {'there' if there else 'null'}", value.steps)
    if value.why == "not given":
        return _Outcome(None, value.reason, value.steps, unasked=True)
    return _Outcome((value.why == "wrong") == wanted, value.reason, value.steps)


# ---- one value


def _rising(items: Known, pair: Pair) -> tuple[bool, str]:
    values = items.value
    if not isinstance(values, list) or not all(is_number(each) for each in values):
        return False, f"{items} is not a list of numbers"
    falls = [at for at in range(1, len(values)) if values[at] <= values[at - 1]]
    if not falls:
        return True, f"{items} rises"
    at = falls[0]
    more = _more(len(falls), len(values) - 1)
    return False, f"{items}: at position {at}, {values[at]} follows {values[at - 1]}{more}"


def _name_tensors(items: Known, pair: Pair) -> tuple[bool, str]:
    words = items.value if isinstance(items.value, list) else [items.value]
    plain = [each for each in words if isinstance(each, str) and not each.startswith("re:")]
    strange = [word for word in plain if not any(_begins(word, name) for name in pair.draft.tensors)]
    if not strange:
        return True, f"{items.name} names tensors of the draft"
    more = _more(len(strange), len(words))
    return False, f"{items.name} names {shown(strange[0])}, which begins no tensor's name{more}"


def _begins(word: str, name: str) -> bool:
    return name == word or name.startswith(f"{word}.") or ("*" in word and fnmatchcase(name, f"{word}*"))


# ---- two values


def _equals(left: Known, right: Known) -> tuple[bool, str]:
    if _same(left.value, right.value):
        return True, f"{left} equals {right.name}" if right.called else str(left)
    lists = isinstance(left.value, list) and isinstance(right.value, list)
    if lists and max(len(left.value), len(right.value)) > _SHORT:
        return False, _differing(left, right)
    return False, f"{left}, but {right}" if right.called else f"{left}, not {right}"


def _differing(left: Known, right: Known) -> str:
    if len(left.value) != len(right.value):
        return f"{left.name} has {len(left.value)} numbers, but {right.name} {len(right.value)}"
    apart = [at for at, pair in enumerate(zip(left.value, right.value, strict=True)) if not _same(*pair)]
    one, other = left.value[apart[0]], right.value[apart[0]]
    more = _more(len(apart), len(left.value))
    return f"at position {apart[0]}, {left.name} is {shown(one)}, but {right.name} {shown(other)}{more}"


def _differs(left: Known, right: Known) -> tuple[bool, str]:
    truth, _ = _equals(left, right)
    if not truth:
        return True, f"{left} differs from {right}"
    return False, f"{left}, like {right.name}" if right.called else str(left)


def _same(one: Plain, other: Plain) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _below(left: Known, right: Known) -> tuple[bool, str]:
    return _compared(left, right, "below", lambda one, other: one < other)


def _at_least(left: Known, right: Known) -> tuple[bool, str]:
    return _compared(left, right, "at least", lambda one, other: one >= other)


def _compared(left: Known, right: Known, word: str, fits: Callable[[Any, Any], bool]) -> tuple[bool, str]:
    many = left.value if isinstance(left.value, list) else [left.value]
    if not is_number(right.value):
        return False, f"{right} is not a number"
    if not all(is_number(each) for each in many):
        return False, f"{left} is not a number"
    misfits = [at for at, each in enumerate(many) if not fits(each, right.value)]
    if not misfits:
        return True, f"{left} is {word} {right}"
    if not isinstance(left.value, list):
        return False, f"{left} is not {word} {right}"
    at, more = misfits[0], _more(len(misfits), len(many))
    return False, f"at position {at}, {left.name} is {shown(many[at])}, which is not {word} {right}{more}"


def _among(left: Known, right: Known) -> tuple[bool, str]:
    truth = any(_same(left.value, each) for each in right.value)
    return truth, f"{left} is {'' if truth else 'not '}one of {shown(right.value)}"


def _spelled(left: Known, right: Known) -> tuple[bool, str]:
    patterns = right.value if isinstance(right.value, list) else [right.value]
    truth = isinstance(left.value, str) and any(fnmatchcase(left.value, each) for each in patterns)
    return truth, f"{left} is {'' if truth else 'not '}spelled like {' or '.join(patterns)}"


def _more(wrong: int, all_: int) -> str:
    return f" ({wrong} of {all_} so)" if wrong > 1 else ""


_OF_ONE: Mapping[str, Callable[[Known, Pair], tuple[bool, str]]] = {
    "rising": _rising,
    "name_tensors": _name_tensors,
}
_OF_TWO: Mapping[str, Callable[[Known, Known], tuple[bool, str]]] = {
    "equals": _equals,
    "differs": _differs,
    "below": _below,
    "at_least": _at_least,
    "among": _among,
    "spelled": _spelled,
}

PREDICATES = frozenset({"present", "absent", *_OF_ONE, *_OF_TWO})
