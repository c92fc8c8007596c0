"""The table of `targets`: one row for each registered class, each cell found as the specs' columns say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flowtrace.binding import Binding
from flowtrace.binding.binding import calls_open_part, entered_classes
from flowtrace.binding.events import argument, calls
from flowtrace.binding.members import has, member
from flowtrace.binding.rules import listed
from flowtrace.checks.run import Checking
from flowtrace.findings import Row, Table, Verdict
from flowtrace.flow.ask import Outcome
from flowtrace.flow.run import Run
from flowtrace.flow.trace import Event, events
from flowtrace.flow.values import Closure, Const, Each, Object, Opaque, Value, options
from flowtrace.graph.symbols import ClassSymbol

Cell = Callable[[ClassSymbol], str]
_WORST = (Verdict.BROKEN, Verdict.UNKNOWN, Verdict.HOLDS, Verdict.NOT_APPLICABLE)


def table(
    binding: Binding, tree: str, *, capable: bool, classes: Sequence[str], notes: tuple[str, ...] = ()
) -> Table:
    """The rows of all registered classes, of those named, or (`capable`) of those that capture or offer."""
    spec = binding.specs.targets
    if spec is None:
        return Table(
            tree, binding.engine.id, binding.version, (), (), (*notes, "the specs define no targets table")
        )
    columns = {name: _column(binding, shape) for name, shape in spec.columns.items()}
    rows = []
    for file, cls in binding.registered():
        if classes and cls.name not in classes:
            continue
        cells = {name: cell(cls) for name, cell in columns.items()}
        if capable and not _capable(spec.columns, cells):
            continue
        rows.append(Row(file, cls.name, cells))
    rows.sort(key=lambda row: (row.file, row.symbol))
    return Table(tree, binding.engine.id, binding.version, tuple(columns), tuple(rows), notes)


def _capable(shapes: Mapping[str, Mapping[str, Any]], cells: Mapping[str, str]) -> bool:
    """Whether a class has what its table's `feeds` columns ask for."""
    asked = [name for name, shape in shapes.items() if "feeds" in shape]
    return all(cells[name].split(":")[0] in ("yes", "via") for name in asked)


def _column(binding: Binding, shape: Mapping[str, Any]) -> Cell:
    if "first_of" in shape:
        return lambda cls: _first_of(binding, shape["first_of"], cls)
    if "has" in shape:
        return lambda cls: _has(binding, shape["has"], cls)
    if "feeds" in shape:
        return lambda cls: _feeds(binding, shape, cls)
    return _worst_of(binding, listed(shape["worst_of"]))


def _first_of(binding: Binding, roles: Mapping[str, str], cls: ClassSymbol) -> str:
    for shown, role in roles.items():
        if role == "otherwise" or binding.is_in(cls, role):
            return shown
    return "unknown"


def _has(binding: Binding, role: str, cls: ClassSymbol) -> str:
    """How a class has a member, by its text; or by a `__getattr__` that forwards to an object that has it."""
    names = binding.names(role)
    found = member(binding.program, cls, names)
    if found.how == "none" and binding.program.method(cls, "__getattr__") is not None:
        run, subject = binding.asker.built(
            cls, binding.assumptions({}, "plain"), binding.config_role("target")
        )
        if has(run, subject, names).answer:
            return "delegates"
    return found.shown


# --- what reaches a call


def _feeds(binding: Binding, shape: Mapping[str, Any], cls: ClassSymbol) -> str:
    """Whether marked states are captured in a loop and arrive where the invariant in `and` wants them."""
    wanted = next(i for i in binding.specs.invariants if i.id == shape["and"]).clauses[0]
    if any(binding.is_in(cls, role) for role in listed(shape.get("unless"))):
        return "no"
    outcome = _forward(binding, wanted, cls)
    if outcome is None:
        return "no"
    to = wanted.kinds["flows"]["to"]
    arrivals = _arrivals(binding, outcome, to)
    doubt = outcome.exhausted
    found: list[ClassSymbol] = []
    for event, value in arrivals:
        for option in options(value) if value is not None else ():
            if _captured(outcome.run, option.value):
                found += _doers(binding, outcome, event) or [cls]
            doubt = doubt or (isinstance(option.value, Opaque) and _unresolved(outcome))
    if found:
        # `yes` when the class's own body holds a forward that hands the states on; else `via:` whose does.
        return "yes" if cls in found else "via:" + "|".join(dict.fromkeys(doer.name for doer in found))
    if doubt or (not (arrivals or _puts_out_none(binding, outcome, shape)) and _unresolved(outcome)):
        return "unknown"
    return "no"


