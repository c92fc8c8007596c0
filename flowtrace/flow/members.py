"""Attributes: reading, asking whether they exist, writing.

An object's constructor is evaluated the first time an attribute is asked that nothing has written; the subject of a
question, of which no construction is known, defers such reads until a test or a computation needs the value.
"""

from __future__ import annotations

from dataclasses import replace

from flowtrace.flow import (
    classes,
    configs,
    construction,
    containers,
    entering,
    expressions,
    forcing,
    parameters,
    shapes,
    truth,
)
from flowtrace.flow.run import ANYTHING, BUILT, ChannelRead, Run, Stopped, TooDeep, opaque
from flowtrace.flow.values import (
    UNBOUND,
    Bound,
    ClassOf,
    Closure,
    Const,
    Counter,
    DeferredCall,
    DeferredPart,
    DeferredRead,
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
    Super,
    Tuple,
    Union,
    Value,
    Vector,
    renamed,
    union,
)
from flowtrace.graph.symbols import ClassSymbol, External

# --- reading


def read(run: Run, base: Value, name: str, place: Place) -> Value:
    """`base.name`: by assumption, from the heap, from the class, or opaque with the reason."""
    _note_channel(run, base, name, place)
    if run.watched and not isinstance(base, Union):
        run.note("read", place, name=name, receiver=base, chain=f"{run.path_of(base)}.{name}")
    assumed = run.assumptions.attribute(name, place)
    if assumed is not None and not isinstance(base, ClassOf | ModuleOf | Outside | Super):
        return (
            replace(assumed, chain=f"{run.path_of(base)}.{name}") if isinstance(assumed, Opaque) else assumed
        )
    if _is_driven(run, name):
        return _driven(run, base, name, place)
    if name in shapes.NAMES:
        sized = shapes.read(run, base, name, place)
        if sized is not None:
            return sized
    if isinstance(base, Object):
        return _of_object(run, base, name, place)
    if isinstance(base, Opaque):
        return _of_opaque(run, base, name, place)
    if isinstance(base, Union):
        found = []
        for option in base.options:
            if option.value is UNBOUND or (isinstance(option.value, Const) and option.value.value is None):
                continue
            try:
                found.append(Option(read(run, option.value, name, place), option.guards))
            except Stopped:
                continue
        if not found:
            raise Stopped(place, f"nothing here has {name}")
        return union(found, place)
    if isinstance(base, Record):
        return configs.key(run, base, name, place)
    if isinstance(base, Each):
        return _of_layer(run, base, name, place)
    if isinstance(base, ClassOf):
        return classes.of_class(run, base, name, place)
    if isinstance(base, Super):
        return classes.of_super(run, base, name, place)
    if isinstance(base, Member):
        return classes.of_member(run, base, name, place)
    if isinstance(base, Outside):
        return Outside(f"{base.dotted}.{name}", place=place)
    if isinstance(base, ModuleOf):
        module = run.program.module(base.dotted)
        symbol = run.program.find(module, name) if module else None
        if symbol is None:
            symbol = run.program.imported(base.dotted, name)
        return expressions.of_symbol(run, symbol, name, place)
    if isinstance(base, Const) and base.value is None:
        raise Stopped(place, f"None has no {name}")
    if isinstance(base, Vector) and name == "shape":
        return Tuple((Const(len(base.values)),), place=place, step="shape", inputs=(base,))
    return Bound(base, name, place=place, inputs=(base,))


def missing(run: Run, base: Value, name: str, place: Place) -> Value | None:
    """What stands for an attribute that is not there, instead of a default: marks as some setter leaves them."""
    _note_channel(run, base, name, place)
    return _driven(run, base, name, place) if _is_driven(run, name) else None


def _note_channel(run: Run, base: Value, name: str, place: Place) -> None:
    if name in run.assumptions.rules.channels and isinstance(base, Object | Each | Opaque):
        owner = base.layers.id if isinstance(base, Each) else base.id
        chain = f"{run.path_of(base) or 'layer'}.{name}"
        run.channel_reads.append(ChannelRead(owner, name, chain, place, bool(run.rounds)))


def _is_driven(run: Run, name: str) -> bool:
    rules = run.assumptions.rules
    return rules.driven and (name in rules.mark_lists or name in rules.mark_flags)


def _driven(run: Run, base: Value, name: str, place: Place) -> Value:
    rules = run.assumptions.rules
    return opaque("as some setter leaves it", place, f"attribute {name}", base, free=True, present=True,
                  sometimes=name in rules.mark_flags, marks=name in rules.mark_lists)  # fmt: skip


