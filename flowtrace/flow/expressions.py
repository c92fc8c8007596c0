"""Expressions to values: one small case for each form of expression.

Tests are answered in three values (true, false, undecided); what is undecided stays an opaque value that remembers
what it was made from.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import calls, members
from flowtrace.flow.run import Frame, Run, Stopped, TooDeep, likely, opaque
from flowtrace.flow.trace import Test
from flowtrace.flow.values import (
    UNBOUND,
    ClassOf,
    Closure,
    Const,
    Counter,
    Dict,
    Each,
    Layers,
    List,
    Member,
    ModuleOf,
    Object,
    Opaque,
    Option,
    Outside,
    Place,
    Record,
    Stream,
    Tuple,
    Union,
    Value,
    Vector,
    chain_of,
    describe,
    options,
    same,
    settled,
    union,
)
from flowtrace.graph.symbols import Assigned, ClassSymbol, External, FunctionSymbol, ModuleSymbol, Symbol
from flowtrace.parse.text import text

MOST_ITEMS = 64
_NOWHERE = Place("", 0, 0, "")


def value(run: Run, frame: Frame, code: Code) -> Value:
    """The value of an expression; raises Stopped where evaluating it certainly raises."""
    run.steps += 1
    if run.steps > run.limits.steps:
        raise TooDeep(frame.place(code))
    result = _FORMS[code[0]](run, frame, code)
    if isinstance(result, Opaque | Union):
        assumed = run.assumptions.test(code, as_test=False)
        if assumed is not None:
            outcome, pin = assumed
            return Const(outcome, place=frame.place(code), step=f"assumed {pin.guard}", inputs=(result,))
    return result


def test(run: Run, frame: Frame, code: Code) -> Test:
    """The outcome of a condition, written to the trace when it is decided."""
    found = truthy(run, frame, code)
    result = tested(run, found, text(code), frame.place(code))
    if result.outcome is not None:
        run.trace.append(result)
    return result


def truthy(run: Run, frame: Frame, code: Code) -> Value:
    """The value of an expression whose truth is asked: assumptions about whole tests apply where it is undecided."""
    found = value(run, frame, code)
    if isinstance(found, Opaque | Union | Object | List) and truth(run, found) is None:
        assumed = run.assumptions.test(code, as_test=True)
        if assumed is not None:
            outcome, pin = assumed
            return Const(outcome, place=frame.place(code), step=f"assumed {pin.guard}", inputs=(found,))
    return found


def tested(run: Run, found: Value, shown: str, place: Any) -> Test:
    """A value as a test: its truth, whether free input decides it, and why."""
    if isinstance(found, Opaque) and found.sometimes and run.rounds:
        run.marked.append((place, found))
        return Test(shown, run.rounds[-1] == 0, place, found, why=found.reason)
    outcome = truth(run, found)
    if outcome is not None:
        return Test(shown, outcome, place, found, why=why(found))
    return Test(shown, None, place, found, free=is_free(found))


def truth(run: Run, found: Value) -> bool | None:
    """Whether a value is true: True, False, or None when undecided."""
    if isinstance(found, Const):
        return bool(found.value)
    if isinstance(found, Opaque):
        if found.deferred:
            forced = members.force(run, found)
            if not isinstance(forced, Opaque):
                return truth(run, forced)
            return True if forced.present else None
        return True if found.present else None
    if isinstance(found, Tuple):
        return True if found.items else (None if found.open else False)
    if isinstance(found, List | Dict):
        contents = members.contents(run, found)
        return True if contents.items else (None if contents.open else False)
    if isinstance(found, Union):
        usual = likely(found)
        if not isinstance(usual, Union):
            return truth(run, usual)
        truths = {truth(run, option.value) for option in usual.options if option.value is not UNBOUND}
        return truths.pop() if len(truths) == 1 else None
    if isinstance(found, Object):
        if isinstance(found.cls, ClassSymbol):
            for name in ("__bool__", "__len__"):
                method = run.program.method(found.cls, name)
                if method is not None:
                    return truth(
                        run, calls.visit(run, Closure(method, found), (), {}, found.place or _NOWHERE)
                    )
        sized = members.held(run, found)
        return True if sized is None else (True if sized.items else (None if sized.open else False))
    if isinstance(found, Counter | Stream):
        return None
    return True


def why(found: Value) -> str:
    """Why a decided test came out as it did, in a few words."""
    for step in (found, *found.inputs):
        if step.step.startswith("assumed "):
            return f"{step.step.removeprefix('assumed ')}: assumed"
        if step.step.startswith("config "):
            return f"{step.step.removeprefix('config ')} is {describe(step)}"
    return ""


def is_free(found: Value) -> bool:
    """Whether an undecided value is undecided only because of free input."""
    seen: set[int] = set()
    pending = [found]
    while pending:
        current = pending.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, Opaque):
            if not current.free:
                return False
        elif isinstance(current, Union):
            pending += [option.value for option in current.options if option.value is not UNBOUND]
    return True


# --- names and constants


def _const(run: Run, frame: Frame, code: Code) -> Value:
    return Const(code[3], place=frame.place(code))


def _name(run: Run, frame: Frame, code: Code) -> Value:
    name = code[3]
    scope: Frame | None = frame
    while scope is not None:
        if name in scope.names:
            found = scope.names[name]
            if run.watched:
                run.note("read", frame.place(code), name=name, chain=name, result=found)
            return found if isinstance(found, Union) else settled(found)
        scope = scope.parent
    return global_name(run, frame, name, frame.place(code))


def global_name(run: Run, frame: Frame, name: str, place: Any) -> Value:
    """The value of a module-level name as a frame's module sees it."""
    key = (frame.module.module, name)
    if key not in run.globals:
        symbol = run.program.find(frame.module, name)
        if isinstance(symbol, Assigned) and symbol.value[0] != "const":
            run.globals[key] = opaque(f"{name} is defined in terms of itself", place)
        run.globals[key] = of_symbol(run, symbol, name, place)
    return run.globals[key]


