"""Deferred reads and calls, resolved when a test or a computation needs their value.

A resolved value keeps the name that the source calls it by.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from flowtrace.flow import construction, entering, members
from flowtrace.flow.run import Run, Stopped, TooDeep
from flowtrace.flow.values import (
    DeferredCall,
    DeferredPart,
    DeferredRead,
    Object,
    Opaque,
    Option,
    Place,
    Record,
    Union,
    Value,
    renamed,
)

_NOWHERE = Place("", 0, 0, "")


def answered(run: Run, found: Value) -> Value:
    """A deferred call resolved; a deferred read stays what the source calls it, so that its chain is kept."""
    deferred = isinstance(found, Opaque) and isinstance(found.deferred, DeferredCall)
    return force(run, found) if deferred else found


def force(run: Run, found: Value) -> Value:
    """A deferred read or call resolved; itself when it can't be, or nothing was deferred."""
    if not isinstance(found, Opaque) or found.deferred is None or run.forcing > _FORCING:
        return found
    run.forcing += 1
    try:
        return _final(_forced(run, found))
    finally:
        run.forcing -= 1


def asked(run: Run, found: Value) -> Value:
    """What a test needs of a value: it resolved, and what a call that it came from puts off in turn."""
    for _ in range(_FORCING):
        resolved = force(run, found)
        if resolved is found:
            break
        found = resolved
    return found


def _final(found: Value) -> Value:
    """A resolved value whose alternatives are not resolved again: one of them may be what it was resolved from."""
    if not isinstance(found, Union):
        return found
    kept = [
        Option(replace(o.value, deferred=None) if isinstance(o.value, Opaque) else o.value, o.guards)
        for o in found.options
    ]
    return replace(found, options=tuple(kept))


_FORCING = 4  # how many deferred values may need one another before the answer is that it can't be known


def _forced(run: Run, found: Opaque) -> Value:
    if isinstance(found.deferred, DeferredRead):
        resolved = construction.from_constructor(run, *found.deferred)
        return found if resolved is None else renamed(resolved, found.chain)
    if isinstance(found.deferred, DeferredPart):
        return _forced_part(run, found, found.deferred)
    assert found.deferred is not None
    callee, args, kwargs = found.deferred
    constant = (callee.function.module.module, callee.function.header.qualname + "()")
    once = not args and not kwargs and callee.receiver is None
    if once and constant in run.globals:
        return run.globals[constant]
    if found.id not in run.forced:
        run.forced[found.id] = found
        before, made = run.heap, {}
        with run.apart(), run.assumptions.heard(run.assumptions.common) if once else nullcontext():
            try:
                resolved = entering.enter(
                    run, callee, args, dict(kwargs), found.place or _NOWHERE, eager=True
                )
                run.forced[found.id] = renamed(resolved, found.chain)
                made = {entry: value for entry, value in run.heap.items() if entry not in before}
            except TooDeep:
                raise
            except Stopped as end:
                run.raising[found.id] = end
        run.made[found.id] = made
        if once:
            run.globals[constant] = run.forced[found.id]
    # What the call built stays, in every copy of the run; what it did to others was nobody's question.
    for entry, value in run.made.get(found.id, {}).items():
        run.heap.setdefault(entry, value)
    return run.forced[found.id]


def _forced_part(run: Run, found: Opaque, part: DeferredPart) -> Value:
    """An attribute of a deferred read: known when what it is read from turns out to be an object or a config."""
    if found.id not in run.forced:
        run.forced[found.id] = found
        base = force(run, part.base)
        if isinstance(base, Object | Record) and found.place is not None:
            run.forced[found.id] = renamed(members.read(run, base, part.name, found.place), found.chain)
    return run.forced[found.id]