def _of_object(run: Run, base: Object, name: str, place: Place) -> Value:
    if name == "__class__" and base.built and isinstance(base.cls, ClassSymbol):
        return ClassOf(base.cls, place=place, inputs=(base,))
    found = lookup(run, base, name, place)
    if found is not None:
        return found
    chain = f"{run.path_of(base)}.{name}" if run.path_of(base) else name
    if name == "__dict__":
        return Bound(base, name, place=place, inputs=(base,))
    if not base.built:
        config = configs.reached(run, chain)
        if config is not None:
            return config
        return opaque(f"{name} of a {base.cls.name}", place, f"attribute {name}", base, chain=chain,
                      deferred=DeferredRead(base, name), free=True)  # fmt: skip
    if isinstance(base.cls, External):
        return opaque(
            "an attribute of a run-time value", place, f"attribute {name}", base, chain=chain, free=True
        )
    container = containers.held(run, base)
    if container is not None or name in parameters.METHODS:
        return Bound(base, name, place=place, inputs=(base,))
    external = any(isinstance(b, External) for b in run.program.mro(base.cls))
    reason = f"no analysed code writes {base.cls.name}.{name}"
    return opaque(reason, place, f"attribute {name}", base, chain=chain, free=external and name in _FRAMEWORK)


# Members every module of the framework has; never the subject of a question.
_FRAMEWORK = frozenset({"weight", "bias", "training", "device", "dtype", "shape", "data", "named_parameters",
                        "named_modules", "parameters", "modules", "children", "eval", "to", "cuda"})  # fmt: skip


def lookup(run: Run, base: Object, name: str, place: Place) -> Value | None:
    """An attribute of an object as its heap, class and constructor tell it; None when none of them does."""
    entry = (base.id, name)
    if entry in run.heap:
        return stored(run, base, name)
    if isinstance(base.cls, External):
        return _argument(base, name)
    found = _of_definition(run, base, name, place)
    if found is not None:
        return found
    if base.built and run.program.mentions(base.cls, name):
        if _deferrable(run, base, name):
            return opaque(f"{name} of a {base.cls.name}", place, f"attribute {name}", base, free=True,
                          chain=f"{run.path_of(base)}.{name}" if run.path_of(base) else name,
                          deferred=DeferredRead(base, name))  # fmt: skip
        if construction.construct(run, base) and entry in run.heap:
            return stored(run, base, name)
    return _forwarded(run, base, name, place)


def _deferrable(run: Run, base: Object, name: str) -> bool:
    """Whether constructing an object can wait: its class speaks of nothing that a question is about."""
    if (base.id, BUILT) in run.heap or run.eager or name in run.assumptions.rules.words:
        return False
    assert isinstance(base.cls, ClassSymbol)
    if (
        not run.root
    ):  # a function is asked, not an object: how its class is built is looked at only where it must be
        return True
    return base.id != run.root and not run.program.speaks(base.cls, run.assumptions.rules.words)


def stored(run: Run, base: Object, name: str) -> Value:
    """An attribute as the heap has it, named after the object's path."""
    found: Value = run.heap[(base.id, name)]
    if isinstance(found, Union) and isinstance(base.cls, ClassSymbol):
        found = classes.with_default(run, base.cls, name, found)
    path = run.path_of(base)
    return renamed(found, f"{path}.{name}") if path else found


def _argument(base: Object, name: str) -> Value | None:
    """An object from outside the package is assumed to keep its keyword arguments."""
    return dict(base.kwargs).get(name)


def _of_definition(run: Run, base: Object, name: str, place: Place) -> Value | None:
    assert isinstance(base.cls, ClassSymbol)
    method = run.program.method(base.cls, name)
    if method is not None:
        return classes.bound_method(run, method, base, name, place)
    attribute = run.program.class_attribute(base.cls, name)
    if (
        attribute is not None
        and (base.id, BUILT) not in run.heap
        and base.built
        and classes.writes(run, base.cls, name)
    ):
        construction.construct(run, base)
        if (base.id, name) in run.heap:
            return stored(run, base, name)
    if attribute is None:
        return classes.nested(run, base.cls, name, place)
    if not base.built and run.program.is_field(base.cls, name):
        return None  # a field of an object that someone else has built: its default says nothing
    return classes.evaluated(run, attribute, base.cls)


def _forwarded(run: Run, base: Object, name: str, place: Place) -> Value | None:
    """What a class's own `__getattr__` answers; None when it has none, or raises."""
    assert isinstance(base.cls, ClassSymbol)
    getter = run.program.method(base.cls, "__getattr__")
    if getter is None or name.startswith("__") or any(f.function == getter for f in run.stack):
        return None
    try:
        return entering.visit(run, Closure(getter, base, place=place), (Const(name),), {}, place)
    except TooDeep:
        raise
    except Stopped:
        return None


