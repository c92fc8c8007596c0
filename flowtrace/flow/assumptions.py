"""What a question takes as given: values pinned to attributes, outcomes pinned to whole tests, and a world of configs.

Compiled from the engine file's guards; knows no engine itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flowtrace.facts import Code
from flowtrace.flow.values import Const, Member, Opaque, Place, Value
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.parse.text import text

_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "is": "is not", "is not": "is",
            "in": "not in", "not in": "in"}  # fmt: skip
_SWAPPED = {
    "==": "==",
    "!=": "!=",
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
    "is": "is",
    "is not": "is not",
}


@dataclass(frozen=True)
class Pin:
    """One guard as assumed: the attributes or tests it speaks of, and what they are."""

    guard: str
    value: Any
    attributes: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    inverted: bool = False
    as_object: bool = False
    enum: ClassSymbol | None = None
    layers: str = ""  # "every": every round of a loop over layers is that of a marked one


@dataclass
class Consulted:
    """What assumptions were asked while something was evaluated: under others that answer alike, it comes out alike."""

    attributes: set[str] = field(default_factory=set)
    tests: dict[tuple[int, bool], Code] = field(default_factory=dict)
    compares: set[tuple[str, str, str]] = field(default_factory=set)
    layers: bool = False


@dataclass(frozen=True)
class Assumptions:
    """The pins and the world of one evaluation, and the engine's rules that evaluation needs."""

    pins: tuple[Pin, ...] = ()
    world: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    rules: Rules = field(default_factory=lambda: Rules())
    # Module-level names and functions without arguments, evaluated once under these assumptions.
    globals: dict[tuple[str, str], Value] = field(default_factory=dict, compare=False, repr=False)
    # What `test` answered, by the identity of the code and whether it stood as a test.
    tested: dict[tuple[int, bool], tuple[tuple[bool, Pin] | None, Code]] = field(
        default_factory=dict, compare=False, repr=False
    )
    compares: dict[tuple[str, str, str], tuple[bool, Pin] | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    hearing: list[Consulted] = field(
        default_factory=list, compare=False, repr=False
    )  # who hears what is asked
    # By the identity of others: them, held, and the tests that they are known to answer as these do.
    found_alike: dict[int, tuple[Assumptions, set[tuple[int, bool]]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    common: Consulted = field(default_factory=Consulted, compare=False, repr=False)  # what `globals` asked

    def __post_init__(self) -> None:
        """Index the pins by attribute name."""
        object.__setattr__(self, "_every", any(p.layers == "every" and p.value for p in self.pins))
        by_name = {name: pin for pin in self.pins for name in pin.attributes}
        object.__setattr__(self, "_attributes", by_name)
        tests = [(pattern, pin) for pin in self.pins for pattern in pin.tests]
        object.__setattr__(self, "_tests", tests)
        named = [(pattern, pin) for pattern, pin in tests if not re.fullmatch(r"[\w.]*\*\w*\*?", pattern)]
        object.__setattr__(self, "_named", named)
        comparing = [
            (pattern, pin) for pattern, pin in tests if pattern.startswith("*.") and " *." in pattern
        ]
        object.__setattr__(self, "_comparing", comparing)
        tails = [re.findall(r"\*?\w+\*?", pattern)[-1] for pattern, _ in tests]
        object.__setattr__(self, "_tails", frozenset(tails))
        object.__setattr__(self, "_parts", tuple(tail.strip("*") for tail in tails if "*" in tail))

    def attribute(self, name: str, place: Place | None) -> Value | None:
        """The value an attribute of this name has by assumption, if any."""
        for one in self.hearing:
            one.attributes.add(name)
        pin: Pin | None = self._attributes.get(name)  # type: ignore[attr-defined]
        return None if pin is None else pinned(pin, name, place)

    def test(self, code: Code, as_test: bool) -> tuple[bool, Pin] | None:
        """The outcome that an assumption gives to a whole test, and the pin that does; None when none speaks of it.

        Away from a condition (`as_test` false: an argument, a local that holds the test) a pattern speaks only of
        what it names: `*aux*` is a condition on any name, and no value.
        """
        for one in self.hearing:
            one.tests[(id(code), as_test)] = code
        tests: list[tuple[str, Pin]] = self._tests if as_test else self._named  # type: ignore[attr-defined]
        if not tests:
            return None
        key = (id(code), as_test)
        if key not in self.tested:
            found = self._tested(code, tests) if self._spoken_of(code) else None
            self.tested[key] = (found, code)  # held, so that its identity stays its own
        return self.tested[key][0]

    def _tested(self, code: Code, tests: Sequence[tuple[str, Pin]]) -> tuple[bool, Pin] | None:
        any_of = _any_of(tuple(pattern for pattern, _ in tests))
        for shown, positive in _readings(code):
            if any_of.fullmatch(shown):
                pin = next(pin for pattern, pin in tests if matches(pattern, shown))
                return (bool(pin.value) == positive, pin)
        return None

    def compared(self, sign: str, left: str, right: str) -> tuple[bool, Pin] | None:
        """The outcome that an assumption gives to a comparison of two texts; None when none speaks of it."""
        for one in self.hearing:
            one.compares.add((sign, left, right))
        tests: list[tuple[str, Pin]] = self._comparing  # type: ignore[attr-defined]
        if not tests:
            return None
        key = (sign, left, right)
        if key not in self.compares:
            sides = (("name", 0, 0, left), ("name", 0, 0, right))
            self.compares[key] = self._tested(("compare", 0, 0, (sign,), sides), tests)
        return self.compares[key]

    @property
    def every_layer(self) -> bool:
        """Whether every round of a loop over layers is that of a marked one."""
        for one in self.hearing:
            one.layers = True
        return bool(self._every)  # type: ignore[attr-defined]

    @contextmanager
    def heard(self, by: Consulted) -> Iterator[None]:
        """What is asked inside is noted."""
        self.hearing.append(by)
        try:
            yield
        finally:
            self.hearing.pop()

    def answers_alike(self, other: Assumptions, asked: Consulted) -> bool:
        """Whether others answer all that was asked of these as these did."""
        mine, its = self._attributes, other._attributes  # type: ignore[attr-defined]
        differing = {name for name in mine.keys() | its.keys() if mine.get(name) != its.get(name)}
        if self.rules.chains != other.rules.chains or not differing.isdisjoint(asked.attributes):
            return False
        # Different instances ask the same tests of their parts: what was found alike once is not asked again.
        _, alike = self.found_alike.setdefault(id(other), (other, set()))
        for key in asked.tests.keys() - alike:
            if self.test(asked.tests[key], key[1]) != other.test(asked.tests[key], key[1]):
                return False
            alike.add(key)
        return all(self.compared(*one) == other.compared(*one) for one in asked.compares) and (
            not asked.layers or self.every_layer == other.every_layer
        )

    def _spoken_of(self, code: Code) -> bool:
        """Whether a pattern could fit an expression, by its form and its last name."""
        tails: frozenset[str] = self._tails  # type: ignore[attr-defined]
        form = code[0]
        if form == "unary":
            return code[3] == "not" and self._spoken_of(code[4])
        if form == "compare":
            return True
        if form == "call":
            form, code = code[3][0], code[3]
        name = code[3] if form == "name" else code[4] if form == "attr" else None
        return isinstance(name, str) and (name in tails or any(part in name for part in self._parts))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Rules:
    """The engine's rules an evaluation follows, from its engine file.

    `layers`: (callable name, count argument names); `enters`: callable name -> the argument it calls;
    `called`: the method that calling an object enters; `words`: what makes a function worth entering;
    `chains`: (pattern of an attribute chain, config); `itself`: config keys that lead to the same config;
    `same`: config keys that mean another key; `mark_lists` and `mark_flags`: attributes in which a setter marks layers.
    """

    layers: tuple[tuple[str, tuple[str | int, ...], bool], ...] = ()
    enters: Mapping[str, str] = field(default_factory=dict)
    called: str = "forward"
    words: frozenset[str] = frozenset()
    chains: tuple[tuple[str, str], ...] = ()
    itself: frozenset[str] = frozenset()
    same: Mapping[str, str] = field(default_factory=dict)
    channels: frozenset[str] = frozenset()
    mark_lists: frozenset[str] = frozenset()
    mark_flags: frozenset[str] = frozenset()
    frameworks: frozenset[str] = (
        frozenset()
    )  # outside packages whose answers are run-time data, not decisions
    closed: frozenset[str] = frozenset()  # attributes and functions whose calls are never entered
    objects: tuple[str, ...] = ()  # chains that reach an object for certain, never None
    driven: bool = False  # channels read as if some setter had written them
    watched: bool = False  # reads, and bindings of local names, are events too


def pinned(pin: Pin, name: str, place: Place | None) -> Value:
    """The value a pin gives to an attribute."""
    step = f"assumed {pin.guard}"
    if pin.as_object:
        if pin.value:
            return Opaque(f"{name}: assumed", free=True, present=True, chain=name, place=place, step=step)
        return Const(None, place=place, step=step)
    if pin.enum is not None:
        return Member(pin.enum, str(pin.value), place=place, step=step)
    return Const(pin.value != pin.inverted if pin.inverted else pin.value, place=place, step=step)


def matches(pattern: str, shown: str) -> bool:
    """Whether a text fits a pattern in which `*` stands for anything without spaces and operators."""
    return bool(_compiled(pattern).fullmatch(shown))


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_expression(pattern))


@lru_cache(maxsize=64)
def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{_expression(pattern)})" for pattern in patterns))


def _expression(pattern: str) -> str:
    return r"[^\s,=<>!]*".join(re.escape(part) for part in pattern.split("*"))


def _readings(code: Code) -> list[tuple[str, bool]]:
    """The ways to read a test as text, each with whether it keeps or turns the outcome."""
    if code[0] == "unary" and code[3] == "not":
        return [(shown, not positive) for shown, positive in _readings(code[4])]
    if code[0] != "compare" or len(code[3]) != 1:
        return [(text(code), True)]
    operator, left, right = code[3][0], *map(text, code[4])
    pairs = [(left, operator, right)]
    if operator in _SWAPPED:
        pairs.append((right, _SWAPPED[operator], left))
    result = [(f"{a} {op} {b}", True) for a, op, b in pairs]
    result += [(f"{a} {_NEGATED[op]} {b}", False) for a, op, b in pairs]
    return result
