"""An instance -> the parameters it registers by name: its own, and those of the parts it holds.

What its constructors assign is evaluated; a parameter's contents are not known, and nothing is loaded here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from flowtrace.flow import construction, containers, forcing, members, truth
from flowtrace.flow.run import Run, Stopped, TooDeep
from flowtrace.flow.trace import Test
from flowtrace.flow.values import (
    Const,
    DeferredCall,
    Dict,
    Layers,
    List,
    Object,
    Opaque,
    Place,
    Tuple,
    Value,
    new_identity,
    options,
    same,
)
from flowtrace.graph.symbols import External, FunctionSymbol

NAME = "parameter name"  # the step of a name that `named_parameters()` gives
REGISTERED = "<parameters>"  # heap entry of an object whose parameters have been listed


Guards = tuple[tuple[Test, bool], ...]


class Registered(NamedTuple):
    """A parameter: its name, what it is, and the identity and attribute of the module that holds it.

    `guards` are the undecided tests on which it depends whether there is such a parameter; `module` is the
    holder itself, or for a layer that another stands for (then it is `shared`), that one.
    """

    name: str
    value: Value
    owner: int
    attribute: str
    guards: Guards = ()
    module: Object | None = None
    shared: bool = False


class Registry(NamedTuple):
    """The parameters of an instance, and why there may be more of them.

    `unbuilt` are the parts it certainly has whose construction came to no end, each with why.
    """

    parameters: tuple[Registered, ...]
    gaps: tuple[str, ...] = ()
    unbuilt: tuple[tuple[Object, Stopped], ...] = ()


def registered(run: Run, subject: Object) -> Registry:
    """The parameters of an instance, its parts constructed on this run, whose code sees them from then on."""
    walk = _Walk()
    run.building += 1
    try:
        found = _of_module(run, subject, walk)
    except TooDeep:
        return Registry((), (f"constructing a {subject.cls.name} is too much to evaluate",))
    finally:
        run.building -= 1
    return Registry(tuple(found), tuple(walk.gaps), tuple(walk.unbuilt))


def builds(run: Run, function: FunctionSymbol) -> bool:
    """Whether a function's text speaks of registering parameters or making parts that have some."""
    return bool(_BUILDS.search(run.program.text(function)))


def method(run: Run, base: Object, name: str, args: tuple[Value, ...], place: Place) -> Value | None:
    """What a method that every module has answers of its parameters; None for others, or with none listed."""
    if name in ("register_parameter", "add_module", "register_module", "register_buffer") and len(args) >= 2:
        if isinstance(args[0], Const):
            members.write(
                run, base, str(args[0].value), args[1], place, f"{run.path_of(base)}.{args[0].value}"
            )
        return Const(None, place=place)
    pairs = run.heap.get((base.id, REGISTERED))
    if not isinstance(pairs, Tuple):
        return None
    if name == "named_parameters":
        return pairs
    if name == "parameters":
        return Tuple(tuple(pair.items[1] for pair in _pairs(pairs)), place=place, step=name, inputs=(pairs,))
    if name == "state_dict":
        items = tuple((pair.items[0], pair.items[1]) for pair in _pairs(pairs))
        return Dict(items, place=place, step=name, inputs=(pairs,))
    if name == "get_parameter" and len(args) == 1 and isinstance(args[0], Const):
        return next((p.items[1] for p in _pairs(pairs) if _name(p) == args[0].value), None)
    return None


METHODS = frozenset(
    {"register_parameter", "add_module", "register_module", "named_parameters", "parameters", "state_dict"}
    | {"get_parameter", "register_buffer"}
)


# --- the walk


@dataclass
class _Walk:
    """The parts that were met, and why some could not be looked into."""

    seen: set[int] = field(default_factory=set)
    gaps: list[str] = field(default_factory=list)
    unbuilt: list[tuple[Object, Stopped]] = field(default_factory=list)
    guards: int = 0  # undecided tests on which it depends whether the part at hand is there


