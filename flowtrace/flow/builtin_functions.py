"""Python's own functions, and a few of its library's and the frameworks': `len`, `getattr`, `sorted`, `re.sub` ...

One that can't tell from its arguments answers None, or an opaque value where it is known what kind of answer it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flowtrace.flow import (
    calls,
    containers,
    entering,
    forcing,
    iteration,
    kinds,
    library,
    members,
    operators,
    truth,
)
from flowtrace.flow.bounds import largest
from flowtrace.flow.run import ANYTHING, Frame, Run, Stopped, opaque
from flowtrace.flow.values import (
    Args,
    ClassOf,
    Closure,
    Const,
    Counter,
    Dict,
    Each,
    Kwargs,
    Layers,
    List,
    Member,
    Object,
    Opaque,
    Option,
    Outside,
    Place,
    Record,
    Stream,
    Tuple,
    Union,
    Value,
    Vector,
    chain_of,
    options,
    union,
)
from flowtrace.graph.symbols import ClassSymbol


def _len(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    found = forcing.force(run, args[0]) if args else None
    if isinstance(found, List | Tuple | Dict):
        held = containers.contents(run, found)
        if not held.open:
            return Const(len(held.items), place=place, step="len", inputs=args)
        # An open container holds at least what is known; how much more is run-time data.
        return opaque("how much a container holds", place, "len", found, free=True)
    if isinstance(found, Layers | Stream) and found.count is not None:
        return Const(found.count, place=place, step="len", inputs=args)
    if isinstance(found, Const) and isinstance(found.value, str | tuple | bytes):
        return Const(len(found.value), place=place, step="len", inputs=args)
    if isinstance(found, Vector):
        return Const(len(found.values), place=place, step="len", inputs=args)
    if isinstance(found, Object) and isinstance(found.cls, ClassSymbol):
        sized = run.program.method(found.cls, "__len__")
        if sized is not None:
            return entering.visit(run, Closure(sized, found), (), {}, place)
    if isinstance(found, Object) and (held_items := containers.held(run, found)) is not None:
        if not held_items.open:
            return Const(len(held_items.items), place=place, step="len", inputs=args)
        return opaque("how much a container holds", place, "len", found, free=True)
    if isinstance(found, Union):
        return union([Option(_len(run, frame, (o.value,), {}, place) or opaque("a length", place, "len", o.value),
                             o.guards) for o in found.options], place)  # fmt: skip
    return opaque("a length", place, "len", *args, free=bool(found and truth.is_free(found)))


def _range(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    found = [forcing.force(run, a) for a in args]
    bounds = [a.value if isinstance(a, Const) and isinstance(a.value, int) else None for a in found]
    low, high = (0, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1]) if bounds else (None, None)
    if high is None and found:
        high = largest(found[min(1, len(found) - 1)])
    return Counter(low, high, place=place, step="range", inputs=args)


def _sorted(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    known, exact = iteration.iterated(run, args[0])
    values = [one.value for one in known if isinstance(one, Const)]
    if exact and len(values) == len(known) and not kwargs and all(isinstance(v, int) for v in values):
        return List(
            tuple(Const(v, place=place) for v in sorted(values)), place=place, step="sorted", inputs=args
        )
    return List(tuple(known) if exact else (), not exact, place=place, step="sorted", inputs=args)


def _list_of(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    if not args:
        return List((), place=place, step="list")
    found = forcing.force(run, args[0])
    if isinstance(found, Layers | Stream | Counter):
        return found
    known, exact = iteration.iterated(run, found)
    return List(tuple(known) if exact else (), not exact, place=place, step="list", inputs=args)


def _reversed(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    found = forcing.force(run, args[0]) if args else None
    held = containers.held(run, found) if isinstance(found, Object) else None
    if isinstance(found, List | Tuple):
        held = containers.contents(run, found)
    if held is None:
        return _list_of(run, frame, args, kwargs, place)
    return List(held.items[::-1], held.open, place=place, step="reversed", inputs=args)


def _tuple_of(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    known, exact = iteration.iterated(run, args[0]) if args else ([], True)
    return Tuple(tuple(known) if exact else (), "tuple", not exact, place=place, step="tuple", inputs=args)


def _set_of(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    known, exact = iteration.iterated(run, args[0]) if args else ([], True)
    return Tuple(tuple(known) if exact else (), "set", not exact, place=place, step="set", inputs=args)


def _dict_of(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    pairs: list[tuple[Value, Value]] = []
    exact = True
    if args:
        found = forcing.force(run, args[0])
        if isinstance(found, Dict):
            held = containers.contents(run, found)
            pairs, exact = list(held.items), not held.open
        elif isinstance(found, Record):
            return found
        else:
            if isinstance(found, List | Tuple):  # however many there are
                inside = containers.contents(run, found)
                known, exact = list(inside.items), not inside.open
            else:
                known, exact = iteration.iterated(run, found)
            exact = exact and all(isinstance(one, Tuple) and len(one.items) == 2 for one in known)
            pairs = [(one.items[0], one.items[1]) for one in known if isinstance(one, Tuple)] if exact else []
    pairs += [(Const(name), value) for name, value in kwargs.items()]
    return Dict(tuple(pairs), not exact, place=place, step="dict", inputs=args)


def _enumerate(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    known, exact = iteration.iterated(run, args[0])
    if exact:
        pairs = tuple(Tuple((Const(n, place=place), one), place=place) for n, one in enumerate(known))
        return Tuple(pairs, place=place, step="enumerate", inputs=args)
    each = known[0]
    count = args[0].count if isinstance(args[0], Layers | Stream) else None
    index = each.index if isinstance(each, Each) else Counter(0, count, place=place)
    return Stream(Tuple((index, each), place=place), count, place=place, step="enumerate", inputs=args)


def _zip(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    parts = [iteration.iterated(run, found) for found in args]
    if parts and all(exact for _, exact in parts):
        rows = tuple(Tuple(row, place=place) for row in zip(*(known for known, _ in parts), strict=False))
        return Tuple(rows, place=place, step="zip", inputs=args)
    each = Tuple(tuple(union([Option(o) for o in known]) if known else opaque("an item", place) for known, _ in parts),
                 place=place)  # fmt: skip
    return Stream(each, None, place=place, step="zip", inputs=args)


def _same(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    return args[0] if args else None


def _map(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    if len(args) != 2:
        return None
    known, exact = iteration.iterated(run, args[1])
    made = tuple(calls.invoke(run, frame, args[0], (one,), {}, place) for one in known)
    if exact:
        return Tuple(made, place=place, step="map", inputs=args)
    return Stream(made[0], place=place, step="map", inputs=args)


def _sum(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    known, exact = iteration.iterated(run, args[0]) if args else ([], False)
    if not exact:
        return None
    total: Value = args[1] if len(args) > 1 else Const(0, place=place)
    for one in known:
        total = operators.binary(run, "+", total, one, place)
    return total


def _extreme(pick: Callable[..., Any]) -> Callable[..., Value | None]:
    def answer(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
        found = iteration.iterated(run, args[0]) if len(args) == 1 else (list(args), True)
        values = [
            one.value for one in found[0] if isinstance(one, Const) and isinstance(one.value, int | float)
        ]
        if found[1] and values and len(values) == len(found[0]):
            return Const(pick(values), place=place, step=pick.__name__, inputs=args)
        return None

    return answer


def _all_any(stop: bool) -> Callable[..., Value | None]:
    def answer(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
        known, exact = iteration.iterated(run, args[0]) if args else ([], False)
        truths = [truth.truth(run, one) for one in known]
        if stop in truths and exact:
            return Const(stop, place=place, inputs=args)
        return Const(not stop, place=place, inputs=args) if exact and None not in truths else None

    return answer


def _convert(kind: Callable[[Any], Any]) -> Callable[..., Value | None]:
    def answer(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
        if len(args) == 1 and kind is bool:
            outcome = truth.truth(run, args[0])
            return None if outcome is None else Const(outcome, place=place, step="bool", inputs=args)
        found = forcing.force(run, args[0]) if len(args) == 1 else None
        if isinstance(found, Const) and isinstance(found.value, str | int | float):
            try:
                return Const(kind(found.value), place=place, step=kind.__name__, inputs=args)
            except ValueError as error:
                raise Stopped(place, str(error)) from error
        return None

    return answer


# --- attributes and types


def _hasattr(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    if len(args) != 2 or not isinstance(args[1], Const):
        return opaque("hasattr of a computed name", place, "hasattr", *args)
    outcome = members.has(run, args[0], args[1].value, place)
    if outcome is None:
        chain = f"hasattr({chain_of(args[0])}, {args[1].value!r})"
        return opaque(f"{chain} is undecided", place, "hasattr", *args, free=truth.is_free(args[0]))
    return Const(outcome, place=place, step="hasattr", inputs=args)


def _getattr(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    if len(args) < 2:
        return None
    base, name = args[0], args[1]
    if isinstance(name, Union) and all(isinstance(one.value, Const) for one in name.options):
        each = [
            (_getattr(run, frame, (base, one.value, *args[2:]), kwargs, place), one) for one in name.options
        ]
        return union([Option(value, one.guards) for value, one in each if value is not None], place)
    if not isinstance(name, Const):
        return opaque("getattr of a computed name", place, "getattr", *args)
    if len(args) == 2:
        return members.read(run, base, name.value, place)
    present = members.has(run, base, name.value, place)
    if present:
        return members.read(run, base, name.value, place)
    if present is False:
        return members.missing(run, base, name.value, place) or args[2]
    found = members.read(run, base, name.value, place)
    if isinstance(found, Opaque) and isinstance(args[2], Const):
        return found  # the attribute or its default: both are free
    return union([Option(found), Option(args[2])], place)


def _vars(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    return members.read(run, args[0], "__dict__", place) if args else None


def _setattr(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value:
    if len(args) == 3 and isinstance(args[1], Const):
        members.write(run, args[0], args[1].value, args[2], place, f"{chain_of(args[0])}.{args[1].value}")
    elif args and isinstance(args[0], Object):
        run.heap[(args[0].id, ANYTHING)] = True
    return Const(None, place=place)


def _isinstance(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    if len(args) != 2:
        return None
    wanted = args[1].items if isinstance(args[1], Tuple) else (args[1],)
    answers = {kinds.is_a(run, option.value, wanted) for option in options(forcing.force(run, args[0]))}
    if len(answers) == 1 and None not in answers:
        return Const(answers.pop(), place=place, step="isinstance", inputs=args)
    return opaque("isinstance is undecided", place, "isinstance", *args, free=truth.is_free(args[0]))


def _type_of(run: Run, frame: Frame, args: Args, kwargs: Kwargs, place: Place) -> Value | None:
    found = args[0] if len(args) == 1 else None
    if isinstance(found, Object | Member):
        return (
            ClassOf(found.cls, place=place)
            if isinstance(found.cls, ClassSymbol)
            else Outside(found.cls.dotted)
        )
    return None


Function = Callable[[Run, Frame, Args, Kwargs, Place], "Value | None"]


FUNCTIONS: dict[str, Function] = {
    "len": _len,
    "range": _range,
    "hasattr": _hasattr,
    "getattr": _getattr,
    "setattr": _setattr,
    "vars": _vars,
    "isinstance": _isinstance,
    "list": _list_of,
    "tuple": _tuple_of,
    "set": _set_of,
    "frozenset": _set_of,
    "sorted": _sorted,
    "dict": _dict_of,
    "enumerate": _enumerate,
    "zip": _zip,
    "iter": _same,
    "reversed": _reversed,
    "max": _extreme(max),
    "min": _extreme(min),
    "all": _all_any(False),
    "any": _all_any(True),
    "int": _convert(int),
    "str": _convert(str),
    "bool": _convert(bool),
    "float": _convert(float),
    "type": _type_of,
    "deepcopy": library.deepcopy,
    "copy": library.deepcopy,
    "arange": library.arange,
    "tensor": library.tensor,
    "as_tensor": library.tensor,
    **{name: library.of_tensors(name) for name in ("add", "sub", "cumsum")},
    "map": _map,
    "sum": _sum,
    "re.sub": library.re_sub,
    "re.match": library.re_match("match"),
    "re.search": library.re_match("search"),
    "re.fullmatch": library.re_match("fullmatch"),
    "partial": library.partial,
    "typing.cast": lambda run, frame, args, kwargs, place: args[1] if len(args) == 2 else None,
}


DOTTED = frozenset(
    {"copy.deepcopy", "copy.copy", "torch.arange", "torch.tensor", "torch.as_tensor", "functools.partial"}
    | {"torch.add", "torch.sub", "torch.cumsum"}
)
