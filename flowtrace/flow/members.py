"""Attributes, container contents and config keys: reading, writing, asking whether they exist.

An object's constructor is evaluated the first time an attribute is asked that nothing has written; the subject of a
question, of which no construction is known, defers such reads until a test or a computation needs the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from flowtrace.flow import calls, expressions, parameters, truth
from flowtrace.flow.assumptions import matches
from flowtrace.flow.run import (
    ANYTHING,
    BUILT,
    ITEMS,
    ChannelRead,
    Frame,
    Reading,
    Run,
    Stopped,
    TooDeep,
    opaque,
)
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
    options,
    renamed,
    same,
    union,
)
from flowtrace.graph.symbols import Assigned, ClassSymbol, External, FunctionSymbol

_CONTAINERS = ("list", "dict", "set", "deque", "defaultdict", "OrderedDict", "UserList")
_ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")


class Contents(NamedTuple):
    """What a container holds: its known items, and whether there may be more."""

    items: tuple[Any, ...]
    open: bool = False


# --- reading


def read(run: Run, base: Value, name: str, place: Place) -> Value:
    """`base.name`: by assumption, from the heap, from the class, or opaque with the reason."""
    if name in run.assumptions.rules.channels and isinstance(base, Object | Each | Opaque):
        owner = base.layers.id if isinstance(base, Each) else base.id
        chain = f"{run.path_of(base) or 'the layer'}.{name}"
        run.channel_reads.append(ChannelRead(owner, name, chain, place, bool(run.rounds)))
    if run.watched and not isinstance(base, Union):
        run.note("read", place, name=name, receiver=base, chain=f"{run.path_of(base)}.{name}")
    assumed = run.assumptions.attribute(name, place)
    if assumed is not None and not isinstance(base, ClassOf | ModuleOf | Outside | Super):
        return (
            replace(assumed, chain=f"{run.path_of(base)}.{name}") if isinstance(assumed, Opaque) else assumed
        )
    rules = run.assumptions.rules
    if rules.driven and (name in rules.mark_lists or name in rules.mark_flags):
        return opaque("as some setter leaves it", place, f"attribute {name}", base, free=True, present=True,
                      sometimes=name in rules.mark_flags, marks=name in rules.mark_lists)  # fmt: skip
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
        return key(run, base, name, place)
    if isinstance(base, Each):
        return _of_layer(run, base, name, place)
    if isinstance(base, ClassOf):
        return _of_class(run, base, name, place)
    if isinstance(base, Super):
        return _of_super(run, base, name, place)
    if isinstance(base, Member):
        return _of_member(run, base, name, place)
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


def _of_object(run: Run, base: Object, name: str, place: Place) -> Value:
    found = lookup(run, base, name, place)
    if found is not None:
        return found
    chain = f"{run.path_of(base)}.{name}" if run.path_of(base) else name
    if not base.built:
        config = _config_of(run, chain)
        if config is not None:
            return config
        return opaque(f"{name} of a {base.cls.name}", place, f"attribute {name}", base, chain=chain,
                      deferred=DeferredRead(base, name), free=True)  # fmt: skip
    if isinstance(base.cls, External):
        return opaque(
            "an attribute of a run-time value", place, f"attribute {name}", base, chain=chain, free=True
        )
    container = held(run, base)
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
        return _stored(run, base, name)
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
        if construct(run, base) and entry in run.heap:
            return _stored(run, base, name)
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


def _stored(run: Run, base: Object, name: str) -> Value:
    found: Value = run.heap[(base.id, name)]
    if isinstance(found, Union) and isinstance(base.cls, ClassSymbol):
        found = _with_default(run, base.cls, name, found)
    path = run.path_of(base)
    return renamed(found, f"{path}.{name}") if path else found


def _with_default(run: Run, cls: ClassSymbol, name: str, found: Union) -> Value:
    """What an attribute holds when only some paths write it: on the others, what the class's body says."""
    attribute = run.program.class_attribute(cls, name)
    if attribute is None or all(option.value is not UNBOUND for option in found.options):
        return found
    default = _evaluated(run, attribute, cls)
    return union(
        [o if o.value is not UNBOUND else Option(default, o.guards) for o in found.options], found.place
    )


def _evaluated(run: Run, attribute: Assigned, cls: ClassSymbol) -> Value:
    """A class-level value, evaluated in its module."""
    scope = Frame(attribute.module, cls.name, start=len(run.guards))
    if attribute.value[0] == "const":
        return expressions.value(run, scope, attribute.value)
    with run.apart():
        return expressions.value(run, scope, attribute.value)


