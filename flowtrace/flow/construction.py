"""Construction: what an object's constructor writes to its attributes.

The constructor of an object that the program builds is evaluated once on each path; that of a question's subject, of
whose construction nothing is known, is looked at one attribute at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flowtrace.flow import entering, expressions, members, signatures
from flowtrace.flow.run import BUILT, Frame, Run, Stopped, TooDeep
from flowtrace.flow.values import Closure, Object, Place, Value
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol


def construct(run: Run, base: Object) -> bool:
    """Evaluate an object's constructor, once on each path; False when it has been, or there is none."""
    if (base.id, BUILT) in run.heap or not isinstance(base.cls, ClassSymbol):
        return False
    run.heap[(base.id, BUILT)] = True
    init = run.program.method(base.cls, "__init__")
    if init is None:
        _construct_dataclass(run, base)
        return True
    trace, run.trace = run.trace, []
    if base.id == run.root:
        run.construction = run.trace
    try:
        place = base.place or Place(init.module.file, init.header.line, 0, init.header.qualname)
        entering.enter(run, Closure(init, base), base.args, dict(base.kwargs), place, eager=True)
    except TooDeep:
        raise
    except Stopped as end:
        run.unbuilt[base.id] = end
    finally:
        run.trace = trace
    return True


def _construct_dataclass(run: Run, base: Object) -> None:
    """Fields of a class without a constructor of its own, from its annotations."""
    assert isinstance(base.cls, ClassSymbol)
    fields = [
        name
        for cls in reversed(run.program.mro(base.cls))
        if isinstance(cls, ClassSymbol)
        for name, _, annotation, _ in cls.header.attributes
        if annotation is not None
    ]
    for name, found in zip(dict.fromkeys(fields), base.args, strict=False):
        run.heap[(base.id, name)] = found
    for name, found in base.kwargs:
        run.heap[(base.id, name)] = found


# --- what a constructor leaves in an object that someone else has built


def from_constructor(run: Run, base: Object, name: str) -> Value | None:
    """What construction leaves in an attribute that nothing on this path has written; None when unresolved."""
    if (base.id, name) in run.heap:
        return members.stored(run, base, name)
    if not isinstance(base.cls, ClassSymbol):
        return None
    if base.built:
        if (base.id, BUILT) not in run.heap and not run.root:
            found = _assigned_once(run, base, name)
            if found is not None or not run.program.speaks(base.cls, run.assumptions.rules.words):
                return found
        construct(run, base)
        return members.stored(run, base, name) if (base.id, name) in run.heap else None
    cache: Any = run.heap.setdefault((base.id, BUILT), {})
    if not isinstance(cache, dict):
        return None
    if (base.id, name) not in cache and run.program.mentions(base.cls, name):
        cache[(base.id, name)] = None  # what code that reads it while it is looked for sees
        cache[(base.id, name)] = _assigned_once(run, base, name) or _assigned_somewhere(
            run, base, cache, name
        )
    return cache.get((base.id, name))


def _assigned_once(run: Run, base: Object, name: str) -> Value | None:
    """The value of the only assignment to an attribute, when it stands unconditionally and needs no local name."""
    assert isinstance(base.cls, ClassSymbol)
    writers = list(_assigning(run, base.cls, name))
    if len(writers) != 1:
        return None
    method, count = writers[0]
    statements = [code for code in run.program.body(method) if _assigns(code, name)] if count == 1 else []
    if len(statements) != 1:
        return None
    parameters = {p.name for p in method.header.parameters}
    value = statements[0][4]
    if not _names(value) <= parameters | {"self"} | set(run.program.names(method.module)):
        return None
    place = Place(method.module.file, method.header.line, 0, method.header.qualname)
    frame = Frame(method.module, method.header.qualname, function=method, owner=method.owner, receiver=base,
                  start=len(run.guards), called=place)  # fmt: skip
    if base.built and method.name == "__init__":
        args, kwargs = base.args, dict(base.kwargs)
    else:
        args, kwargs = signatures.unknown_arguments(run, method, place, 1, typed=True)
    frame.names = signatures.bound(run, Closure(method, base), args, kwargs, place)
    run.stack.append(frame)
    try:
        before = run.heap
        with run.apart():
            found = expressions.value(run, frame, value)
            made = {entry: one for entry, one in run.heap.items() if entry not in before}
        run.heap.update(made)
        return found
    except TooDeep:
        raise
    except Stopped:
        return None
    finally:
        run.stack.pop()


def _assigning(run: Run, cls: ClassSymbol, name: str) -> Iterator[tuple[FunctionSymbol, int]]:
    """The methods of a class and its bases that assign to an attribute of self, and how often each does."""
    for base in run.program.mro(cls):
        if isinstance(base, ClassSymbol):
            yield from run.program.assigned(base).get(name, ())


def _assigns(code: Any, name: str) -> bool:
    target = code[3][0] if code[0] == "assign" else None
    return bool(target and target[0] == "attr" and target[4] == name and target[3][:1] == ("name",)
                and target[3][3] == "self")  # fmt: skip


def _names(code: Any) -> set[str]:
    """The names an expression reads."""
    if not isinstance(code, tuple):
        return set()
    if len(code) == 4 and code[0] == "name":
        return {code[3]}
    return set().union(*map(_names, code)) if code else set()


def _assigned_somewhere(run: Run, base: Object, cache: dict[Any, Any], name: str) -> Value | None:
    """What the constructor leaves in an attribute and all that it enters; unresolved when only other methods write."""
    constructed = (base.id, "<constructed>")
    if constructed not in cache:
        cache[constructed] = True
        cache.update({k: v for k, v in _constructed(run, base).items() if cache.get(k) is None})
    return cache.get((base.id, name))


def _constructed(run: Run, base: Object) -> dict[Any, Any]:
    """The attributes a subject has after its constructor, with parameters that nothing is known of."""
    assert isinstance(base.cls, ClassSymbol)
    init = run.program.method(base.cls, "__init__")
    if init is None or any(f.function == init for f in run.stack):
        return {(base.id, "<none>"): True}
    with run.apart():
        before = dict(run.heap)
        run.heap[(base.id, BUILT)] = True
        place = Place(init.module.file, init.header.line, 0, init.header.qualname)
        try:
            entering.enter(
                run,
                Closure(init, base),
                *signatures.unknown_arguments(run, init, place, skip=1),
                place,
                eager=True,
            )
        except TooDeep:
            raise
        except Stopped:
            pass
        written = {entry: found for entry, found in run.heap.items() if before.get(entry) is not found}
    written.setdefault((base.id, "<none>"), True)
    # What the constructor built is new and stays; what it wrote to the subject is answered one attribute at a time.
    run.heap.update({entry: found for entry, found in written.items() if entry[0] != base.id})
    return {entry: found for entry, found in written.items() if entry[0] == base.id}