def of_symbol(run: Run, symbol: Symbol | None, name: str, place: Any) -> Value:
    """A symbol of the graph as a value."""
    if isinstance(symbol, ClassSymbol):
        return ClassOf(symbol, place=place)
    if isinstance(symbol, FunctionSymbol):
        return Closure(symbol, place=place)
    if isinstance(symbol, External):
        return Outside(symbol.dotted, place=place)
    if isinstance(symbol, ModuleSymbol):
        return ModuleOf(symbol.module.module, place=place)
    if isinstance(symbol, Assigned):
        if run.program.rebound(symbol.module, symbol.name):
            return opaque("a global that functions set", place, chain=name, free=True, present=True)
        scope = Frame(symbol.module, "", start=len(run.guards))
        if symbol.value[0] == "const":
            return value(run, scope, symbol.value)
        with run.apart():
            return value(run, scope, symbol.value)
    return opaque(f"no module-level {name}", place, chain=name)


def _attr(run: Run, frame: Frame, code: Code) -> Value:
    base = value(run, frame, code[3])
    return members.read(run, base, code[4], frame.place(code))


def _call(run: Run, frame: Frame, code: Code) -> Value:
    return calls.call(run, frame, code)


def _walrus(run: Run, frame: Frame, code: Code) -> Value:
    found = value(run, frame, code[4])
    frame.names[code[3]] = found
    return found


def _star(run: Run, frame: Frame, code: Code) -> Value:
    return value(run, frame, code[3])


def _lambda(run: Run, frame: Frame, code: Code) -> Value:
    function = FunctionSymbol(frame.module, code[3], frame.owner)
    return Closure(function, None, code[4], frame, place=frame.place(code))


def _yield(run: Run, frame: Frame, code: Code) -> Value:
    found = value(run, frame, code[3]) if code[3] else Const(None)
    frame.yields.append(found)
    return opaque("what is sent to a generator", frame.place(code), free=True)


def _unread(run: Run, frame: Frame, code: Code) -> Value:
    return opaque(f"{code[3]} is not read", frame.place(code))


# --- displays


def items(run: Run, frame: Frame, codes: Iterable[Code]) -> tuple[tuple[Value, ...], bool]:
    """The values of display items, starred ones spread; and whether more may follow than are known."""
    result: list[Value] = []
    more = False
    for code in codes:
        found = value(run, frame, code)
        if code[0] == "star":
            known, exact = iterated(run, found)
            result += known if exact else []
            more = more or not exact
        else:
            result.append(found)
    return tuple(result), more


def _tuple(run: Run, frame: Frame, code: Code) -> Value:
    found, more = items(run, frame, code[3])
    kind = "set" if code[0] == "set" else "tuple"
    return Tuple(found, kind, more, place=frame.place(code), step=kind, inputs=found)


def _list(run: Run, frame: Frame, code: Code) -> Value:
    found, more = items(run, frame, code[3])
    return members.new_list(run, found, more, frame.place(code))