def _argument(base: Object, name: str) -> Value | None:
    """An object from outside the package is assumed to keep its keyword arguments."""
    return dict(base.kwargs).get(name)


def _of_definition(run: Run, base: Object, name: str, place: Place) -> Value | None:
    assert isinstance(base.cls, ClassSymbol)
    method = run.program.method(base.cls, name)
    if method is not None:
        return _bound_method(run, method, base, name, place)
    attribute = run.program.class_attribute(base.cls, name)
    if (
        attribute is not None
        and (base.id, BUILT) not in run.heap
        and base.built
        and _writes(run, base.cls, name)
    ):
        construct(run, base)
        if (base.id, name) in run.heap:
            return _stored(run, base, name)
    if attribute is None or (not base.built and run.program.is_field(base.cls, name)):
        return None  # a field of an object that someone else has built: its default says nothing
    return _evaluated(run, attribute, base.cls)


def _writes(run: Run, cls: ClassSymbol, name: str) -> bool:
    init = run.program.method(cls, "__init__")
    return init is not None and f".{name}" in run.program.text(init)


def _bound_method(run: Run, method: FunctionSymbol, base: Value, name: str, place: Place) -> Value:
    kinds = decorations(method)
    if "property" in kinds:
        path = run.path_of(base)
        found = calls.visit(run, Closure(method, base, place=place), (), {}, place)
        return renamed(found, f"{path}.{name}") if path else found
    if "staticmethod" in kinds:
        return Closure(method, place=place)
    if "classmethod" in kinds:
        cls = base.cls if isinstance(base, Object | ClassOf | Member) else method.owner
        return Closure(method, ClassOf(cls) if isinstance(cls, ClassSymbol) else base, place=place)
    return Closure(method, base, place=place, inputs=(base,))


def decorations(method: FunctionSymbol) -> set[str]:
    """The decorators of a function by their last name: property, staticmethod, contextmanager ..."""
    found = set()
    for code in method.header.decorators:
        while code[0] in ("call", "item"):
            code = code[3]
        name = code[4] if code[0] == "attr" else code[3] if code[0] == "name" else ""
        found.add("property" if name in ("property", "cached_property", "lazy_property") else name)
    return found


def _forwarded(run: Run, base: Object, name: str, place: Place) -> Value | None:
    """What a class's own `__getattr__` answers; None when it has none, or raises."""
    assert isinstance(base.cls, ClassSymbol)
    getter = run.program.method(base.cls, "__getattr__")
    if getter is None or name.startswith("__") or any(f.function == getter for f in run.stack):
        return None
    try:
        return calls.visit(run, Closure(getter, base, place=place), (Const(name),), {}, place)
    except TooDeep:
        raise
    except Stopped:
        return None


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
        calls.enter(run, Closure(init, base), base.args, dict(base.kwargs), place, eager=True)
    except TooDeep:
        raise
    except Stopped:
        pass
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


def _of_opaque(run: Run, base: Opaque, name: str, place: Place) -> Value:
    chain = f"{base.chain}.{name}" if base.chain else f"....{name}"
    config = _config_of(run, chain)
    if config is not None:
        return config
    if isinstance(base.deferred, DeferredCall):
        forced = force(run, base)
        if not isinstance(forced, Opaque):
            return renamed(read(run, forced, name, place), chain)
    deferred = DeferredPart(base, name) if base.deferred is not None else None
    return opaque("an attribute of a run-time value", place, f"attribute {name}", base, chain=chain, free=base.free,
                  deferred=deferred)  # fmt: skip


def _config_of(run: Run, chain: str) -> Record | None:
    """The config a chain of attributes reaches by the engine's rules; the longest pattern wins."""
    fitting = [(len(p), role) for p, role in run.assumptions.rules.chains if matches(p, chain)]
    if not fitting:
        return None
    return config(run, max(fitting)[1])


def config(run: Run, role: str) -> Record | None:
    """A world's config by role; one record for a whole run, so that writes to it are seen."""
    return run.configs.get(role)


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


def _of_class(run: Run, base: ClassOf, name: str, place: Place) -> Value:
    if name == "__name__":
        return Const(base.cls.name, place=place)
    method = run.program.method(base.cls, name)
    if method is not None:
        return _bound_method(run, method, base, name, place) if "classmethod" in decorations(method) else Closure(
            method, place=place)  # fmt: skip
    attribute = run.program.class_attribute(base.cls, name)
    if attribute is not None:
        if is_enum(run, base.cls):
            return Member(base.cls, name, place=place, step="enumeration")
        if (
            attribute.value[0] == "const" and attribute.value[3] is None
        ):  # a place for what is set at run time
            return opaque(
                f"{base.cls.name}.{name} is set at run time", place, f"attribute {name}", base, free=True
            )
        return _evaluated(run, attribute, base.cls)
    return opaque(f"{base.cls.name} defines no {name}", place, f"attribute {name}", base,
                  chain=f"{base.cls.name}.{name}")  # fmt: skip


