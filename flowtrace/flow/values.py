"""What the evaluator knows of a value: a constant, a structure, an object, or an opaque thing with its reason.

Each value remembers the step that made it and the values that step took, so that where it came from can be told
without a second analysis. Values don't change; what can change (attributes, list contents) lives in the heap of `run`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from flowtrace.facts import Code
from flowtrace.frozen import frozen
from flowtrace.graph.symbols import ClassSymbol, External, FunctionSymbol

if TYPE_CHECKING:
    from flowtrace.flow.run import Frame
    from flowtrace.flow.trace import Test

_numbers = itertools.count(1)
new_identity = _numbers.__next__


class Place(NamedTuple):
    """A place in the analysed package and the qualified name of the function or class around it."""

    file: str
    line: int
    column: int
    symbol: str


@frozen(eq=False, kw_only=True)
class Value:
    """A value: `step` made it at `place` out of `inputs`."""

    place: Place | None = None
    step: str = ""
    inputs: tuple[Value, ...] = ()


@frozen(eq=False)
class Const(Value):
    """A constant of the source or one computed from constants."""

    value: Any


@frozen(eq=False)
class Vector(Value):
    """A small tensor of integers, known element by element."""

    values: tuple[int, ...]


@frozen(eq=False)
class Tuple(Value):
    """A tuple or set display; `open` when more items may follow the known ones."""

    items: tuple[Value, ...]
    kind: str = "tuple"
    open: bool = False


@frozen(eq=False)
class List(Value):
    """A list (or other growing container) by identity; `items` is what it held when it was made."""

    items: tuple[Value, ...] = ()
    open: bool = False
    id: int = field(default_factory=new_identity)


@frozen(eq=False)
class Dict(Value):
    """A dict by identity; `items` is what it held when it was made."""

    items: tuple[tuple[Value, Value], ...] = ()
    open: bool = False
    id: int = field(default_factory=new_identity)


@frozen(eq=False)
class Record(Value):
    """A config: what a world says of its keys.

    `role` is the config's name in the world ("draft", "target"), `path` the keys that lead to a nested one.
    """

    data: dict[str, Any]
    role: str
    path: str = ""
    id: int = field(default_factory=new_identity)


@frozen(eq=False)
class Object(Value):
    """An instance by identity: its class, and the arguments of the call that built it.

    `built` is False for the subject of a question: nothing is known of how it was constructed.
    """

    cls: ClassSymbol | External
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()
    chain: str = ""
    built: bool = True
    id: int = field(default_factory=new_identity)


@frozen(eq=False)
class Layers(Value):
    """A list of layers: how many (None when unknown), and one object that stands for each of them."""

    count: int | None
    each: Value
    id: int = field(default_factory=new_identity)


@frozen(eq=False)
class Each(Value):
    """One layer of a list of layers, by an index known or running."""

    layers: Layers
    index: Value


@frozen(eq=False)
class Counter(Value):
    """The running variable of a loop over `low <= i < high`; a bound is None when unknown."""

    low: int | None
    high: int | None
    chain: str = ""


@frozen(eq=False)
class Stream(Value):
    """An iterable known only by what each of its items is; `count` is None when unknown."""

    each: Value
    count: int | None = None


@frozen(eq=False)
class Member(Value):
    """A member of an enumeration."""

    cls: ClassSymbol
    name: str


@frozen(eq=False)
class Closure(Value):
    """A function: of the package, nested or lambda (`body`, `frame`), bound to `receiver` when it is a method."""

    function: FunctionSymbol
    receiver: Value | None = None
    body: Code | None = None
    frame: Frame | None = None


@frozen(eq=False)
class ClassOf(Value):
    """A class of the package, as a value."""

    cls: ClassSymbol


@frozen(eq=False)
class Outside(Value):
    """A module, class or function that the package does not define, by dotted name."""

    dotted: str


@frozen(eq=False)
class ModuleOf(Value):
    """A module of the package, as a value."""

    dotted: str


@frozen(eq=False)
class Bound(Value):
    """A built-in method of a value whose methods the package does not define: `aux.append`, `name.replace`."""

    receiver: Value
    name: str


@frozen(eq=False)
class Partial(Value):
    """A callable with some of its arguments given already, as `functools.partial` makes it."""

    callee: Value
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()


@frozen(eq=False)
class Super(Value):
    """`super()` in a method of `cls`, for `receiver`."""

    cls: ClassSymbol
    receiver: Value


class DeferredRead(NamedTuple):
    """An attribute of a question's subject, which its constructor may tell."""

    owner: Object
    name: str


class DeferredPart(NamedTuple):
    """An attribute of something that is itself deferred."""

    base: Opaque
    name: str


class DeferredCall(NamedTuple):
    """A call of a function in which nothing happens that a question is about."""

    callee: Closure
    args: tuple[Value, ...]
    kwargs: tuple[tuple[str, Value], ...]


@frozen(eq=False)
class Opaque(Value):
    """A value that can't be known, and why.

    `free`: it is known to be free input (a parameter, a launch argument, run-time data) rather than unresolved.
    `chain`: how the source reached it (`self.draft_runner.model`). `present`: it is certainly not None.
    `deferred` is a read or call that is resolved only when a test or a computation needs its value.
    """

    reason: str
    free: bool = False
    chain: str = ""
    present: bool = False
    deferred: DeferredRead | DeferredPart | DeferredCall | None = None
    sometimes: bool = False  # a test that is true for some layers of a loop and false for others
    marks: bool = False  # a collection that holds some layers of a loop, unknown which
    key: str = ""  # the config key it was read from, with its role: "draft.vocab_size"
    id: int = field(default_factory=new_identity)