def _dict(run: Run, frame: Frame, code: Code) -> Value:
    pairs: list[tuple[Value, Value]] = []
    more = False
    for key, item in code[3]:
        found = value(run, frame, item)
        if key is None:
            if isinstance(found, Dict):
                pairs += members.contents(run, found).items
            else:
                more = True
        else:
            pairs.append((value(run, frame, key), found))
    return Dict(tuple(pairs), more, place=frame.place(code), step="dict", inputs=tuple(v for _, v in pairs))


def _fstring(run: Run, frame: Frame, code: Code) -> Value:
    parts = [value(run, frame, part) for part in code[3]]
    place = frame.place(code)
    known = [str(part.value) for part in parts if isinstance(part, Const)]
    if len(known) == len(parts):
        return Const("".join(known), place=place, step="f-string", inputs=tuple(parts))
    return opaque("a text made at run time", place, "f-string", *parts, free=all(map(is_free, parts)))


def _comp(run: Run, frame: Frame, code: Code) -> Value:
    kind, element, generators = code[3], code[4], code[5]
    inner = Frame(frame.module, frame.symbol, {}, frame.function, frame.owner, frame.receiver, frame,
                  start=len(run.guards))  # fmt: skip
    found: list[Value] = []
    exact = _generate(run, inner, list(generators), lambda: found.append(value(run, inner, element)))
    place = frame.place(code)
    if kind == "dict":
        pairs = tuple((f.items[0], f.items[1]) for f in found if isinstance(f, Tuple))
        return Dict(pairs if exact else (), not exact, place=place, step="dict", inputs=tuple(found))
    if exact:
        if kind == "list":
            return List(tuple(found), place=place, step="list", inputs=tuple(found))
        return Tuple(
            tuple(found), "set" if kind == "set" else "tuple", place=place, step=kind, inputs=tuple(found)
        )
    each = union([Option(one) for one in found]) if found else opaque("an item of a comprehension", place)
    count = _counted(run, inner, generators)
    return Stream(each, count, place=place, step=f"{kind} comprehension", inputs=tuple(found))


def _counted(run: Run, inner: Frame, generators: Any) -> int | None:
    if len(generators) != 1 or generators[0][2]:
        return None
    source = value(run, inner, generators[0][1])
    if isinstance(source, Counter) and source.low is not None and source.high is not None:
        return max(0, source.high - source.low)
    return source.count if isinstance(source, Layers | Stream) else None


def _generate(run: Run, frame: Frame, generators: list[Any], emit: Callable[[], None]) -> bool:
    """Evaluate a comprehension's generators in order; whether every item is known exactly."""
    if not generators:
        emit()
        return True
    target, source, conditions = generators[0]
    known, exact = iterated(run, value(run, frame, source))
    for item in known:
        assign(run, frame, target, item, frame.place(source))
        outcomes = [test(run, frame, condition).outcome for condition in conditions]
        if False in outcomes:
            continue
        exact = exact and None not in outcomes
        exact = _generate(run, frame, generators[1:], emit) and exact
    return exact


# --- operators


def _boolean(run: Run, frame: Frame, code: Code) -> Value:
    """`and` / `or`: the first operand that decides, else an opaque value over the undecided ones."""
    stop = code[0] == "or"
    place = frame.place(code)
    undecided: list[Value] = []
    last: Value = Const(not stop)
    for operand in code[3]:
        last = truthy(run, frame, operand)
        outcome = truth(run, last)
        if outcome is stop:
            if not undecided:
                return last
            if not stop or (truth(run, last) is True and isinstance(last, Const)):
                return Const(stop, place=place, step=code[0], inputs=(*undecided, last))
        if outcome is None:
            undecided.append(last)
    if not undecided:
        return last
    if len(undecided) == 1 and undecided[0] is last and len(code[3]) >= 1:
        return last
    candidates = [Option(one) for one in (*undecided, last)]
    if stop and any(isinstance(c.value, Const) and c.value.value for c in candidates):
        return union(candidates, place)
    sometimes = any(isinstance(one, Opaque) and one.sometimes for one in undecided)
    return opaque(
        f"{text(code)} is undecided", place, code[0], *undecided, last,
        free=all(map(is_free, undecided)), sometimes=sometimes,
    )  # fmt: skip