def is_enum(run: Run, cls: ClassSymbol) -> bool:
    """Whether a class is an enumeration."""
    return any(isinstance(b, External) and b.name in _ENUMS for b in run.program.mro(cls))


def of_value(run: Run, base: ClassOf, args: tuple[Value, ...], place: Place) -> Value | None:
    """The member of an enumeration that a call by value (`Algorithm("fast")`) finds; None when undecided."""
    wanted = args[0] if len(args) == 1 else None
    if isinstance(wanted, Member) and wanted.cls == base.cls:
        return wanted
    if isinstance(wanted, Const):
        for name, code, _, _ in base.cls.header.attributes:
            if code is not None and code[0] == "const" and code[3] == wanted.value:
                return Member(base.cls, name, place=place, step="enumeration", inputs=args)
    return None


def _of_super(run: Run, base: Super, name: str, place: Place) -> Value:
    receiver = base.receiver
    cls = receiver.cls if isinstance(receiver, Object | ClassOf) else base.cls
    if isinstance(cls, ClassSymbol):
        method = run.program.method(cls, name, above=base.cls)
        if method is not None:
            return _bound_method(run, method, receiver, name, place)
    return Outside(f"super().{name}", place=place)


def _of_member(run: Run, base: Member, name: str, place: Place) -> Value:
    method = run.program.method(base.cls, name)
    if method is not None:
        return _bound_method(run, method, base, name, place)
    if name == "name":
        return Const(base.name, place=place, step="name", inputs=(base,))
    if name == "value":
        attribute = run.program.class_attribute(base.cls, base.name)
        if attribute is not None and attribute.value[0] == "const":
            return Const(attribute.value[3], place=place, step="value", inputs=(base,))
        return opaque("the value of an enumeration's member", place, "value", base, free=True)
    # Where the source holds the member's name instead, its methods are those of a string.
    return Bound(Const(base.name, place=place, inputs=(base,)), name, place=place)


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
            return None
        unresolved = any(
            isinstance(b, External) and b.dotted.startswith("?") for b in run.program.mro(base.cls)
        )
        return None if unresolved or name in _FRAMEWORK else False
    if isinstance(base, Record):
        return has_key(run, base, name, place)
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
        forced = force(run, base)
        return None if isinstance(forced, Opaque) else has(run, forced, name, place)
    if isinstance(base, Layers | Tuple | List | Dict | Stream):
        return None
    return None


def has_key(run: Run, base: Record, name: Any, place: Place) -> bool:
    """Whether a config has a key, by itself or by an earlier write."""
    run.readings.append(Reading(base, str(name), None, place))
    return name in base.data or (base.id, name) in run.heap or name in run.assumptions.rules.itself


def key(run: Run, base: Record, name: Any, place: Place, required: bool = False) -> Value:
    """A config key: what was written to it, what the world says, or an opaque value named after it."""
    entry = (base.id, name)
    path = f"{base.path}.{name}" if base.path else str(name)
    if entry in run.heap:
        found: Value = run.heap[entry]
        run.readings.append(Reading(base, str(name), found, place))
        return found
    if name in base.data:
        found = _plain(run, base, str(name), base.data[name], place)
        run.readings.append(Reading(base, str(name), found, place))
        return found
    run.readings.append(Reading(base, str(name), None, place))
    if name in run.assumptions.rules.itself:
        return base
    if required and base.path:
        raise Stopped(place, f"the config has no {name}")
    if name in _RECORD_METHODS:
        return Bound(base, str(name), place=place, inputs=(base,))
    return opaque(f"the {base.role} config may have any {path}", place, f"config {path}", base,
                  chain=f"{base.role}_config.{path}", free=True, key=f"{base.role}.{path}")  # fmt: skip


_RECORD_METHODS = frozenset(
    {"get", "keys", "items", "values", "to_dict", "update", "pop", "copy", "setdefault"}
)


