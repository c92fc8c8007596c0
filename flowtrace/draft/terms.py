"""Turns a term of a spec into its value for the pair in hand: a number, a text, a list, or why there is none.

A term is a literal (a number, true, false, null, or a list of terms) or one of these, and terms nest:

    {text: WORDS}          the word or words themselves
    {config: KEYS}       what the draft's config has there, dotted into objects and lists; of several keys the
                         first that is there and not null. Likewise {target: KEYS}, and {generation: KEYS} and
                         {quantization: KEYS} in the draft's files of that name
    {served: NAME}       an option of the server, as the user said it
    {tensor: NAMES}      the first tensor that fits a name, in which * matches any letters
    {rows: T} {columns: T} {dtype: T} {values: T}                 of a tensor; `values` are whole numbers
    {length: L} {count: L} {positions: L} {added_to_position: L}  of a list: how many; how many are not zero,
                         and where; each plus where it stands
    {largest: L} {one_less: L}                                    the largest of a list; each of it less one
    {sum: L} {product: L} {half: N}                               of numbers; a half is rounded down
    {first: L}           the first that is there and not null

Terms draw no conclusion: that is the work of `predicates`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from math import prod
from typing import Any, Literal

from flowtrace.draft.checkpoint import Draft
from flowtrace.draft.config import Config
from flowtrace.draft.header import TensorFact
from flowtrace.draft.shown import shown
from flowtrace.draft.values import load, loadable
from flowtrace.findings import Step

Plain = Any


@dataclass(frozen=True)
class Pair:
    """What the user has in hand: a draft, the target's configuration if known, and how the pair is served."""

    draft: Draft
    target: Config | None = None
    served: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Known:
    """A value, what a sentence calls it (a literal has no name), and where it was read."""

    value: Plain
    called: str = ""
    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return f"{self.called} = {shown(self.value)}" if self.called else shown(self.value)

    @property
    def name(self) -> str:
        """What to call it where its value need not be said."""
        return self.called or shown(self.value)


@dataclass(frozen=True)
class Lacking:
    """Why there is no value: nobody gave what has it, no such tensor, no such key, or one of another kind."""

    why: Literal["not given", "absent", "missing", "wrong"]
    reason: str
    steps: tuple[Step, ...] = ()


Found = Known | Lacking


def found(term: Plain, pair: Pair) -> Found:
    """What the term is for this pair."""
    if isinstance(term, list):
        return _listed(term, pair)
    if not isinstance(term, dict):
        return Known(term)
    ((head, argument),) = term.items()
    if head == "text":
        return Known(argument)
    if head in _READ:
        return _READ[head](_words(argument), pair)
    if head == "first":
        return _first([found(each, pair) for each in argument])
    inner = found(argument, pair)
    return inner if isinstance(inner, Lacking) else _OF[head](inner, pair)


def _listed(terms: list[Plain], pair: Pair) -> Found:
    items = [found(term, pair) for term in terms]
    known = [each for each in items if isinstance(each, Known)]
    if len(known) < len(items):
        return next(each for each in items if isinstance(each, Lacking))
    named = f"[{', '.join(each.name for each in known)}]" if any(each.called for each in known) else ""
    return Known([each.value for each in known], named, _steps(known))


def _first(items: list[Found]) -> Found:
    there = (each for each in items if isinstance(each, Known) and each.value is not None)
    return next(there, items[-1])


def _steps(items: list[Known]) -> tuple[Step, ...]:
    return tuple(step for each in items for step in each.steps)


def _words(argument: Plain) -> list[str]:
    return argument if isinstance(argument, list) else [argument]


# ---- what is read


def _in_config(keys: list[str], pair: Pair) -> Found:
    return _read(pair.draft.configuration, keys, pair.draft.configuration.path.name, "")


def _in_target(keys: list[str], pair: Pair) -> Found:
    if pair.target is None:
        return Lacking("not given", "the target's configuration is not known")
    file = pair.target.path
    return _read(pair.target, keys, f"{file.absolute().parent.name}/{file.name}", "the target's ")


def _in_generation(keys: list[str], pair: Pair) -> Found:
    return _in_other(pair.draft.generation, keys, "generation config")


def _in_quantization(keys: list[str], pair: Pair) -> Found:
    return _in_other(pair.draft.quantization, keys, "quantization config")


def _in_other(config: Config | None, keys: list[str], called: str) -> Found:
    if config is None:
        return Lacking("missing", f"the draft has no file with its {called}")
    return _read(config, keys, config.path.name, "")


def _in_options(names: list[str], pair: Pair) -> Found:
    there = [name for name in names if name in pair.served]
    if not there:
        return Lacking("not given", f"the {names[0]} was not said")
    return Known(pair.served[there[0]], f"the {there[0]}")