def _unary(run: Run, frame: Frame, code: Code) -> Value:
    sign = code[3]
    operand = truthy(run, frame, code[4]) if sign == "not" else value(run, frame, code[4])
    place = frame.place(code)
    if sign == "not":
        outcome = truth(run, operand)
        if outcome is not None:
            return Const(not outcome, place=place, step="not", inputs=(operand,))
        sometimes = isinstance(operand, Opaque) and operand.sometimes
        return opaque(f"{text(code)} is undecided", place, "not", operand, free=is_free(operand),
                      sometimes=sometimes)  # fmt: skip
    if isinstance(operand, Const) and isinstance(operand.value, int | float):
        signed: Any = {"-": operator.neg, "+": operator.pos, "~": operator.invert}[sign]
        return Const(signed(operand.value), place=place, step=sign, inputs=(operand,))
    return opaque("computed at run time", place, sign, operand, free=is_free(operand))


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "|": operator.or_, "&": operator.and_, "^": operator.xor, "<<": operator.lshift,
    ">>": operator.rshift, "**": operator.pow,
}  # fmt: skip


def _bin(run: Run, frame: Frame, code: Code) -> Value:
    left, right = value(run, frame, code[4]), value(run, frame, code[5])
    return binary(run, code[3], left, right, frame.place(code))


def binary(run: Run, sign: str, left: Value, right: Value, place: Any) -> Value:
    """An arithmetic operator on two values."""
    left, right = _both_forced(run, left, right)
    if isinstance(left, Union) or isinstance(right, Union):
        return union(
            [
                Option(binary(run, sign, a.value, b.value, place), (*a.guards, *b.guards))
                for a in options(left)
                for b in options(right)
            ],
            place,
        )
    if isinstance(left, Const) and isinstance(right, Const) and _small(left.value, sign, right.value):
        try:
            result = _ARITHMETIC[sign](left.value, right.value)
        except (TypeError, ValueError, ArithmeticError, KeyError):
            return opaque("an operation that raises", place, sign, left, right)
        return Const(result, place=place, step=sign, inputs=(left, right))
    if (
        isinstance(left, Vector)
        and isinstance(right, Vector)
        and sign in ("+", "-")
        and len(left.values) == len(right.values)
    ):
        summed = tuple(_ARITHMETIC[sign](a, b) for a, b in zip(left.values, right.values, strict=True))
        return Vector(summed, place=place, step=sign, inputs=(left, right))
    if (
        isinstance(left, Vector)
        and isinstance(right, Const)
        and isinstance(right.value, int)
        and sign in "+-*"
    ):
        scaled = tuple(_ARITHMETIC[sign](a, right.value) for a in left.values)
        return Vector(scaled, place=place, step=sign, inputs=(left, right))
    if (
        isinstance(left, Counter)
        and isinstance(right, Const)
        and isinstance(right.value, int)
        and sign in "+-"
    ):
        shift = right.value if sign == "+" else -right.value
        low, high = (None if bound is None else bound + shift for bound in (left.low, left.high))
        return Counter(low, high, place=place, step=sign, inputs=(left, right))
    joined = _concatenated(run, sign, left, right, place)
    if joined is not None:
        return joined
    free = is_free(left) and is_free(right)
    return opaque("computed at run time", place, sign, left, right, free=free)


def _both_forced(run: Run, left: Value, right: Value) -> tuple[Value, Value]:
    """Two operands resolved, unless both are opaque: then nothing could be computed from them anyway."""
    if isinstance(left, Opaque) and isinstance(right, Opaque):
        return left, right
    return members.force(run, left), members.force(run, right)


def _small(left: Any, sign: str, right: Any) -> bool:
    """Whether an operation stays small: `'x' * 10**9` and `9 ** 9 ** 9` are left alone."""
    if sign in ("**", "<<"):
        return (
            isinstance(left, int | float)
            and isinstance(right, int | float)
            and abs(left) < 4096
            and abs(right) < 64
        )
    if sign == "*" and (isinstance(left, str | bytes) or isinstance(right, str | bytes)):
        return False
    return left is not None and right is not None


def _concatenated(run: Run, sign: str, left: Value, right: Value, place: Any) -> Value | None:
    if sign == "+" and isinstance(left, Tuple | List) and isinstance(right, Tuple | List):
        first, second = members.contents(run, left), members.contents(run, right)
        found = (*first.items, *second.items)
        if isinstance(left, List):
            return List(found, first.open or second.open, place=place, step="+", inputs=(left, right))
        return Tuple(found, left.kind, first.open or second.open, place=place, step="+", inputs=(left, right))
    if sign == "*" and isinstance(left, List) and isinstance(right, Const) and isinstance(right.value, int):
        held = members.contents(run, left)
        if len(held.items) * right.value <= MOST_ITEMS:
            return List(held.items * right.value, held.open, place=place, step="*", inputs=(left, right))
    if sign == "|" and isinstance(left, Tuple) and isinstance(right, Tuple):
        return Tuple((*left.items, *right.items), "set", left.open or right.open, place=place, step="|",
                     inputs=(left, right))  # fmt: skip
    return None


