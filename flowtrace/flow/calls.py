"""Calls: which function a call enters, what its parameters receive, and what it returns.

A function is entered along a resolved edge, to a depth; a module's forward is entered only when its text speaks of
something a question is about, since every other one only computes tensors.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from flowtrace.facts import Code, Module, Parameter
from flowtrace.flow import (
    builtin,
    classes,
    containers,
    expressions,
    forcing,
    members,
    parameters,
    statements,
    truth,
)
from flowtrace.flow.run import Frame, Returned, Run, State, Stopped, TooDeep, join, opaque
from flowtrace.flow.trace import Entered, Event, Step
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
    Layers,
    List,
    Object,
    Opaque,
    Option,
    Outside,
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
from flowtrace.graph.program import Program, functions_of
from flowtrace.graph.symbols import ClassSymbol, External, FunctionSymbol
from flowtrace.parse.text import text

Kwargs = dict[str, Value]


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
    return invoke(run, frame, callee, args, kwargs, place, shown=text(code[3]), more=more)


def invoke(
    run: Run, frame: Frame, callee: Value, args: Sequence[Value], kwargs: Kwargs, place: Place, shown: str = "",
    more: bool = False,
) -> Value:  # fmt: skip
    """Call a value with arguments; `more` when further, unknown arguments are passed as well."""
    callee = _resolved(run, callee)
    if isinstance(callee, Union):
        return _invoke_each(run, frame, callee, args, kwargs, place, shown, more)
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
    done = replace(event, result=result)
    outer[at] = Entered(done, inside) if inside else done
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


def _result(
    run: Run, frame: Frame, callee: Value, args: tuple[Value, ...], kwargs: Kwargs, place: Place, name: str,
    shown: str, more: bool,
) -> Value:  # fmt: skip
    special = _special(run, frame, callee, args, kwargs, place, name)
    if special is not None:
        return special
    if run.landed(callee, (*args, *kwargs.values())):
        return opaque(f"what {name} returns", place, f"call {name}", callee, *args, free=True)
    if isinstance(callee, Closure):
        return enter(run, callee, args, kwargs, place, more=more)
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
    size = argument_of(args, kwargs, count)
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


def argument_of(
    args: Sequence[Value], kwargs: Mapping[str, Value], names: Sequence[str | int]
) -> Value | None:
    """The argument of a call by any of the names or positions it goes by; None when the call has none of them."""
    for name in names:
        if isinstance(name, str) and name in kwargs:
            return kwargs[name]
    for name in names:
        if isinstance(name, int) and name < len(args):
            return args[name]
    return None


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
            return enter(run, method, args, kwargs, place, more=more, module=True)
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


# --- entering


def enter(
    run: Run, callee: Closure, args: tuple[Value, ...], kwargs: Kwargs, place: Place, *, more: bool = False,
    module: bool = False, eager: bool = False,
) -> Value:  # fmt: skip
    """Evaluate a function's body with these arguments and join the ways it returns.

    Raises Stopped when no path returns. A function in which nothing happens that a question is about is deferred,
    unless `eager`; one that is too deep or recursive answers an opaque value.
    """
    function = callee.function
    reason = _refusal(run, callee)
    if reason:
        found = unentered(run, callee, args, kwargs, place, function.name, free=False)
        return opaque(f"{function.name}: {reason}", place, found.step, *found.inputs)
    if _apart_from_values(run, callee, module):
        return unentered(run, callee, args, kwargs, place, function.name, free=True)
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
    frame.names = bound(run, callee, args, kwargs, place, more)
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
    if callee.body is not None or run.eager or relevant(run, callee.function):
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
    if module and not relevant(run, function) and not _speaks(run, callee):
        return True
    return bool({"contextmanager", "asynccontextmanager"} & classes.decorations(function))


def _speaks(run: Run, callee: Closure) -> bool:
    """Whether an object's class has a member that a question is about, or hands on to an object whose class has."""
    receiver = callee.receiver
    if not isinstance(receiver, Object) or not isinstance(receiver.cls, ClassSymbol):
        return False
    if any(frame.module.file == receiver.cls.module.file for frame in run.stack):
        for name in _CALLED_MEMBER.findall(run.program.text(callee.function)):
            inner = members.lookup(run, receiver, name, callee.place or _NOWHERE)
            if isinstance(inner, Object) and isinstance(inner.cls, ClassSymbol):
                method = run.program.method(inner.cls, callee.function.name)
                if method is not None and relevant(run, method):
                    return True
    return any(
        method.name in run.assumptions.rules.words
        for base in run.program.mro(receiver.cls)
        if isinstance(base, ClassSymbol)
        for method in base.header.methods
    )


def relevant(run: Run, function: FunctionSymbol) -> bool:
    """Whether a function, or one of its module that it names, speaks of anything a question is about."""
    words = run.assumptions.rules.words
    known = run.program.relevant.get((function.module.file, words))
    if known is None:
        known = _relevant_functions(run, function.module)
        run.program.relevant[(function.module.file, words)] = known
    if function.key in known or function.name == "<lambda>":
        return True
    if function.owner is None or f"super().{function.name}" not in run.program.text(function):
        return False
    above = run.program.method(function.owner, function.name, above=function.owner)
    return above is not None and relevant(run, above)