def _read(config: Config, keys: list[str], file: str, whose: str) -> Found:
    there = [(key, value) for key in keys for value in _at(config.values, key)]
    if not there:
        step = Step(file, 1, keys[0], "is not there")
        return Lacking("missing", f"{file} has no {keys[0]}", (step,))
    key, value = next(((key, value) for key, value in there if value is not None), there[0])
    step = Step(file, config.line(tuple(key.split("."))), key, f"is {shown(value)}")
    return Known(value, f"{whose}{key}", (step,))


def _at(value: Plain, key: str) -> list[Plain]:
    """The value at a dotted key, or nothing."""
    for part in key.split("."):
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        elif isinstance(value, dict) and part in value:
            value = value[part]
        else:
            return []
    return [value]


def _tensor(patterns: list[str], pair: Pair) -> Found:
    if not pair.draft.weights:
        return Lacking("not given", "the draft's tensors are not known")
    names = [name for pattern in patterns for name in pair.draft.tensors if fnmatchcase(name, pattern)]
    if not names:
        step = Step(pair.draft.weights[0], 1, patterns[0], "no tensor has this name")
        return Lacking("absent", f"there is no tensor {patterns[0]}", (step,))
    fact = pair.draft.tensors[names[0]]
    step = Step(fact.file, 1, shown(fact.name), f"{fact.dtype} {shown(fact.shape)}")
    return Known(fact.name, "the tensor", (step,))


_READ: Mapping[str, Callable[[list[str], Pair], Found]] = {
    "config": _in_config,
    "target": _in_target,
    "generation": _in_generation,
    "quantization": _in_quantization,
    "served": _in_options,
    "tensor": _tensor,
}


# ---- what is made of it


def _axis(axis: int, called: str) -> Callable[[Known, Pair], Found]:
    def measured(tensor: Known, pair: Pair) -> Found:
        fact = _fact(tensor, pair)
        if len(fact.shape) <= axis:
            return Lacking(
                "wrong", f"{shown(fact.name)} is {shown(fact.shape)} and has no {called}", tensor.steps
            )
        return replace(tensor, value=fact.shape[axis], called=f"{called} of {shown(fact.name)}")

    return measured


def _dtype(tensor: Known, pair: Pair) -> Found:
    fact = _fact(tensor, pair)
    return replace(tensor, value=fact.dtype, called=f"type of {shown(fact.name)}")


def _values(tensor: Known, pair: Pair) -> Found:
    fact = _fact(tensor, pair)
    if not loadable(pair.draft, fact.name):
        what = f"{shown(fact.name)} is {fact.dtype} {shown(fact.shape)}, not a row of whole numbers"
        return Lacking("wrong", what, tensor.steps)
    return replace(tensor, value=list(load(pair.draft, fact.name)), called=shown(fact.name))


def _fact(tensor: Known, pair: Pair) -> TensorFact:
    return pair.draft.tensors[tensor.value]


def _of_list(called: str, made: Callable[[list[Plain]], Plain]) -> Callable[[Known, Pair], Found]:
    def value(items: Known, pair: Pair) -> Found:
        if not isinstance(items.value, list) or not all(isinstance(each, int) for each in items.value):
            return _wrong(items, "a list of whole numbers")
        return replace(items, value=made(items.value), called=called.format(items.name))

    return value


def _of_numbers(sign: str, made: Callable[[list[Plain]], Plain]) -> Callable[[Known, Pair], Found]:
    def value(items: Known, pair: Pair) -> Found:
        if not all(is_number(each) for each in items.value):
            return _wrong(items, "numbers")
        named = items.called.strip("[]").replace(", ", sign)
        return replace(items, value=made(items.value), called=named)

    return value


def _half(number: Known, pair: Pair) -> Found:
    if not is_number(number.value):
        return _wrong(number, "a number")
    return replace(number, value=number.value // 2, called=f"{number.name} // 2")


def _wrong(known: Known, wanted: str) -> Lacking:
    return Lacking("wrong", f"{known} is not {wanted}", known.steps)


def is_number(value: Plain) -> bool:
    """Whether it is a number, which true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


_OF: Mapping[str, Callable[[Known, Pair], Found]] = {
    "rows": _axis(0, "rows"),
    "columns": _axis(1, "columns"),
    "dtype": _dtype,
    "values": _values,
    "length": _of_list("length of {}", len),
    "count": _of_list("count of {}", lambda items: sum(1 for each in items if each)),
    "positions": _of_list("positions in {}", lambda items: [at for at, each in enumerate(items) if each]),
    "added_to_position": _of_list(
        "{} + position", lambda items: [at + each for at, each in enumerate(items)]
    ),
    "one_less": _of_list("each of {} less one", lambda items: [each - 1 for each in items]),
    "largest": _of_list("largest of {}", lambda items: max(items, default=0)),
    "sum": _of_numbers(" + ", sum),
    "product": _of_numbers(" * ", prod),
    "half": _half,
}

TERMS = frozenset({"text", "first", *_READ, *_OF})