def _of_module(run: Run, module: Object, walk: _Walk) -> list[Registered]:
    """The parameters of a module by names of its own; a part that was met before is not named twice."""
    if module.id in walk.seen:
        return []
    walk.seen.add(module.id)
    if isinstance(module.cls, External):
        found = _of_framework(run, module, walk)
    else:
        construction.construct(run, module)
        if module.id in run.unbuilt and not walk.guards:
            walk.unbuilt.append((module, run.unbuilt[module.id]))
        found = _of_attributes(run, module, _attributes(run, module), walk)
    pairs = tuple(_pair(each) for each in found)
    run.heap[(module.id, REGISTERED)] = Tuple(pairs, place=module.place, step="named_parameters")
    return found


def _attributes(run: Run, module: Object) -> list[tuple[str, Value]]:
    return [
        (name, found)
        for (owner, name), found in list(run.heap.items())
        if owner == module.id
        and isinstance(name, str)
        and not name.startswith("<")
        and isinstance(found, Value)
    ]


def _of_attributes(
    run: Run, module: Object, attributes: Iterable[tuple[str, Value]], walk: _Walk
) -> list[Registered]:
    """A module's own parameters first, as they are registered, then those of its parts."""
    own: dict[str, Registered] = {}
    held: dict[str, Registered] = {}
    for name, found in attributes:
        choices = options(_made(run, found, name, walk))
        several: dict[str, list[Registered]] = {}
        for value, guards in choices:
            if is_parameter(run, value):
                own.setdefault(name, Registered(name, value, module.id, name, guards, module))
            walk.guards += len(guards)
            parts = _of_part(run, value, walk)
            walk.guards -= len(guards)
            for each in parts:
                several.setdefault(f"{name}.{each.name}", []).append(_under(each, name, guards))
        for full, alike in several.items():
            # One that every alternative has depends on none of them.
            everywhere = len(alike) == len(choices) > 1
            held.setdefault(full, alike[0]._replace(guards=()) if everywhere else alike[0])
    return [*own.values(), *held.values()]


def _under(one: Registered, name: str, guards: Guards = ()) -> Registered:
    """A parameter of a part as the module names it that holds the part."""
    return one._replace(name=f"{name}.{one.name}", guards=(*guards, *one.guards))


def _made(run: Run, found: Value, name: str, walk: _Walk) -> Value:
    """What a helper returned that makes parts of a module; any other value as it is."""
    if not isinstance(found, Opaque) or not isinstance(found.deferred, DeferredCall):
        return found
    function = found.deferred.callee.function
    if not builds(run, function):
        return found
    made = forcing.force(run, found)
    if isinstance(made, Opaque):
        walk.gaps.append(f"what {function.name} makes of self.{name} is known only at run time")
    return made


def _of_part(run: Run, found: Value, walk: _Walk) -> list[Registered]:
    """The parameters of what an attribute of a module holds: another module, or several."""
    if isinstance(found, Object):
        return _of_module(run, found, walk) if _is_module(run, found) else []
    if isinstance(found, List | Tuple):
        listed = containers.contents(run, found).items
        return _of_items(run, [(str(number), one) for number, one in enumerate(listed)], walk)
    if isinstance(found, Dict):
        pairs = containers.contents(run, found).items
        return _of_items(run, [(str(key.value), one) for key, one in pairs if isinstance(key, Const)], walk)
    if isinstance(found, Layers):
        if found.count is None:
            walk.gaps.append("how many layers there are is known only at run time")
            return []
        return _of_items(run, [(str(n), found.each) for n in range(found.count)], walk)
    return []


def _of_items(run: Run, items: list[tuple[str, Value]], walk: _Walk) -> list[Registered]:
    """The parameters of several parts by name; where one object stands for many, each has its own.

    Of few parts that differ in what they were made with, each is constructed; more share one construction.
    """
    result: list[Registered] = []
    known: dict[int, tuple[Object, list[Registered]]] = {}
    for name, item in items:
        for choice in options(item):
            found = choice.value
            if not isinstance(found, Object):
                again = _of_part(run, found, walk)
            elif found.id not in known:
                again = _of_part(run, found, walk)
                known[found.id] = (found, again)
            elif len(items) <= _FEW and not _alike(known[found.id][0], found):
                again = _of_another(run, found, walk)
            else:
                again = [_another(each) for each in known[found.id][1]]
            result += [_under(each, name) for each in again]
    return result