def _compare(run: Run, frame: Frame, code: Code) -> Value:
    operands = [value(run, frame, operand) for operand in code[4]]
    place = frame.place(code)
    results = [
        _compared(run, sign, *_both_forced(run, left, right), place, code)
        for sign, left, right in zip(code[3], operands, operands[1:], strict=False)
    ]
    if len(results) == 1:
        return results[0]
    outcomes = [truth(run, result) for result in results]
    if False in outcomes:
        return Const(False, place=place, step="compare", inputs=tuple(results))
    if None not in outcomes:
        return Const(True, place=place, step="compare", inputs=tuple(results))
    free = all(map(is_free, results))
    return opaque(f"{text(code)} is undecided", place, "compare", *results, free=free)


def _compared(run: Run, sign: str, left: Value, right: Value, place: Any, code: Code) -> Value:
    left, right = likely(left), likely(right)
    if isinstance(left, Union) or isinstance(right, Union):
        found = [
            _compared(run, sign, a.value, b.value, place, code)
            for a in options(left)
            for b in options(right)
            if a.value is not UNBOUND and b.value is not UNBOUND
        ]
        outcomes = {truth(run, one) for one in found}
        if len(outcomes) == 1 and None not in outcomes:
            return Const(outcomes.pop(), place=place, step=sign, inputs=(left, right))
        free = is_free(left) and is_free(right)
        return opaque(f"{text(code)} is undecided", place, sign, left, right, free=free)
    if sign in ("in", "not in"):
        return _membership(run, sign, left, right, place, code)
    outcome = _decided(run, sign, left, right)
    if outcome is None:
        free = is_free(left) and is_free(right)
        return opaque(f"{text(code)} is undecided", place, sign, left, right, free=free)
    return Const(outcome, place=place, step=sign, inputs=(left, right))


def _decided(run: Run, sign: str, left: Value, right: Value) -> bool | None:
    if sign in ("==", "!=", "is", "is not"):
        equal = _equal(run, left, right, identical=sign.startswith("is"))
        return None if equal is None else equal == (sign in ("==", "is"))
    if isinstance(left, Const) and isinstance(right, Const):
        try:
            return bool({"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}[sign](
                left.value, right.value))  # fmt: skip
        except TypeError:
            return None
    return None


_CONCRETE = (
    Object,
    List,
    Dict,
    Record,
    Tuple,
    Vector,
    Closure,
    ClassOf,
    Layers,
    Each,
    Member,
    ModuleOf,
    Stream,
    Counter,
)


def _equal(run: Run, left: Value, right: Value, identical: bool) -> bool | None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Const) and one.value is None:
            if isinstance(other, Const):
                return other.value is None
            if isinstance(other, _CONCRETE) or (isinstance(other, Opaque) and other.present):
                return False
            return None
        if isinstance(one, Member) and isinstance(other, Const):
            # An attribute pinned to an enumeration's member may hold the member's name in the source.
            return one.name == other.value if isinstance(other.value, str) else False
    if isinstance(left, Opaque) or isinstance(right, Opaque):
        return True if same(left, right) else None
    if isinstance(left, Const) and isinstance(right, Const):
        return bool(
            left.value is right.value if identical and left.value is None else left.value == right.value
        )
    if isinstance(left, Counter) or isinstance(right, Counter):
        return _counter_equal(left, right)
    if isinstance(left, List | Tuple) and isinstance(right, List | Tuple):
        first, second = members.contents(run, left), members.contents(run, right)
        if first.open or second.open:
            return None
        if len(first.items) != len(second.items):
            return False
        parts = [_equal(run, a, b, False) for a, b in zip(first.items, second.items, strict=True)]
        return None if None in parts else all(parts)
    if type(left) is type(right):
        return same(left, right)
    return False


def _counter_equal(left: Value, right: Value) -> bool | None:
    counter, other = (left, right) if isinstance(left, Counter) else (right, left)
    if isinstance(counter, Counter) and isinstance(other, Const) and isinstance(other.value, int):
        below = counter.low is not None and other.value < counter.low
        above = counter.high is not None and other.value >= counter.high
        if below or above:
            return False
    return None