class Option(NamedTuple):
    """One possible value and the undecided tests, with their outcome, on the way to it."""

    value: Value
    guards: tuple[tuple[Test, bool], ...] = ()


@frozen(eq=False)
class Union(Value):
    """One of several values; paths decide."""

    options: tuple[Option, ...]


NONE = Const(None)
UNBOUND = Opaque("not assigned on this path")
_MOST_OPTIONS = 16

Args = tuple[Value, ...]
Kwargs = dict[str, Value]


def same(one: Value, other: Value) -> bool:
    """Whether two values are known to be the same: one object, or equal constants."""
    if one is other:
        return True
    if isinstance(one, Const) and isinstance(other, Const):
        return type(one.value) is type(other.value) and bool(one.value == other.value)
    if type(one) is not type(other):
        return False
    if isinstance(one, Opaque | Object | List | Dict | Record | Layers):
        return bool(one.id == other.id)  # type: ignore[attr-defined]
    if isinstance(one, Member) and isinstance(other, Member):
        return one.cls == other.cls and one.name == other.name
    if isinstance(one, ClassOf) and isinstance(other, ClassOf):
        return one.cls == other.cls
    if isinstance(one, Outside) and isinstance(other, Outside):
        return one.dotted == other.dotted
    if isinstance(one, Closure) and isinstance(other, Closure):
        return one.function == other.function and one.receiver is other.receiver
    if isinstance(one, Tuple) and isinstance(other, Tuple):
        return (
            one.kind == other.kind
            and one.open == other.open
            and len(one.items) == len(other.items)
            and all(same(a, b) for a, b in zip(one.items, other.items, strict=True))
        )
    return False


def options(value: Value) -> tuple[Option, ...]:
    """The possible values of a value: itself, or a union's."""
    return value.options if isinstance(value, Union) else (Option(value),)


def union(choices: list[Option], place: Place | None = None) -> Value:
    """One value for several possible ones; equal ones fold into one, too many are opaque."""
    kept: list[Option] = []
    for choice in choices:
        for option in _alternatives(choice):
            for other in kept:
                if same(option.value, other.value):
                    break
            else:
                kept.append(option)
    found = tuple(option.value for option in kept)
    if len(found) == 1:
        return found[0]
    if len(found) > _MOST_OPTIONS:
        return Opaque("too many possible values", place=place, step="one of", inputs=found)
    return Union(tuple(kept), place=place, step="one of", inputs=found)


def _alternatives(choice: Option) -> Sequence[Option]:
    """A choice, or those within it with its guards before their own."""
    if isinstance(choice.value, Union):
        inner = choice.value.options
        return [Option(one.value, tuple(dict.fromkeys((*choice.guards, *one.guards)))) for one in inner]
    if len(choice.guards) < 2:
        return (choice,)
    return (Option(choice.value, tuple(dict.fromkeys(choice.guards))),)


def settled(value: Value) -> Value:
    """A value without the alternative of not having been assigned."""
    if isinstance(value, Union):
        bound = [option for option in value.options if option.value is not UNBOUND]
        if bound and len(bound) < len(value.options):
            return union(bound, value.place)
    return value


def renamed(value: Value, chain: str) -> Value:
    """An opaque value as reached by another chain; any other value as it is."""
    if not isinstance(value, Opaque) or not chain or value.chain == chain:
        return value
    return Opaque(  # spelled out: every attribute read comes here, and `replace` costs several times as much
        value.reason, value.free, chain, value.present, value.deferred, value.sometimes, value.marks, value.key,
        value.id, place=value.place, step=value.step, inputs=value.inputs,
    )  # fmt: skip


def ancestry(value: Value) -> Iterator[Value]:
    """A value and all that it was made from, each once, nearest first."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        current = pending.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        pending += current.inputs


def chain_of(value: Value) -> str:
    """How the source reached a value, where it is known."""
    return value.chain if isinstance(value, Opaque | Object | Counter) else ""


def describe(value: Value) -> str:
    """A value in the words of the source, for messages."""
    if isinstance(value, Const):
        return repr(value.value)
    if isinstance(value, Tuple):
        inner = ", ".join(describe(item) for item in value.items)
        return f"({inner})" if value.kind == "tuple" else f"{{{inner}}}"
    if isinstance(value, List):
        return f"[{', '.join(describe(item) for item in value.items)}]"
    if isinstance(value, Vector):
        return f"tensor {list(value.values)}"
    if isinstance(value, Member):
        return f"{value.cls.name}.{value.name}"
    if isinstance(value, ClassOf):
        return value.cls.name
    if isinstance(value, Object):
        return f"a {value.cls.name}"
    if isinstance(value, Outside | ModuleOf):
        return value.dotted
    if isinstance(value, Closure):
        return value.function.name
    if isinstance(value, Record):
        return f"the {value.role} config"
    if isinstance(value, Opaque):
        return value.chain or value.key or value.reason
    if isinstance(value, Union):
        return " or ".join(describe(option.value) for option in value.options)
    if isinstance(value, Each):
        return "a layer"
    return type(value).__name__.lower()