def _arrivals(
    binding: Binding, outcome: Outcome, place: Mapping[str, Any]
) -> list[tuple[Event, Value | None]]:
    """The calls of a kind that a forward makes, each with its argument; None for one without."""
    match = calls(binding.engine, place["of"])
    return [
        (event, argument(binding.program, event, listed(place["argument"])))
        for event in events(outcome.trace)
        if match(event)
    ]


def _puts_out_none(binding: Binding, outcome: Outcome, shape: Mapping[str, Any]) -> bool:
    """Whether the forward itself makes what it puts out, and puts no states into it."""
    made = _arrivals(binding, outcome, shape["made"]) if "made" in shape else []
    return bool(made) and all(value is None for _, value in made)


def _forward(binding: Binding, clause: Any, cls: ClassSymbol) -> Outcome | None:
    """What a forward does after the class's own setter; without one, as if some setter had left its marks."""
    role = binding.config_role("target")
    setter, arguments = next(iter(clause.prepared.items()))
    own = member(binding.program, cls, binding.names(setter)).how != "none"
    driven = {} if own else {"capturing": True}
    assumptions = binding.assumptions({**clause.assume, **driven}, "plain", driven=not own)
    run, subject = binding.asker.built(cls, assumptions, role)
    if own:
        method = binding.asker.reached(run, subject, binding.names(setter))
        if method is not None:
            names = [p.name for p in method.function.header.parameters if p.name != "self"]
            given = dict(zip(names, arguments.values(), strict=False))
            binding.asker.call(run, subject, method, given, eager=True)
    entry = binding.entry(run, subject)
    if entry is None:
        return None
    run.marked.clear()
    run.filled.clear()
    return binding.asker.call(run, subject, entry)


def _captured(run: Run, value: Value) -> bool:
    """Whether a value was put together from what was captured for marked layers."""
    if isinstance(value, Const) or not run.marked:
        return False
    return any(getattr(made, "id", None) in run.filled for made in _made_of(run, value))


def _made_of(run: Run, value: Value) -> Iterator[Value]:
    """A value and what it was made from; what a module was only handed to fill is no part of it."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        callee = next(iter(current.inputs), None)
        called = callee.receiver if isinstance(callee, Closure) else callee
        module = current.step.startswith("call ") and isinstance(called, Object | Each)
        pending += [made for made in current.inputs if not (module and _container(run, made))]


def _container(run: Run, value: Value) -> bool:
    """Whether a value is one that captured states were put into, or may be."""
    if isinstance(value, Closure):
        return value.receiver is not None and _container(run, value.receiver)
    return any(getattr(option.value, "id", None) in run.filled for option in options(value))


def _doers(binding: Binding, outcome: Outcome, event: Event) -> list[ClassSymbol]:
    """The classes that define a forward in which the states arrive at the call."""
    symbol = event.place.symbol.rpartition(".")[0]
    found = []
    for made in entered_classes(outcome.trace):
        for base in binding.program.mro(made):
            if isinstance(base, ClassSymbol) and (base.module.file, base.header.qualname) == (
                event.place.file,
                symbol,
            ):
                found.append(made if made.header.qualname == symbol else base)
    function = outcome.function
    if function is not None and function.owner is not None and not found:
        found.append(function.owner)
    return list(dict.fromkeys(found))


def _unresolved(outcome: Outcome) -> bool:
    """Whether the forward calls a part known only at run time that may be the language model.

    It is not where marked layers were met: their backbone is the language model.
    """
    return not outcome.run.marked and calls_open_part(events(outcome.trace))


# --- verdicts


def _worst_of(binding: Binding, refs: Sequence[str]) -> Cell:
    """The worst verdict that the invariants with these refs or ids give for a class."""
    chosen = [i for i in binding.specs.invariants if {*i.refs, i.id} & set(refs)]
    verdicts: dict[str, Verdict] = {}
    for judgement in Checking(binding).judgements(chosen):
        known = verdicts.get(judgement.subject, Verdict.NOT_APPLICABLE)
        if judgement.verdict in _WORST:
            verdicts[judgement.subject] = min(known, judgement.verdict, key=_WORST.index)
    return lambda cls: verdicts.get(f"{cls.module.file}::{cls.header.qualname}", Verdict.NOT_APPLICABLE).value
