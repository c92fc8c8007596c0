"""Expressions to values: one small case for each form of expression.

Each evaluates its operands and leaves what is made of them to `operators`, `comparisons` and `subscripts`; what is
undecided stays an opaque value that remembers what it was made from.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import calls, comparisons, containers, iteration, members, operators, subscripts, truth
from flowtrace.flow.run import Frame, Run, Stopped, TooDeep, opaque
from flowtrace.flow.values import (
    ClassOf,
    Closure,
    Const,
    Counter,
    Dict,
    Layers,
    List,
    ModuleOf,
    Opaque,
    Option,
    Outside,
    Stream,
    Tuple,
    Union,
    Value,
    union,
)
from flowtrace.graph.symbols import Assigned, ClassSymbol, External, FunctionSymbol, ModuleSymbol, Symbol
from flowtrace.parse.text import text


def value(run: Run, frame: Frame, code: Code) -> Value:
    """The value of an expression; raises Stopped where evaluating it certainly raises."""
    run.steps += 1
    if run.steps > run.most_steps:
        raise TooDeep(frame.place(code))
    result = _FORMS[code[0]](run, frame, code)
    if isinstance(result, Opaque | Union):
        assumed = run.assumptions.test(code, as_test=False)
        if assumed is not None:
            outcome, pin = assumed
            return Const(outcome, place=frame.place(code), step=f"assumed {pin.guard}", inputs=(result,))
    return result


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
            return found
        scope = scope.parent
    return global_name(run, frame, name, frame.place(code))


def global_name(run: Run, frame: Frame, name: str, place: Any) -> Value:
    """The value of a module-level name as a frame's module sees it."""
    key = (frame.module.module, name)
    if key not in run.globals:
        symbol = run.program.find(frame.module, name)
        if isinstance(symbol, Assigned) and symbol.value[0] != "const":
            run.globals[key] = opaque(f"{name} is defined in terms of itself", place)
        with run.assumptions.heard(run.assumptions.common):
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


HELD = "<match>"  # the name under which a `match` statement holds its subject


def _held(run: Run, frame: Frame, code: Code) -> Value:
    return frame.names[HELD]


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
            known, exact = iteration.iterated(run, found)
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
    return containers.new_list(run, found, more, frame.place(code))


def _dict(run: Run, frame: Frame, code: Code) -> Value:
    pairs: list[tuple[Value, Value]] = []
    more = False
    for key, item in code[3]:
        found = value(run, frame, item)
        if key is None:
            if isinstance(found, Dict):
                pairs += containers.contents(run, found).items
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
    return opaque("a text made at run time", place, "f-string", *parts, free=all(map(truth.is_free, parts)))


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
    known, exact = iteration.iterated(run, value(run, frame, source))
    for item in known:
        iteration.assign(run, frame, target, item, frame.place(source))
        outcomes = [truth.test(run, frame, condition).outcome for condition in conditions]
        if False in outcomes:
            continue
        exact = exact and None not in outcomes
        exact = _generate(run, frame, generators[1:], emit) and exact
    return exact


# --- operators and subscripts


def _boolean(run: Run, frame: Frame, code: Code) -> Value:
    """`and` / `or`: the first operand that decides, else an opaque value over the undecided ones."""
    stop = code[0] == "or"
    place = frame.place(code)
    undecided: list[Value] = []
    last: Value = Const(not stop)
    for operand in code[3]:
        last = truth.truthy(run, frame, operand)
        outcome = truth.truth(run, last)
        if outcome is stop:
            if not undecided:
                return last
            if not stop or (truth.truth(run, last) is True and isinstance(last, Const)):
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
        free=all(map(truth.is_free, undecided)), sometimes=sometimes,
    )  # fmt: skip


def _unary(run: Run, frame: Frame, code: Code) -> Value:
    sign = code[3]
    operand = truth.truthy(run, frame, code[4]) if sign == "not" else value(run, frame, code[4])
    place = frame.place(code)
    if sign == "not":
        outcome = truth.truth(run, operand)
        if outcome is not None:
            return Const(not outcome, place=place, step="not", inputs=(operand,))
        sometimes = isinstance(operand, Opaque) and operand.sometimes
        return opaque(f"{text(code)} is undecided", place, "not", operand, free=truth.is_free(operand),
                      sometimes=sometimes)  # fmt: skip
    if isinstance(operand, Const) and isinstance(operand.value, int | float):
        signed: Any = {"-": operator.neg, "+": operator.pos, "~": operator.invert}[sign]
        return Const(signed(operand.value), place=place, step=sign, inputs=(operand,))
    return opaque("computed at run time", place, sign, operand, free=truth.is_free(operand))


def _bin(run: Run, frame: Frame, code: Code) -> Value:
    left, right = value(run, frame, code[4]), value(run, frame, code[5])
    return operators.binary(run, code[3], left, right, frame.place(code))


def _compare(run: Run, frame: Frame, code: Code) -> Value:
    operands = [value(run, frame, operand) for operand in code[4]]
    place = frame.place(code)
    results = [
        comparisons.compared(run, sign, *operators.both_forced(run, left, right), place, code)
        for sign, left, right in zip(code[3], operands, operands[1:], strict=False)
    ]
    if len(results) == 1:
        return _as_said(run, frame, code, results[0])
    outcomes = [truth.truth(run, result) for result in results]
    if False in outcomes:
        return Const(False, place=place, step="compare", inputs=tuple(results))
    if None not in outcomes:
        return Const(True, place=place, step="compare", inputs=tuple(results))
    free = all(map(truth.is_free, results))
    return opaque(f"{text(code)} is undecided", place, "compare", *results, free=free)


def _as_said(run: Run, frame: Frame, code: Code, found: Value) -> Value:
    """An undecided comparison of locals under an assumption that speaks of what they were assigned."""
    said = [frame.said.get(one[3], one) if one[0] == "name" else one for one in code[4]]
    if not isinstance(found, Opaque) or all(one is other for one, other in zip(said, code[4], strict=True)):
        return found
    assumed = run.assumptions.compared(code[3][0], text(said[0]), text(said[1]))
    if assumed is None:
        return found
    outcome, pin = assumed
    return Const(outcome, place=found.place, step=f"assumed {pin.guard}", inputs=(found,))


def _ifexp(run: Run, frame: Frame, code: Code) -> Value:
    condition = truth.test(run, frame, code[3])
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


def _item(run: Run, frame: Frame, code: Code) -> Value:
    base = value(run, frame, code[3])
    if code[4][0] == "slice":
        return subscripts.sliced(run, frame, base, code)
    return subscripts.subscript(
        run, base, value(run, frame, code[4]), frame.place(code), run.program.shown(code[4])
    )


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
    "held": _held,
    "walrus": _walrus,
    "yield": _yield,
    "unread": _unread,
}