def _plain(run: Run, base: Record, name: str, plain: Any, place: Place) -> Value:
    path = f"{base.path}.{name}" if base.path else name
    step = f"config {path}"
    if isinstance(plain, dict):
        if (base.id, name) not in run.nested:  # one nested config, however often it is read
            run.nested[(base.id, name)] = Record(
                plain, base.role, path, place=place, step=step, inputs=(base,)
            )
        return run.nested[(base.id, name)]
    if isinstance(plain, list):
        return List(tuple(Const(item, place=place) for item in plain), place=place, step=step, inputs=(base,))
    return Const(plain, place=place, step=step, inputs=(base,))


# --- contents


def contents(run: Run, base: Value) -> Contents:
    """What a tuple, list or dict holds on the current path."""
    if isinstance(base, Tuple):
        return Contents(base.items, base.open)
    assert isinstance(base, List | Dict)
    found = run.heap.get((base.id, ITEMS))
    return Contents(base.items, base.open) if found is None else _merged(found)


def held(run: Run, base: Object) -> Contents | None:
    """What an object that is itself a container holds; None when its class is no container."""
    if isinstance(base.cls, External):
        return None
    found = run.heap.get((base.id, ITEMS))
    if found is not None:
        return _merged(found)
    if any(isinstance(b, External) and b.name in _CONTAINERS for b in run.program.mro(base.cls)):
        return Contents((), bool(base.args))
    return None


def _merged(found: Any) -> Contents:
    """The contents after paths have joined: every item seen on one of them; open when they disagree."""
    if isinstance(found, Tuple):
        return Contents(found.items, found.open)
    items: list[Any] = []
    for option in options(found):
        part = option.value
        if isinstance(part, Tuple):
            items += [item for item in part.items if not any(item is seen for seen in items)]
    sizes = {len(o.value.items) for o in options(found) if isinstance(o.value, Tuple)}
    return Contents(tuple(items), sizes != {len(items)})


def new_list(run: Run, items: tuple[Value, ...], more: bool, place: Place) -> List:
    """A list made by a display: one identity for every path that makes it here."""
    made = List(items, more, place=place, step="list", inputs=items, id=run.identity(place, "list"))
    run.heap[(made.id, ITEMS)] = Tuple(items, "items", more)
    return made


def put(run: Run, base: List | Dict | Object, items: tuple[Any, ...], more: bool = False) -> None:
    """Replace what a container holds."""
    run.heap[(base.id, ITEMS)] = Tuple(items, "items", more)
    if run.rounds and items:
        run.filled.add(base.id)


def hand_over(run: Run, base: Value, place: Place) -> None:
    """A container or callback handed to code that is not entered: an empty container is being filled by it, and a
    method bound to an object is being called.
    """
    if isinstance(base, Union):
        for option in base.options:
            hand_over(run, option.value, place)
    elif isinstance(base, List | Object) and _empty(run, base):
        put(run, base, (opaque("put there by code that is not entered", place, free=True, present=True),))
    elif isinstance(base, Object) and is_container(run, base):
        assert isinstance(base.cls, ClassSymbol)
        append = run.program.method(base.cls, "append")
        assert append is not None
        _called_back(run, Closure(append, base), place)
    elif isinstance(base, Bound):
        hand_over(run, base.receiver, place)
    elif isinstance(base, Closure) and _fills(run, base):
        _called_back(run, base, place)


def _fills(run: Run, callback: Closure) -> bool:
    """Whether a callback puts something into a container: a method of one, or a nested function that names one."""
    if callback.body is None:
        receiver = callback.receiver
        return isinstance(receiver, Object) and (
            is_container(run, receiver) or held(run, receiver) is not None
        )
    names = callback.frame.names if callback.frame else {}
    text = run.program.text(callback.function)
    return any(
        isinstance(found, List)
        or (isinstance(found, Object) and (is_container(run, found) or held(run, found)))
        for name, found in names.items()
        if re.search(rf"\b{re.escape(name)}\b", text)
    )


def is_container(run: Run, base: Value | None) -> bool:
    """Whether a value is an object of the package's own that is appended to and counted."""
    if not isinstance(base, Object) or not base.built or not isinstance(base.cls, ClassSymbol):
        return False
    cls = base.cls
    return all(run.program.method(cls, name) is not None for name in ("append", "__len__"))


def _empty(run: Run, base: List | Object) -> bool:
    current = contents(run, base) if isinstance(base, List) else held(run, base)
    return current is not None and not current.items and not current.open


def _called_back(run: Run, base: Closure, place: Place) -> None:
    skip = 1 if base.receiver is not None else 0
    arguments = calls.unknown_arguments(run, base.function, place, skip, defaults=True)
    if run.rounds and isinstance(base.receiver, Object):
        run.filled.add(base.receiver.id)
    run.eager += 1
    try:
        calls.visit(run, base, *arguments, place)
    except TooDeep:
        raise
    except Stopped:
        pass
    finally:
        run.eager -= 1


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
            construct(run, base)  # its constructor comes first, though nothing has asked for it yet
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
        owner = force(run, base)
        if isinstance(owner, Object):
            run.heap[(owner.id, name)] = found


