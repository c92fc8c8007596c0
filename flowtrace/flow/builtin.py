"""What Python's own functions and methods do to values: `len`, `getattr`, `list.append`, `str.replace`, `re.sub` ...

Only those a question can turn on; every other call outside the package is an opaque run-time value.
"""

from __future__ import annotations

from flowtrace.flow import builtin_functions, builtin_methods, calls
from flowtrace.flow.run import Frame, Run, Stopped
from flowtrace.flow.values import Args, Bound, Const, Kwargs, Outside, Place, Value


def result(
    run: Run, frame: Frame, callee: Outside | Bound, args: Args, kwargs: Kwargs, place: Place
) -> Value | None:
    """What a built-in call returns; None when nothing is known of it."""
    if isinstance(callee, Bound):
        return builtin_methods.method(run, frame, callee, args, kwargs, place)
    name = callee.dotted
    known = builtin_functions.FUNCTIONS.get(name) or builtin_functions.FUNCTIONS.get(
        name.rpartition(".")[2] if name in builtin_functions.DOTTED else ""
    )
    if known is not None:
        return known(run, frame, args, kwargs, place)
    if name == "super().__getattr__":
        raise Stopped(place, "the framework's own lookup finds nothing")
    if name.startswith("super()."):
        return Const(None, place=place)
    if calls.external_instance(name):
        return calls.outside_object(run, callee, args, kwargs, place)
    return None