def _membership(run: Run, sign: str, left: Value, right: Value, place: Any, code: Code) -> Value:
    wanted = sign == "in"
    if (
        isinstance(left, Counter)
        or (isinstance(right, Opaque) and right.marks)
        or _over_layers(run, left, right)
    ):
        return _running_membership(run, left, right, place, code, wanted)
    outcome = contains(run, right, left)
    if (
        isinstance(left, Const)
        and type(left.value) is int
        and isinstance(right, List)
        and run.path_of(right).rpartition(".")[2] in run.assumptions.rules.mark_lists
    ):
        run.memberships.append((left.value, left.value + 1, place))
    if outcome is None:
        free = is_free(left) and is_free(right)
        return opaque(f"{text(code)} is undecided", place, sign, left, right, free=free)
    return Const(outcome == wanted, place=place, step=sign, inputs=(left, right))


def _over_layers(run: Run, left: Value, right: Value) -> bool:
    """Whether a test in a loop asks if an index computed at run time is among known integers."""
    if not run.rounds or not isinstance(left, Opaque) or not isinstance(right, List | Tuple):
        return False
    held = members.contents(run, right)
    return bool(held.items) and not held.open and all(
        isinstance(i, Const) and type(i.value) is int for i in held.items
    )  # fmt: skip


def _running_membership(run: Run, left: Value, right: Value, place: Any, code: Code, wanted: bool) -> Value:
    """`i in marks` for a running layer index: true for some layers, or for none."""
    low, high = (left.low, left.high) if isinstance(left, Counter) else (None, None)
    run.memberships.append((low, high, place))
    held = members.contents(run, right) if isinstance(right, List | Tuple) else None
    if held is None or held.open:
        driven = isinstance(right, Opaque) and right.marks
        return opaque(
            f"{text(code)} is undecided", place, "in", left, right, free=is_free(right), sometimes=driven
        )
    hits = [
        item.value
        for item in held.items
        if isinstance(item, Const)
        and isinstance(item.value, int)
        and (low is None or item.value >= low)
        and (high is None or item.value < high)
    ]
    if not hits and all(isinstance(item, Const) for item in held.items):
        return Const(not wanted, place=place, step="in", inputs=(left, right))
    shown = ", ".join(map(str, hits))
    return opaque(f"true for layers {shown}", place, "in", left, right, free=True, sometimes=wanted)


def contains(run: Run, container: Value, item: Value) -> bool | None:
    """Whether a container holds a value; None when undecided."""
    if isinstance(container, Const) and isinstance(container.value, str):
        if isinstance(item, Const):
            return isinstance(item.value, str) and item.value in container.value
        return None
    if isinstance(container, Record):
        return (
            members.has_key(run, container, item.value, container.place or _NOWHERE)
            if isinstance(item, Const)
            else None
        )
    if isinstance(container, Dict):
        held = members.contents(run, container)
        found = [_equal(run, key, item, False) for key, _ in held.items]
    elif isinstance(container, List | Tuple):
        held = members.contents(run, container)
        found = [_equal(run, one, item, False) for one in held.items]
    else:
        return None
    if True in found:
        return True
    return None if None in found or held.open else False


def _ifexp(run: Run, frame: Frame, code: Code) -> Value:
    condition = test(run, frame, code[3])
    if condition.outcome is not None:
        return value(run, frame, code[4] if condition.outcome else code[5])
    results = run.fork(
        frame, condition, lambda: value(run, frame, code[4]), lambda: value(run, frame, code[5])
    )
    if not results:
        raise Stopped(frame.place(code))
    choices = [Option(found, ((condition, outcome),)) for found, outcome in results]
    if len(choices) == 1:
        return choices[0].value
    return union(choices, frame.place(code))


# --- subscripts


def _item(run: Run, frame: Frame, code: Code) -> Value:
    base = value(run, frame, code[3])
    if code[4][0] == "slice":
        return _sliced(run, frame, base, code)
    return subscript(run, base, value(run, frame, code[4]), frame.place(code), text(code[4]))


