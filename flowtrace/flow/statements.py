"""Statements: what each does to the names, the heap, the trace and the paths.

A block answers whether control reaches its end; a path that raises leaves by Stopped. Loops over known items are
unrolled; any other loop is evaluated for two rounds, in which a test that is true for some layers is true in the
first and false in the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flowtrace.facts import Code
from flowtrace.flow import expressions, iteration, operators, truth
from flowtrace.flow.run import Frame, LoopExits, Returned, Run, State, Stopped, TooDeep, join, opaque
from flowtrace.flow.trace import Event, Fork, Loop, Test, events
from flowtrace.flow.values import Closure, Const, Value
from flowtrace.graph.symbols import FunctionSymbol
from flowtrace.parse.text import text


def run_body(run: Run, frame: Frame, body: Code) -> bool:
    """Evaluate a function's body; whether control falls off its end. Raises Stopped when every path raises."""
    try:
        return block(run, frame, body)
    except TooDeep:
        raise
    except Stopped:
        if frame.returns or frame.yields:
            return False
        raise


def block(run: Run, frame: Frame, codes: Iterable[Code]) -> bool:
    """Evaluate statements in order; whether control reaches the end."""
    return all(_FORMS[code[0]](run, frame, code) for code in codes)


# --- simple statements


def _expr(run: Run, frame: Frame, code: Code) -> bool:
    if code[3][0] != "const":
        expressions.value(run, frame, code[3])
    return True


def _assign(run: Run, frame: Frame, code: Code) -> bool:
    found = expressions.value(run, frame, code[4])
    for target in code[3]:
        iteration.assign(run, frame, target, found, frame.place(code))
        if target[0] == "name":
            frame.said[target[3]] = code[4]
    return True


def _augassign(run: Run, frame: Frame, code: Code) -> bool:
    target, sign = code[3], code[4]
    current = expressions.value(run, frame, target)
    added = expressions.value(run, frame, code[5])
    found = operators.binary(run, sign, current, added, frame.place(code))
    iteration.assign(run, frame, target, found, frame.place(code))
    return True


def _return(run: Run, frame: Frame, code: Code) -> bool:
    found = expressions.value(run, frame, code[3]) if code[3] else Const(None, place=frame.place(code))
    place = frame.place(code)
    run.note("return", place, result=found)
    frame.returns.append(Returned(found, run.left(frame), place))
    return False


def _raise(run: Run, frame: Frame, code: Code) -> bool:
    shown = text(code[3]) if code[3] else ""
    run.note("raise", frame.place(code), name=shown)
    raise Stopped(frame.place(code), shown, sure=True)


def _assert(run: Run, frame: Frame, code: Code) -> bool:
    condition = truth.test(run, frame, code[3])
    if condition.outcome is False:
        run.note("raise", frame.place(code), name=f"assert {text(code[3])}")
        raise Stopped(frame.place(code), f"assert {text(code[3])}")
    return True


def _del(run: Run, frame: Frame, code: Code) -> bool:
    for target in code[3]:
        if target[0] == "name":
            frame.names.pop(target[3], None)
        else:
            run.note("delete", frame.place(target), name=text(target), chain=text(target))
    return True


def _import(run: Run, frame: Frame, code: Code) -> bool:
    for found in code[3]:
        symbol = run.program.imported(found.module, found.name)
        frame.names[found.alias] = expressions.of_symbol(run, symbol, found.alias, frame.place(code))
    return True


def _def(run: Run, frame: Frame, code: Code) -> bool:
    function = FunctionSymbol(frame.module, code[3], frame.owner)
    frame.names[code[3].name] = Closure(function, None, code[4], frame, place=frame.place(code))
    return True


def _class(run: Run, frame: Frame, code: Code) -> bool:
    frame.names[code[3].name] = opaque(f"{code[3].name}: a class made at run time", frame.place(code))
    return True


def _nothing(run: Run, frame: Frame, code: Code) -> bool:
    return True


# --- branches


