"""Calls: what a call expression calls, the event it leaves, and what it answers.

A function is entered along a resolved edge (`entering`); a callee that the engine file gives a meaning, a class, and
what is outside the package answer here.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence

from flowtrace.facts import Code
from flowtrace.flow import (
    builtin,
    classes,
    containers,
    entering,
    expressions,
    forcing,
    members,
    shapes,
    signatures,
    truth,
)
from flowtrace.flow.run import Frame, Run, State, Stopped, TooDeep, join, opaque
from flowtrace.flow.trace import Entered, Step
from flowtrace.flow.values import (
    UNBOUND,
    Bound,
    ClassOf,
    Closure,
    Const,
    Counter,
    DeferredCall,
    DeferredRead,
    Dict,
    Each,
    Kwargs,
    Layers,
    List,
    Object,
    Opaque,
    Option,
    Outside,
    Partial,
    Place,
    Stream,
    Super,
    Tuple,
    Union,
    Value,
    chain_of,
    renamed,
    union,
)
from flowtrace.graph.symbols import ClassSymbol, External


def call(run: Run, frame: Frame, code: Code) -> Value:
    """The value of a call expression, its event noted and its callee entered where it can be."""
    place = frame.place(code)
    if code[3][0] == "name" and code[3][3] == "super":
        return _super(run, frame, code)
    callee = expressions.value(run, frame, code[3])
    args, more = expressions.items(run, frame, code[4])
    kwargs: Kwargs = {}
    for name, part in code[5]:
        found = expressions.value(run, frame, part)
        if name is not None:
            kwargs[name] = found
        elif isinstance(found, Dict):
            kwargs |= {k.value: v for k, v in containers.contents(run, found).items if isinstance(k, Const)}
            more = more or containers.contents(run, found).open
        else:
            more = True
    return invoke(run, frame, callee, args, kwargs, place, shown=run.program.shown(code[3]), more=more)


def _super(run: Run, frame: Frame, code: Code) -> Value:
    scope: Frame | None = frame
    while scope is not None and scope.owner is None:
        scope = scope.parent
    if scope is None or scope.owner is None:
        return opaque("super() outside a class", frame.place(code))
    receiver = scope.receiver
    if receiver is None and scope.function is not None and scope.function.header.parameters:
        receiver = scope.names.get(scope.function.header.parameters[0].name)
    if receiver is None:
        return opaque("super() without an instance", frame.place(code))
    return Super(scope.owner, receiver, place=frame.place(code))


# --- the callee


def invoke(
    run: Run, frame: Frame, callee: Value, args: Sequence[Value], kwargs: Kwargs, place: Place, shown: str = "",
    more: bool = False,
) -> Value:  # fmt: skip
    """Call a value with arguments; `more` when further, unknown arguments are passed as well."""
    callee = _resolved(run, callee)
    if isinstance(callee, Union):
        return _invoke_each(run, frame, callee, args, kwargs, place, shown, more)
    if isinstance(callee, Partial):
        given = {**dict(callee.kwargs), **kwargs}
        return invoke(run, frame, callee.callee, (*callee.args, *args), given, place, more=more)
    name, receiver = _name_of(callee, shown), _receiver_of(callee)
    chain = _chain(run, callee, shown)
    event = run.note(
        "call", place, name=name, receiver=receiver, chain=chain, args=tuple(args), kwargs=tuple(kwargs.items()),
        callee=callee,
    )  # fmt: skip
    at = len(run.trace) - 1
    outer = run.trace
    inside: list[Step] = []
    run.trace = inside
    try:
        result = _result(run, frame, callee, tuple(args), kwargs, place, name, shown, more)
    except Stopped:
        outer[at] = Entered(event, inside)
        raise
    finally:
        run.trace = outer
    if chain and not isinstance(callee, Outside):
        result = renamed(result, f"{chain}({', '.join(map(chain_of, args))})")
    event.returned(result)
    if inside:
        outer[at] = Entered(event, inside)
    return result


def _resolved(run: Run, callee: Value) -> Value:
    """A deferred callee resolved: always when a call made it, and when it is an attribute that a question is about."""
    if not isinstance(callee, Opaque) or callee.deferred is None:
        return callee
    if isinstance(callee.deferred, DeferredCall):
        return forcing.force(run, callee)
    if isinstance(callee.deferred, DeferredRead) and callee.deferred.name in run.assumptions.rules.words:
        return forcing.force(run, callee)
    return callee


def _invoke_each(
    run: Run,
    frame: Frame,
    callee: Union,
    args: Sequence[Value],
    kwargs: Kwargs,
    place: Place,
    shown: str,
    more: bool,
) -> Value:
    """A call on one of several callees: each on its own path, the results joined."""
    before = run.state(frame)
    outcomes: list[tuple[Option, State]] = []
    for option in callee.options:
        if option.value is UNBOUND or (isinstance(option.value, Const) and option.value.value is None):
            continue
        run.resume(frame, State(dict(before.names), dict(before.heap)))
        depth = len(run.guards)
        run.guards += [guard for guard in option.guards if guard not in run.guards]
        try:
            found = invoke(run, frame, option.value, args, kwargs, place, shown, more)
            outcomes.append((Option(found, option.guards), run.state(frame)))
        except TooDeep:
            raise
        except Stopped:
            pass
        del run.guards[depth:]
    if not outcomes:
        raise Stopped(place, "nothing here can be called")
    run.resume(frame, join([(state, option.guards) for option, state in outcomes]))
    return union([option for option, _ in outcomes], place)


def _name_of(callee: Value, shown: str) -> str:
    if isinstance(callee, Closure) and callee.function.name != "<lambda>":
        return callee.function.name
    if isinstance(callee, Bound):
        return callee.name
    if isinstance(callee, ClassOf):
        return callee.cls.name
    if isinstance(callee, Outside):
        return callee.dotted.rpartition(".")[2]
    if isinstance(callee, Opaque) and callee.chain:
        return callee.chain.rpartition(".")[2]
    return shown.rpartition(".")[2]


def _receiver_of(callee: Value) -> Value | None:
    if isinstance(callee, Closure | Bound):
        return callee.receiver
    if isinstance(callee, Opaque) and callee.step.startswith("attribute ") and callee.inputs:
        return callee.inputs[0]
    return None


def _chain(run: Run, callee: Value, shown: str) -> str:
    """How the source reaches what it calls, through aliases: `self.draft_runner.model.set_embed`."""
    if isinstance(callee, Opaque):
        return callee.chain or shown
    if shown.startswith("super()"):
        return shown
    if isinstance(callee, Object | Each | Layers):
        return run.path_of(callee) or shown
    receiver = _receiver_of(callee)
    if receiver is not None and not isinstance(callee, ClassOf):
        path = run.path_of(receiver)
        if path:
            return f"{path}.{_name_of(callee, shown)}"
    return shown


# --- the result


def _result(
    run: Run, frame: Frame, callee: Value, args: tuple[Value, ...], kwargs: Kwargs, place: Place, name: str,
    shown: str, more: bool,
) -> Value:  # fmt: skip
    special = _special(run, frame, callee, args, kwargs, place, name)
    if special is not None:
        return special
    if isinstance(callee, Bound) and callee.name in shapes.METHODS:
        sized = shapes.method(run, callee, args, place)
        if sized is not None:
            return sized
    if run.landed(callee, (*args, *kwargs.values())):
        return opaque(f"what {name} returns", place, f"call {name}", callee, *args, free=True)
    if isinstance(callee, Closure):
        return entering.enter(run, callee, args, kwargs, place, more=more)
    if isinstance(callee, ClassOf):
        return _instance(run, callee, args, kwargs, place)
    if isinstance(callee, Outside | Bound):
        found = builtin.result(run, frame, callee, args, kwargs, place)
        if found is not None:
            return found
    if isinstance(callee, Object | Each):
        return _called_object(run, frame, callee, args, kwargs, place, more)
    known = _framework(run, callee) if isinstance(callee, Outside) else truth.is_free(callee)
    return unentered(run, callee, args, kwargs, place, name, free=known)


def _framework(run: Run, callee: Outside) -> bool:
    """Whether an outside function answers with run-time data: the standard library's, and the engine's frameworks'."""
    top = callee.dotted.split(".")[0]
    if top in run.assumptions.rules.frameworks or top in sys.stdlib_module_names:
        return True
    return "." not in callee.dotted and hasattr(builtins, top)