def subscript(run: Run, base: Value, index: Value, place: Any, shown: str) -> Value:
    """`base[index]`."""
    base = members.answered(run, base)
    if isinstance(base, Union):
        return union(
            [Option(subscript(run, o.value, index, place, shown), o.guards) for o in base.options], place
        )
    if isinstance(base, Layers):
        return Each(base, index, place=place, step="item", inputs=(base, index))
    if isinstance(base, Record):
        return members.key(run, base, index.value, place, required=True) if isinstance(index, Const) else _unknown_item(
            base, index, place, shown)  # fmt: skip
    if isinstance(base, Dict):
        return _looked_up(run, base, index, place, shown)
    if isinstance(base, List | Tuple):
        held = members.contents(run, base)
        if isinstance(index, Const) and isinstance(index.value, int) and not (held.open and index.value < 0):
            if -len(held.items) <= index.value < len(held.items):
                item: Value = held.items[index.value]
                return item
            if not held.open:
                raise Stopped(place, "index out of range")
        choices = [Option(one) for one in held.items]
        if choices and not held.open:
            return union(choices, place)
    if isinstance(base, Stream):
        return base.each
    if isinstance(base, Const) and isinstance(base.value, str | tuple | bytes) and isinstance(index, Const):
        try:
            return Const(base.value[index.value], place=place, step="item", inputs=(base, index))
        except (IndexError, TypeError) as error:
            raise Stopped(place, "index out of range") from error
    if (
        isinstance(base, Vector)
        and isinstance(index, Const)
        and isinstance(index.value, int)
        and index.value < len(base.values)
    ):
        return Const(base.values[index.value], place=place, step="item", inputs=(base, index))
    if isinstance(base, ClassOf | Outside):
        return base  # Generic[T]
    return _unknown_item(base, index, place, shown)


def _unknown_item(base: Value, index: Value, place: Any, shown: str) -> Value:
    chain = f"{chain_of(base)}[{shown}]" if chain_of(base) else ""
    free = is_free(base) and is_free(index)
    return opaque("an item of a run-time value", place, "item", base, index, chain=chain, free=free)


def _looked_up(run: Run, base: Dict, index: Value, place: Any, shown: str) -> Value:
    held = members.contents(run, base)
    maybe = []
    found: Value
    for key, found in held.items:
        equal = _equal(run, key, index, False)
        if equal:
            return found
        if equal is None:
            maybe.append(Option(found))
    if maybe:
        return union(maybe, place)
    if not held.open:
        raise Stopped(place, f"no key {shown}")
    return _unknown_item(base, index, place, shown)


def _sliced(run: Run, frame: Frame, base: Value, code: Code) -> Value:
    bounds = [value(run, frame, part) if part is not None else Const(None) for part in code[4][3:6]]
    place = frame.place(code)
    base = members.answered(run, base)
    if isinstance(base, Layers):
        low, high = (b.value if isinstance(b, Const) else None for b in bounds[:2])
        counter = Counter(low or 0, high if high is not None else base.count, place=place)
        return Stream(Each(base, counter, place=place), None, place=place, step="slice", inputs=(base,))
    if all(isinstance(bound, Const) and isinstance(bound.value, int | None) for bound in bounds):
        window = slice(*(bound.value for bound in bounds))  # type: ignore[attr-defined]
        if isinstance(base, Const) and isinstance(base.value, str):
            return Const(base.value[window], place=place, step="slice", inputs=(base,))
        if isinstance(base, List | Tuple) and not members.contents(run, base).open:
            found = members.contents(run, base).items[window]
            return (
                List(found, place=place, step="slice", inputs=(base,))
                if isinstance(base, List)
                else Tuple(found, place=place, step="slice", inputs=(base,))
            )
    return opaque("a slice of a run-time value", place, "slice", base, *bounds, free=is_free(base))


# --- iteration and assignment


def iterated(run: Run, found: Value) -> tuple[list[Value], bool]:
    """The items of an iterable; and whether these are exactly all of them, or one that stands for each."""
    found = members.answered(run, found)
    if isinstance(found, List | Tuple):
        held = members.contents(run, found)
        if not held.open and len(held.items) <= MOST_ITEMS:
            return list(held.items), True
        return [
            union([Option(one) for one in held.items], found.place) if held.items else _each(found)
        ], False
    if isinstance(found, Dict):
        held = members.contents(run, found)
        return ([pair[0] for pair in held.items], True) if not held.open else ([_each(found)], False)
    if isinstance(found, Counter):
        if found.low is not None and found.high is not None and found.high - found.low <= 8:
            return [Const(n, place=found.place) for n in range(found.low, found.high)], True
        return [Counter(found.low, found.high, place=found.place, step="each", inputs=(found,))], False
    if isinstance(found, Layers):
        return [
            Each(found, Counter(0, found.count, place=found.place), place=found.place, inputs=(found,))
        ], False
    if isinstance(found, Stream):
        return [found.each], False
    if isinstance(found, Vector):
        return [Const(one, place=found.place) for one in found.values], True
    if isinstance(found, Record):
        return [Const(name) for name in found.data], True
    if isinstance(found, Const) and isinstance(found.value, str | tuple) and len(found.value) <= MOST_ITEMS:
        return [Const(one, place=found.place) for one in found.value], True
    if isinstance(found, ClassOf):  # an enumeration
        names = dict.fromkeys(name for name, code, _, _ in found.cls.header.attributes if code is not None)
        return [Member(found.cls, name, place=found.place) for name in names], True
    return [_each(found)], False