def _of_opaque(run: Run, base: Opaque, name: str, place: Place) -> Value:
    chain = f"{base.chain}.{name}" if base.chain else f"....{name}"
    config = configs.reached(run, chain)
    if config is not None:
        return config
    if isinstance(base.deferred, DeferredCall):
        forced = forcing.force(run, base)
        if not isinstance(forced, Opaque):
            return renamed(read(run, forced, name, place), chain)
    deferred = DeferredPart(base, name) if base.deferred is not None else None
    return opaque("an attribute of a run-time value", place, f"attribute {name}", base, chain=chain, free=base.free,
                  deferred=deferred)  # fmt: skip


def _of_layer(run: Run, base: Each, name: str, place: Place) -> Value:
    """An attribute of one layer: a flag written by index, else what every layer has."""
    flags: dict[int | None, Value] = run.heap.get((base.layers.id, name), {})
    if name in run.assumptions.rules.mark_flags and isinstance(base.index, Counter):
        run.memberships.append((base.index.low, base.index.high, place))
    marked = [index for index, found in flags.items() if truth.truth(run, found)]
    if flags:
        if isinstance(base.index, Const) and base.index.value in flags:
            return flags[base.index.value]
        if None in flags:
            return flags[None]
        if marked and isinstance(base.index, Counter):
            shown = ", ".join(map(str, sorted(i for i in marked if i is not None)))
            return opaque(
                f"true for layers {shown}", place, f"attribute {name}", base, free=True, sometimes=True
            )
    return read(run, base.layers.each, name, place)


# --- existence


def has(run: Run, base: Value, name: str, place: Place) -> bool | None:
    """`hasattr(base, name)`: True, False, or None when undecided."""
    if run.assumptions.attribute(name, place) is not None:
        return True
    if isinstance(base, Object):
        if lookup(run, base, name, place) is not None:
            return True
        if (base.id, ANYTHING) in run.heap:
            return None
        if not base.built or isinstance(base.cls, External):
            return shapes.has(run, base, name)
        unresolved = any(
            isinstance(b, External) and b.dotted.startswith("?") for b in run.program.mro(base.cls)
        )
        return None if unresolved or name in _FRAMEWORK else False
    if isinstance(base, Record):
        return configs.has_key(run, base, name, place)
    if isinstance(base, Each):
        if run.heap.get((base.layers.id, name)):
            return True
        return has(run, base.layers.each, name, place)
    if isinstance(base, ClassOf):
        program = run.program
        return (
            program.method(base.cls, name) is not None or program.class_attribute(base.cls, name) is not None
        )
    if isinstance(base, Union):
        # What could not be resolved to an object once is not resolved further.
        answers = {
            None if isinstance(option.value, Opaque) else has(run, option.value, name, place)
            for option in base.options
            if option.value is not UNBOUND
        }
        return answers.pop() if len(answers) == 1 else None
    if isinstance(base, Const):
        return hasattr(base.value, name)
    if isinstance(base, Opaque) and base.deferred:
        forced = forcing.force(run, base)
        return None if isinstance(forced, Opaque) else has(run, forced, name, place)
    if isinstance(base, Layers | Tuple | List | Dict | Stream):
        return None
    return None


# --- writing


def write(run: Run, base: Value, name: str, found: Value, place: Place, shown: str) -> None:
    """`base.name = found`."""
    path = run.path_of(base)
    chain = f"{path}.{name}" if path else shown
    if not isinstance(base, Union):
        run.note("write", place, name=name, receiver=base, chain=chain, result=found)
    if isinstance(base, Each):
        write_flag(run, base, name, found)
    elif isinstance(base, Object | Record):
        if isinstance(base, Object) and base.built:
            construction.construct(
                run, base
            )  # its constructor comes first, though nothing has asked for it yet
        run.heap[(base.id, name)] = found
        if isinstance(found, Object | List | Record) and found.id not in run.paths and path:
            run.paths[found.id] = chain
    elif isinstance(base, Union):
        run.note("write", place, name=name, receiver=base, chain=chain, result=found)
        owners = [option for option in base.options if isinstance(option.value, Object | Record)]
        if len(owners) == 1:
            run.trace.pop()
            write(run, owners[0].value, name, found, place, shown)
            return
        for option in owners:
            if isinstance(option.value, Object | Record):
                before = run.heap.get((option.value.id, name), UNBOUND)
                run.heap[(option.value.id, name)] = union([Option(found, option.guards), Option(before)])
    elif isinstance(base, Opaque) and base.deferred:
        owner = forcing.force(run, base)
        if isinstance(owner, Object):
            run.heap[(owner.id, name)] = found


def write_flag(run: Run, base: Each, name: str, found: Value) -> None:
    """Set an attribute of one layer of a list, or of all when the index runs over it."""
    entry = (base.layers.id, name)
    flags = dict(run.heap.get(entry, {}))
    index = base.index.value if isinstance(base.index, Const) else None
    flags[index] = found
    run.heap[entry] = flags