def _of_another(run: Run, layer: Object, walk: _Walk) -> list[Registered]:
    """The parameters of a layer that was made at the same place as an earlier one, constructed apart from that."""
    before, run.layer = run.layer, new_identity()
    try:
        return _of_part(run, replace(layer, id=run.layer), walk)
    finally:
        run.layer = before


_FEW = 8  # layers of a draft, hardly those of a target


def _alike(one: Object, other: Object) -> bool:
    """Whether two parts were made with the same arguments."""
    if len(one.args) != len(other.args):
        return False
    return all(same(left, right) for left, right in zip(one.args, other.args, strict=True))


def _another(one: Registered) -> Registered:
    """The same parameter of another layer."""
    assert isinstance(one.value, Object)
    return one._replace(value=replace(one.value, id=new_identity()), owner=new_identity(), shared=True)


def _pair(one: Registered) -> Tuple:
    return Tuple((Const(one.name, step=NAME), one.value))


def _pairs(listed: Tuple) -> Iterator[Tuple]:
    return (pair for pair in listed.items if isinstance(pair, Tuple))


def _name(pair: Tuple) -> str:
    name = pair.items[0]
    return str(name.value) if isinstance(name, Const) else ""


# --- classes


def is_parameter(run: Run, found: Value) -> bool:
    """Whether a value is an instance of the framework's parameter class, or of one made from it."""
    if not isinstance(found, Object):
        return False
    if isinstance(found.cls, External):
        return found.cls.name.endswith("Parameter")
    bases = run.program.mro(found.cls)
    return any(isinstance(base, External) and base.name.endswith("Parameter") for base in bases)


def _is_module(run: Run, found: Object) -> bool:
    """Whether an object may hold parameters: it has an outside base that is not known to hold none."""
    if isinstance(found.cls, External):
        return found.cls.name in (*_FRAMEWORK, *_CONTAINERS)
    outside = {base.name for base in run.program.mro(found.cls) if isinstance(base, External)}
    return bool(outside - _PLAIN)


def _of_framework(run: Run, module: Object, walk: _Walk) -> list[Registered]:
    """The parameters of the framework's own layers, and of its containers of modules."""
    assert isinstance(module.cls, External)
    name = module.cls.name
    if name in _CONTAINERS:
        held = module.args[0] if len(module.args) == 1 and name != "Sequential" else Tuple(module.args)
        return _of_part(run, held, walk)
    names = ["weight", "bias"] if _has_bias(run, module, _FRAMEWORK[name]) else ["weight"]
    return [_framework_parameter(run, module, each) for each in names]


def _has_bias(run: Run, module: Object, position: int | None) -> bool:
    if position is None:
        return False
    given = dict(module.kwargs).get("bias")
    if given is None and len(module.args) > position:
        given = module.args[position]
    return given is None or truth.truth(run, given) is not False


def _framework_parameter(run: Run, module: Object, name: str) -> Registered:
    entry = (module.id, name)
    if entry not in run.heap:
        run.heap[entry] = Object(External("torch.nn.Parameter"), place=module.place, step="parameter")
    return Registered(name, run.heap[entry], module.id, name, module=module)


# The framework's layers, and which argument switches the bias off; None for those that have none.
_FRAMEWORK = {
    "Linear": 2,
    "LayerNorm": 3,
    "Conv1d": 7,
    "Conv2d": 7,
    "Conv3d": 7,
    "Embedding": None,
    "RMSNorm": None,
}
_CONTAINERS = ("ModuleList", "ModuleDict", "Sequential")
# Bases from outside the package whose instances hold no parameters.
_PLAIN = frozenset(
    {"object", "ABC", "ABCMeta", "Enum", "IntEnum", "StrEnum", "Generic", "Protocol", "NamedTuple", "Struct"}
    | {"BaseModel", "Exception", "dict", "list", "tuple", "str", "int"}
)
_BUILDS = re.compile(
    r"Parameter\(|register_parameter|add_module|\bsetattr\(|\bnn\.\w+\(|(?:Linear|Embedding|Norm|LMHead)\w*\("
)