def _special(
    run: Run, frame: Frame, callee: Value, args: tuple[Value, ...], kwargs: Kwargs, place: Place, name: str
) -> Value | None:
    """Calls that the engine file gives a meaning: layer helpers, and routines that call one of their arguments."""
    rules = run.assumptions.rules
    for helper, count, by_length in rules.layers:
        if name == helper and not isinstance(callee, Bound):
            return _layers(run, frame, args, kwargs, place, count, by_length)
    argument = rules.enters.get(name)
    if argument is not None and argument in kwargs:
        rest = {key: found for key, found in kwargs.items() if key != argument}
        return invoke(run, frame, kwargs[argument], (), rest, place, shown=argument, more=True)
    return None


def _layers(
    run: Run, frame: Frame, args: tuple[Value, ...], kwargs: Kwargs, place: Place, count: tuple[str | int, ...],
    by_length: bool,
) -> Value | None:  # fmt: skip
    if by_length:
        first = args[0] if args else None
        if isinstance(first, Stream):
            return Layers(first.count, first.each, place=place, step="layers", inputs=(first,))
        return first if isinstance(first, List | Tuple) else None
    size = signatures.argument_of(args, kwargs, count)
    factories = [found for found in (*args, *kwargs.values()) if isinstance(found, Closure | ClassOf)]
    number = size.value if isinstance(size, Const) and isinstance(size.value, int) else None
    if not factories:
        return Layers(number, opaque("a layer", place), place=place, step="layers")
    index = Counter(0, number, place=place)
    with run.apart():
        each = invoke(run, frame, factories[0], (), _factory_arguments(factories[0], index, place), place)
    return Layers(number, each, place=place, step="layers", inputs=(each,))