def _if(run: Run, frame: Frame, code: Code) -> bool:
    condition = truth.test(run, frame, code[3])
    if condition.outcome is not None:
        return block(run, frame, code[4] if condition.outcome else code[5])
    results = run.fork(
        frame, condition, lambda: block(run, frame, code[4]), lambda: block(run, frame, code[5])
    )
    return bool(results)


def _match(run: Run, frame: Frame, code: Code) -> bool:
    return _one_of(run, frame, expressions.value(run, frame, code[3]), list(code[4]))


def _one_of(run: Run, frame: Frame, subject: Value, cases: list[Any]) -> bool:
    """The first case whose pattern fits; a subject that fits none goes on behind the statement."""
    if not cases:
        return True
    test, name, body = cases[0]
    frame.names[expressions.HELD] = subject
    if name is not None:
        frame.names[name] = subject
    if test is None:
        return block(run, frame, body)
    condition = truth.test(run, frame, test)
    if condition.outcome is not None:
        return block(run, frame, body) if condition.outcome else _one_of(run, frame, subject, cases[1:])
    results = run.fork(
        frame,
        condition,
        lambda: block(run, frame, body),
        lambda: _one_of(run, frame, subject, cases[1:]),
    )
    return bool(results)


def _try(run: Run, frame: Frame, code: Code) -> bool:
    body, handlers, orelse, final = code[3], code[4], code[5], code[6]
    if not handlers:
        return block(run, frame, body) and block(run, frame, final)
    if not _may_raise(body):
        return _plain_try(run, frame, code)
    raised = Test(
        "no call raises", None, frame.place(code), opaque("whether a call raises", free=True), True, rare=True
    )
    certainly: State | None = None

    def complete() -> bool:
        nonlocal certainly
        try:
            return block(run, frame, body) and block(run, frame, orelse)
        except TooDeep:
            raise
        except Stopped:
            certainly = run.state(frame)
            raise

    def handle() -> bool:
        if certainly is not None:
            run.resume(frame, certainly)
        return _handled(run, frame, list(handlers), certainly is not None)

    # The handler comes second: whether the body certainly raised is known only after it has been evaluated.
    results = run.fork(frame, raised, lambda: complete(), lambda: handle())
    if certainly:
        _settle(run)
    if not results:
        return False
    return block(run, frame, final)


def _may_raise(body: Any) -> bool:
    """Whether anything in a body may raise unseen: a call; what a subscript or attribute does is evaluated."""
    if not isinstance(body, tuple):
        return False
    return (len(body) > 3 and body[0] in ("call", "import")) or any(map(_may_raise, body))


def _plain_try(run: Run, frame: Frame, code: Code) -> bool:
    """A `try` whose body calls nothing: its handlers run for certain, or not at all."""
    try:
        alive = block(run, frame, code[3]) and block(run, frame, code[5])
    except TooDeep:
        raise
    except Stopped:
        alive = _handled(run, frame, list(code[4]), certainly=True)
    return alive and block(run, frame, code[6])


def _settle(run: Run) -> None:
    """A body that surely raises leaves no fork behind: what it did, then what its handler did."""
    fork = run.trace[-1]
    assert isinstance(fork, Fork)
    done = [step for step in fork.yes if not (isinstance(step, Event) and step.kind == "raise")]
    run.trace[-1:] = [*done, *fork.no]


def _handled(run: Run, frame: Frame, handlers: list[Any], certainly: bool) -> bool:
    kind, name, body = handlers[0]
    if not certainly and _imports_only(kind):
        raise Stopped
    if name:
        frame.names[name] = opaque("an exception", free=True, present=True)
    return block(run, frame, body)


def _imports_only(kind: Code | None) -> bool:
    return kind is not None and text(kind) in (
        "ImportError",
        "ModuleNotFoundError",
        "(ImportError, ModuleNotFoundError)",
    )


def _with(run: Run, frame: Frame, code: Code) -> bool:
    depth = len(run.contexts)
    for context, target in code[3]:
        found = expressions.value(run, frame, context)
        run.contexts.append(found)
        if target is not None:
            iteration.assign(run, frame, target, found, frame.place(code))
    try:
        return block(run, frame, code[4])
    finally:
        del run.contexts[depth:]