def write_flag(run: Run, base: Each, name: str, found: Value) -> None:
    """Set an attribute of one layer of a list, or of all when the index runs over it."""
    entry = (base.layers.id, name)
    flags = dict(run.heap.get(entry, {}))
    index = base.index.value if isinstance(base.index, Const) else None
    flags[index] = found
    run.heap[entry] = flags


def write_item(run: Run, base: Value, index: Value | None, found: Value, place: Place, shown: str) -> None:
    """`base[index] = found`."""
    run.note("write", place, name="[]", receiver=base, chain=shown, result=found)
    if isinstance(base, Dict):
        current = contents(run, base)
        if isinstance(index, Const):
            kept = tuple(pair for pair in current.items if not same(pair[0], index))
            put(run, base, (*kept, (index, found)), current.open)
        else:
            put(run, base, current.items, True)
    elif isinstance(base, Record) and isinstance(index, Const):
        run.heap[(base.id, index.value)] = found
    elif isinstance(base, List):
        current = contents(run, base)
        if isinstance(index, Const) and isinstance(index.value, int) and index.value < len(current.items):
            changed = list(current.items)
            changed[index.value] = found
            put(run, base, tuple(changed), current.open)
        else:
            put(run, base, (*current.items, found), True)


# --- deferred reads


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
        resolved = _from_constructor(run, *found.deferred)
        return found if resolved is None else renamed(resolved, found.chain)
    if isinstance(found.deferred, DeferredPart):
        return _forced_part(run, found, found.deferred)
    assert found.deferred is not None
    callee, args, kwargs = found.deferred
    constant = (callee.function.module.module, callee.function.header.qualname + "()")
    if not args and not kwargs and callee.receiver is None and constant in run.globals:
        return run.globals[constant]
    if found.id not in run.forced:
        run.forced[found.id] = found
        before, made = run.heap, {}
        with run.apart():
            try:
                resolved = calls.enter(run, callee, args, dict(kwargs), found.place or _NOWHERE, eager=True)
                run.forced[found.id] = renamed(resolved, found.chain)
                made = {entry: value for entry, value in run.heap.items() if entry not in before}
            except TooDeep:
                raise
            except Stopped:
                pass
        run.heap.update(made)  # what the call built stays; what it did to others was nobody's question
        if not args and not kwargs and callee.receiver is None:
            run.globals[constant] = run.forced[found.id]
    return run.forced[found.id]


def _forced_part(run: Run, found: Opaque, part: DeferredPart) -> Value:
    """An attribute of a deferred read: known when what it is read from turns out to be an object or a config."""
    if found.id not in run.forced:
        run.forced[found.id] = found
        base = force(run, part.base)
        if isinstance(base, Object | Record) and found.place is not None:
            run.forced[found.id] = renamed(read(run, base, part.name, found.place), found.chain)
    return run.forced[found.id]


_NOWHERE = Place("", 0, 0, "")


def _from_constructor(run: Run, base: Object, name: str) -> Value | None:
    if (base.id, name) in run.heap:
        return _stored(run, base, name)
    if not isinstance(base.cls, ClassSymbol):
        return None
    if base.built:
        if (base.id, BUILT) not in run.heap and not run.root:
            found = _assigned_once(run, base, name)
            if found is not None or not run.program.speaks(base.cls, run.assumptions.rules.words):
                return found
        construct(run, base)
        return _stored(run, base, name) if (base.id, name) in run.heap else None
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
        args, kwargs = calls.unknown_arguments(run, method, place, 1, typed=True)
    frame.names = calls.bound(run, Closure(method, base), args, kwargs, place)
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
    pattern = re.compile(
        rf"\bself\.{re.escape(name)}\s*(?::[^=\n]+)?=[^=]|^\s*\(?self\.{re.escape(name)}\s*,[^=\n]*=[^=]",
        re.MULTILINE,
    )
    for base in run.program.mro(cls):
        if not isinstance(base, ClassSymbol):
            continue
        for header in base.header.methods:
            method = FunctionSymbol(base.module, header, base)
            found = pattern.findall(run.program.text(method))
            if found:
                yield method, len(found)


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
            calls.enter(
                run,
                Closure(init, base),
                *calls.unknown_arguments(run, init, place, skip=1),
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