def _factory_arguments(factory: Value, index: Counter, place: Place) -> Kwargs:
    """A layer factory takes the layer's index and its prefix, under names of its own."""
    if not isinstance(factory, Closure):
        return {}
    wanted = [
        p.name for p in factory.function.header.parameters if p.default is None and p.kind == "positional"
    ]
    if factory.receiver is not None:
        wanted = wanted[1:]
    rest = {name: opaque("a layer's prefix", place, free=True, present=True) for name in wanted[1:]}
    return {wanted[0]: index, **rest} if wanted else {}


def _instance(run: Run, callee: ClassOf, args: tuple[Value, ...], kwargs: Kwargs, place: Place) -> Value:
    if classes.is_enum(run, callee.cls):
        found = classes.of_value(run, callee, args, place)
        return found or opaque("a member of an enumeration", place, "call", *args, free=all(map(truth.is_free,
                               args)), present=True)  # fmt: skip
    return Object(callee.cls, args, tuple(kwargs.items()), place=place, step=f"call {callee.cls.name}",
                  inputs=(*args, *kwargs.values()), id=run.identity(place, callee.cls.name))  # fmt: skip


def _called_object(
    run: Run,
    frame: Frame,
    callee: Object | Each,
    args: tuple[Value, ...],
    kwargs: Kwargs,
    place: Place,
    more: bool,
) -> Value:
    """Calling an object enters its `__call__`, or the method that the engine says a call enters."""
    target = callee.layers.each if isinstance(callee, Each) else callee
    closed = run.path_of(target).rpartition(".")[2] in run.assumptions.rules.closed
    if isinstance(target, Object) and isinstance(target.cls, ClassSymbol) and not closed:
        method = _call_method(run, target, place)
        if method is not None:
            return entering.enter(run, method, args, kwargs, place, more=more, module=True)
    if isinstance(target, Union):
        return invoke(run, frame, target, args, kwargs, place, more=more)
    name = target.cls.name if isinstance(target, Object) else "layer"
    return unentered(run, callee, args, kwargs, place, name, free=True)


def _call_method(run: Run, target: Object, place: Place) -> Closure | None:
    """What calling an object enters: its class's `__call__`, else the method the engine names, else a forwarded one."""
    assert isinstance(target.cls, ClassSymbol)
    own = run.program.method(target.cls, "__call__")
    if own is not None:
        return Closure(own, target, place=place, inputs=(target,))
    found = members.lookup(run, target, run.assumptions.rules.called, place)
    return found if isinstance(found, Closure) else None


def unentered(
    run: Run, callee: Value, args: tuple[Value, ...], kwargs: Kwargs, place: Place, name: str, free: bool
) -> Value:
    """What a call returns whose callee is not entered; containers handed to it may have grown."""
    if not isinstance(callee, Outside | Bound):
        for found in (*args, *kwargs.values()):
            containers.hand_over(run, found, place)
    inputs = (*((callee,) if not isinstance(callee, Outside) else ()), *args, *kwargs.values())
    known = free and all(truth.is_free(found) for found in (*args, *kwargs.values()))
    return opaque(f"what {name} returns", place, f"call {name}", *inputs, free=known)


def external_instance(dotted: str) -> bool:
    """Whether calling an outside name builds an object: by convention, classes have capitals."""
    name = dotted.rpartition(".")[2]
    return name[:1].isupper()


def outside_object(
    run: Run, callee: Outside, args: tuple[Value, ...], kwargs: Kwargs, place: Place
) -> Object:
    """An instance of a class from outside the package, with the arguments it was built with."""
    return Object(External(callee.dotted), args, tuple(kwargs.items()), place=place, step=f"call {callee.dotted}",
                  inputs=(*args, *kwargs.values()), id=run.identity(place, callee.dotted))  # fmt: skip