def _relevant_functions(run: Run, module: Module) -> frozenset[tuple[str, str]]:
    """The functions of a module that speak of a word, or of a function of the module that does, and so on."""
    if not _spoken(words_pattern(run.assumptions.rules.words), run.program, module):
        return frozenset()
    tokens = {f: set(_TOKEN.findall(run.program.text(f))) for f in functions_of(module)}
    words = set(run.assumptions.rules.words)
    found: set[FunctionSymbol] = set()
    while True:
        more = {f for f, its in tokens.items() if f not in found and not words.isdisjoint(its)}
        if not more:
            return frozenset(f.key for f in found)
        found |= more
        # `forward` and `__init__` are everywhere: naming them says nothing.
        words |= {
            f.name for f in more if not f.name.startswith("__") and f.name != run.assumptions.rules.called
        }


@lru_cache(maxsize=64)
def words_pattern(words: frozenset[str]) -> re.Pattern[bytes]:
    """A pattern that finds any of the words in a file."""
    return re.compile(rb"\b(?:" + b"|".join(re.escape(word.encode()) for word in sorted(words)) + rb")\b")


def _spoken(pattern: re.Pattern[bytes], program: Program, module: Module) -> bool:
    return pattern.search(program.source(module.file).data) is not None


_TOKEN = re.compile(r"\w+")
_CALLED_MEMBER = re.compile(r"\bself\.(\w+)\(")
_NOWHERE = Place("", 0, 0, "")


def bound(
    run: Run, callee: Closure, args: tuple[Value, ...], kwargs: Kwargs, place: Place, more: bool = False
) -> dict[str, Value]:
    """Parameter names bound to the arguments of a call, defaults included."""
    header = callee.function.header
    given = list(args)
    if callee.receiver is not None:
        given.insert(0, callee.receiver)
    rest = dict(kwargs)
    names: dict[str, Value] = {}
    for parameter in header.parameters:
        if parameter.kind == "star":
            names[parameter.name] = Tuple(tuple(given), "tuple", more, place=place)
            given = []
        elif parameter.kind == "doublestar":
            pairs = tuple((Const(name), found) for name, found in rest.items())
            names[parameter.name] = Dict(pairs, more, place=place)
        elif parameter.kind == "positional" and given:
            names[parameter.name] = given.pop(0)
        elif parameter.name in rest:
            names[parameter.name] = rest.pop(parameter.name)
        elif more:
            names[parameter.name] = opaque("an argument passed on", place, chain=parameter.name, free=True)
        elif parameter.default is not None:
            names[parameter.name] = default(run, callee, parameter)
        else:
            names[parameter.name] = opaque(f"no argument for {parameter.name}", place, chain=parameter.name)
    return names


def default(run: Run, callee: Closure, parameter: Parameter) -> Value:
    """A parameter's default, evaluated where the function is defined."""
    assert parameter.default is not None
    scope = callee.frame or Frame(
        callee.function.module, callee.function.header.qualname, start=len(run.guards)
    )
    if parameter.default[0] == "const":
        return expressions.value(run, scope, parameter.default)
    with run.apart():
        return expressions.value(run, scope, parameter.default)


def unknown_arguments(
    run: Run, function: FunctionSymbol, place: Place, skip: int, given: Mapping[str, Value] | None = None,
    defaults: bool = False, typed: bool = False,
) -> tuple[tuple[Value, ...], Kwargs]:  # fmt: skip
    """Arguments for a function that a question asks about: those given, and free input for the rest.

    `typed`: a parameter annotated with a class of the package is an object of it, of unknown construction.
    """
    kwargs: Kwargs = {}
    positional: list[Value] = []
    parameters = function.header.parameters[skip:]
    for parameter in parameters:
        if parameter.kind in ("star", "doublestar"):
            continue
        found = (given or {}).get(parameter.name)
        if found is None and defaults and parameter.default is not None:
            continue
        if found is None and typed:
            found = _annotated(run, function, parameter, place)
        if found is None:
            found = opaque(
                f"the parameter {parameter.name}", place, "parameter", chain=parameter.name, free=True
            )
        kwargs[parameter.name] = found
    if any(parameter.kind == "positional" for parameter in parameters):
        for (
            parameter
        ) in parameters:  # positional-only parameters can't go by name; names are safe for all others
            if parameter.kind != "positional" or parameter.name not in kwargs:
                break
            positional.append(kwargs.pop(parameter.name))
    return tuple(positional), kwargs


def _annotated(run: Run, function: FunctionSymbol, parameter: Parameter, place: Place) -> Object | None:
    """A parameter as an object of the package's class that annotates it; None when none does."""
    if parameter.annotation is None:
        return None
    cls = run.program.resolve(function.module, parameter.annotation)
    if not isinstance(cls, ClassSymbol) or classes.is_enum(run, cls):
        return None
    found = Object(cls, chain=parameter.name, built=False, place=place, step="parameter")
    run.paths[found.id] = parameter.name
    return found


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
