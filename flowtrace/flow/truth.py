"""Tests in three values: true, false, or undecided; and whether only free input leaves a value undecided.

A test that is decided is written to the trace; assumptions about whole tests apply where it is not.
"""

from __future__ import annotations

from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import containers, entering, expressions, forcing
from flowtrace.flow.run import Frame, Run, likely
from flowtrace.flow.trace import Test
from flowtrace.flow.values import (
    UNBOUND,
    Closure,
    Const,
    Counter,
    Dict,
    List,
    Object,
    Opaque,
    Place,
    Stream,
    Tuple,
    Union,
    Value,
    describe,
)
from flowtrace.graph.symbols import ClassSymbol

_NOWHERE = Place("", 0, 0, "")


def test(run: Run, frame: Frame, code: Code) -> Test:
    """The outcome of a condition, written to the trace when it is decided."""
    found = truthy(run, frame, code)
    result = tested(run, found, run.program.shown(code), frame.place(code))
    if result.outcome is not None:
        run.trace.append(result)
    return result


def truthy(run: Run, frame: Frame, code: Code) -> Value:
    """The value of an expression whose truth is asked: assumptions about whole tests apply where it is undecided."""
    found = expressions.value(run, frame, code)
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
        first = run.rounds[-1] == 0 or run.assumptions.every_layer
        return Test(shown, first, place, found, why=found.reason)
    outcome = truth(run, found)
    if outcome is not None:
        return Test(shown, outcome, place, found, why=why(found))
    return Test(shown, None, place, found, free=is_free(forcing.asked(run, found)))


def truth(run: Run, found: Value) -> bool | None:
    """Whether a value is true: True, False, or None when undecided."""
    if isinstance(found, Const):
        return bool(found.value)
    if isinstance(found, Opaque):
        if found.deferred:
            forced = forcing.asked(run, found)
            if not isinstance(forced, Opaque):
                return truth(run, forced)
            return True if forced.present or run.present(found) else None
        return True if run.present(found) else None
    if isinstance(found, Tuple):
        return True if found.items else (None if found.open else False)
    if isinstance(found, List | Dict):
        contents = containers.contents(run, found)
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
                        run, entering.visit(run, Closure(method, found), (), {}, found.place or _NOWHERE)
                    )
        sized = containers.held(run, found)
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
    if not isinstance(found, Union):
        return found.free if isinstance(found, Opaque) else True
    seen: set[int] = set()
    pending: list[Value] = [found]
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