# --- loops


def _for(run: Run, frame: Frame, code: Code) -> bool:
    target, body, orelse = code[3], code[5], code[6]
    items, exact = iteration.iterated(run, expressions.value(run, frame, code[4]))
    rounds = items if exact else [items[0]] * 2

    def begin(number: int) -> None:
        iteration.assign(run, frame, target, rounds[number], frame.place(code))

    return _loop(run, frame, len(rounds), begin, body, orelse, exact)


def _while(run: Run, frame: Frame, code: Code) -> bool:
    condition = truth.test(run, frame, code[3])
    if condition.outcome is False:
        return block(run, frame, code[5])

    def begin(number: int) -> None:
        if number:
            truth.test(run, frame, code[3])

    forever = isinstance(condition.value, Const) and condition.outcome is True and code[3][0] == "const"
    return _loop(run, frame, 2, begin, code[4], code[5], False, forever=forever)


def _loop(
    run: Run, frame: Frame, count: int, begin: Callable[[int], None], body: Code, orelse: Code, exact: bool,
    forever: bool = False,
) -> bool:  # fmt: skip
    """Evaluate the rounds of a loop; `exact` when these are all its rounds. Whether control goes on behind it."""
    exits = LoopExits()
    frame.loops.append(exits)
    outer, rounds = run.trace, []
    alive, ended = True, None
    try:
        for number in range(count):
            run.trace = []
            rounds.append(run.trace)
            if not exact:
                run.rounds.append(number)
            try:
                begin(number)
                alive = block(run, frame, body)
            except TooDeep:
                raise
            except Stopped as end:
                alive, ended = False, end
            finally:
                if not exact:
                    run.rounds.pop()
            alive = _meet(run, frame, alive, exits.continues)
            exits.continues.clear()
            if not alive:
                break
    finally:
        frame.loops.pop()
        run.trace = outer
    loop = Loop(rounds)
    outer.append(loop)
    if alive and orelse:
        run.trace = loop.after
        try:
            alive = block(run, frame, orelse)
        except TooDeep:
            raise
        except Stopped:
            alive = False
        finally:
            run.trace = outer
    if forever:
        alive = False
    alive = _meet(run, frame, alive, exits.breaks)
    if not alive and not exits.breaks and not frame.returns and not rounds[-1:]:
        return True
    if not alive and not _left(rounds, exact):
        raise ended or Stopped()
    return alive


def _left(rounds: list[Any], exact: bool) -> bool:
    """Whether any round returns: a loop in which every path raises stops the path instead."""
    # After a `continue`, a loop of unknown length may be over.
    kinds = ("return", "break") if exact else ("return", "break", "continue")
    return any(event.kind in kinds for one in rounds for event in events(one))


def _meet(run: Run, frame: Frame, alive: bool, others: list[State]) -> bool:
    """Join the current path with others that arrive at the same point."""
    arriving = [(run.state(frame), ())] if alive else []
    arriving += [(state, ()) for state in others]
    if not arriving:
        return False
    if len(arriving) > 1 or not alive:
        run.resume(frame, join(arriving))
    return True


def _break(run: Run, frame: Frame, code: Code) -> bool:
    run.note("break", frame.place(code))
    if frame.loops:
        frame.loops[-1].breaks.append(run.left(frame))
    return False


def _continue(run: Run, frame: Frame, code: Code) -> bool:
    run.note("continue", frame.place(code))
    if frame.loops:
        frame.loops[-1].continues.append(run.left(frame))
    return False


_FORMS: dict[str, Callable[[Run, Frame, Code], bool]] = {
    "expr": _expr,
    "assign": _assign,
    "augassign": _augassign,
    "declare": _nothing,
    "return": _return,
    "raise": _raise,
    "assert": _assert,
    "if": _if,
    "for": _for,
    "while": _while,
    "try": _try,
    "with": _with,
    "def": _def,
    "class": _class,
    "import": _import,
    "del": _del,
    "outer": _nothing,
    "match": _match,
    "pass": _nothing,
    "break": _break,
    "continue": _continue,
    "unread": _nothing,
}