def _each(found: Value) -> Value:
    chain = chain_of(found)
    return opaque("an item of a run-time value", found.place, "each", found, free=is_free(found),
                  chain=f"{chain}[*]" if chain else "")  # fmt: skip


def assign(run: Run, frame: Frame, target: Code, found: Value, place: Any) -> None:
    """Bind a target to a value: a name, an attribute, an item, or several of these."""
    form = target[0]
    if form == "name":
        frame.names[target[3]] = found
        if run.watched:
            run.note("bind", frame.place(target), name=target[3], chain=target[3], result=found)
    elif form in ("tuple", "list"):
        _unpack(run, frame, target, found, place)
    elif form == "star":
        assign(
            run,
            frame,
            target[3],
            opaque("the rest of an unpacking", place, "unpack", found, free=True),
            place,
        )
    elif form == "attr":
        base = value(run, frame, target[3])
        members.write(run, base, target[4], found, frame.place(target), text(target))
    elif form == "item":
        base = members.force(run, value(run, frame, target[3]))
        index = value(run, frame, target[4]) if target[4][0] != "slice" else None
        members.write_item(run, base, index, found, frame.place(target), text(target))


def _unpack(run: Run, frame: Frame, target: Code, found: Value, place: Any) -> None:
    targets = target[3]
    found = members.answered(run, found)
    run.note("unpack", frame.place(target), name=str(len(targets)), result=found, args=(found,))
    for position, (part, item) in enumerate(zip(targets, unpacked(run, found, targets, place), strict=True)):
        del position
        assign(run, frame, part, item, place)


def unpacked(run: Run, found: Value, targets: Any, place: Any) -> list[Value]:
    """What each of several targets receives from one value; raises Stopped when the number can't fit."""
    found = members.answered(run, settled(found))
    count = len(targets)
    starred = any(part[0] == "star" for part in targets)
    if isinstance(found, Union):
        alternatives = []
        for option in found.options:
            try:
                alternatives.append((unpacked(run, option.value, targets, place), option.guards))
            except Stopped:
                continue
        if not alternatives:
            raise Stopped(place, f"can't be unpacked into {count}")
        return [
            union([Option(parts[n], guards) for parts, guards in alternatives], place) for n in range(count)
        ]
    if isinstance(found, Layers):
        return [_stage(found, text(part)) for part in targets]
    if isinstance(found, List | Tuple | Dict | Counter):
        known, exact = iterated(run, found)
        if exact and len(known) == count and not starred:
            return known
        if exact and not starred:
            raise Stopped(place, f"{len(known)} values can't be unpacked into {count}")
    return [
        opaque(
            "part of a run-time value",
            place,
            f"unpack {n}",
            found,
            free=is_free(found),
            chain=f"{chain_of(found)}[{n}]" if chain_of(found) else "",
        )
        for n in range(count)
    ]


def _stage(layers: Layers, target: str) -> Value:
    """A layer helper returns the list and its range, in an order of its own: the target's name tells which is which."""
    name = re.split(r"[.\[]", target)[-1].lower() or target
    if "start" in name:
        return Const(0, place=layers.place, step="layers start", inputs=(layers,))
    if "end" in name:
        if layers.count is None:
            return opaque("how many layers there are", layers.place, "layers end", layers)
        return Const(layers.count, place=layers.place, step="layers end", inputs=(layers,))
    return layers


_FORMS: dict[str, Callable[[Run, Frame, Code], Value]] = {
    "const": _const,
    "name": _name,
    "attr": _attr,
    "call": _call,
    "item": _item,
    "slice": _unread,
    "tuple": _tuple,
    "set": _tuple,
    "list": _list,
    "dict": _dict,
    "bin": _bin,
    "unary": _unary,
    "and": _boolean,
    "or": _boolean,
    "compare": _compare,
    "ifexp": _ifexp,
    "lambda": _lambda,
    "comp": _comp,
    "fstring": _fstring,
    "star": _star,
    "walrus": _walrus,
    "yield": _yield,
    "unread": _unread,
}
