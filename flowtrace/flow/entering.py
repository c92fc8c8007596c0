"""Entering functions: evaluating a body with its arguments, and joining the ways it returns.

A function is entered to a depth; a module's forward is entered only when its text speaks of something a question is
about, since every other one only computes tensors.
"""

from __future__ import annotations

from dataclasses import replace

from flowtrace.flow import calls, classes, containers, parameters, relevance, signatures, statements
from flowtrace.flow.run import Frame, Returned, Run, State, Stopped, join, opaque
from flowtrace.flow.trace import Entered, Event, Step
from flowtrace.flow.values import (
    Closure,
    Const,
    DeferredCall,
    Kwargs,
    List,
    Object,
    Opaque,
    Option,
    Place,
    Union,
    Value,
    union,
)


def enter(
    run: Run, callee: Closure, args: tuple[Value, ...], kwargs: Kwargs, place: Place, *, more: bool = False,
    module: bool = False, eager: bool = False,
) -> Value:  # fmt: skip
    """Evaluate a function's body with these arguments and join the ways it returns.

    Raises Stopped when no path returns. A function in which nothing happens that a question is about is deferred,
    unless `eager`; one that is too deep or recursive answers an opaque value.
    """
    run.limits.keep()
    function = callee.function
    reason = _refusal(run, callee)
    if reason:
        found = calls.unentered(run, callee, args, kwargs, place, function.name, free=False)
        return opaque(f"{function.name}: {reason}", place, found.step, *found.inputs)
    if _apart_from_values(run, callee, module):
        return calls.unentered(run, callee, args, kwargs, place, function.name, free=True)
    if not eager and not _matters(run, callee):
        for found in (*args, *kwargs.values()):
            containers.hand_over(run, found, place)
        inputs = (callee, *args, *kwargs.values())
        return opaque(f"what {function.name} returns", place, f"call {function.name}", *inputs, free=True,
                      deferred=DeferredCall(callee, args, tuple(kwargs.items())))  # fmt: skip
    frame = Frame(
        function.module, function.header.qualname, function=function, owner=function.owner,
        receiver=callee.receiver, parent=callee.frame, start=len(run.guards), called=place,
    )  # fmt: skip
    frame.names = signatures.bound(run, callee, args, kwargs, place, more)
    if run.rounds and isinstance(callee.receiver, Object) and containers.is_container(run, callee.receiver):
        run.filled.add(callee.receiver.id)
    run.stack.append(frame)
    try:
        body = callee.body if callee.body is not None else run.program.body(function)
        ended = statements.run_body(run, frame, body)
    finally:
        run.stack.pop()
        del run.guards[frame.start :]
    result = _returned(run, frame, ended, place)
    return _of_container(result, callee.receiver) if containers.is_container(run, callee.receiver) else result


def _of_container(result: Value, container: Value | None) -> Value:
    """What a container's method returns is made from the container."""
    assert container is not None
    if isinstance(result, Opaque):
        return replace(result, inputs=(*result.inputs, container))
    if isinstance(result, Union):
        return replace(result, options=tuple(Option(_of_container(o.value, container), o.guards)
                                             for o in result.options))  # fmt: skip
    return result


def visit(run: Run, callee: Closure, args: tuple[Value, ...], kwargs: Kwargs, place: Place) -> Value:
    """Enter a function that no call expression names (a property, `__len__`, `__getattr__`), and note that it was."""
    outer = run.trace
    inside: list[Step] = []
    run.trace = inside
    try:
        return enter(run, callee, args, kwargs, place, eager=True)
    finally:
        run.trace = outer
        if inside:
            outer.append(
                Entered(Event("get", place, name=callee.function.name, receiver=callee.receiver), inside)
            )


def _refusal(run: Run, callee: Closure) -> str:
    """Why a function is not entered at all; empty when it is."""
    function = callee.function
    if callee.body is None and any(f.function == function and _same_owner(f, callee) for f in run.stack):
        return "recursion"
    return "too deep" if len(run.stack) > run.limits.depth else ""


def _matters(run: Run, callee: Closure) -> bool:
    """Whether a function is entered where it is called: what it does to objects, and not only its value, counts."""
    if callee.body is not None or run.eager or relevance.relevant(run, callee.function):
        return True
    if run.building and parameters.builds(run, callee.function):
        return True
    if isinstance(callee.receiver, Object) and not callee.receiver.built:
        return False
    if callee.function.name == "__init__":
        return True
    if containers.is_container(run, callee.receiver):
        return True
    if isinstance(callee.receiver, Object) and callee.receiver.id == run.root:
        return True
    # What a constructor calls on its own object helps to construct it.
    caller = run.stack[-1] if run.stack else None
    constructing = caller is not None and caller.function is not None and caller.function.name == "__init__"
    return bool(constructing and caller and _same_owner(caller, callee) and callee.receiver is not None)


def _same_owner(frame: Frame, callee: Closure) -> bool:
    if isinstance(frame.receiver, Object) and isinstance(callee.receiver, Object):
        return frame.receiver.id == callee.receiver.id
    return frame.receiver is callee.receiver


def _apart_from_values(run: Run, callee: Closure, module: bool) -> bool:
    """Whether a function only computes tensors, or only opens a context: nothing a question could turn on."""
    function = callee.function
    if function.name in run.assumptions.rules.closed:
        return True
    if module and not relevance.relevant(run, function) and not relevance.speaks(run, callee):
        return True
    return bool({"contextmanager", "asynccontextmanager"} & classes.decorations(function))


def _returned(run: Run, frame: Frame, falls_off: bool, place: Place) -> Value:
    """The value of a call whose body has been evaluated, on the state in which its returns meet."""
    if frame.yields:
        exact = not frame.returns and not run.rounds
        return List(tuple(frame.yields), not exact, place=place, step="yield", inputs=tuple(frame.yields))
    ways = list(frame.returns)
    if falls_off:
        ways.append(Returned(Const(None, place=place), State(frame.names, run.heap), place))
    if not ways:
        raise Stopped(place, f"{frame.symbol} never returns")
    guards = [way.state.guards for way in ways]
    heap = join([(State({}, way.state.heap), g) for way, g in zip(ways, guards, strict=True)]).heap
    run.heap = heap
    if len(ways) == 1:
        return ways[0].value
    return union([Option(way.value, g) for way, g in zip(ways, guards, strict=True)], place)
