"""What classes give: methods bound to what they are read from, class-level values, members of enumerations.

A class-level value is evaluated in the module of its class, apart from the path that asks for it.
"""

from __future__ import annotations

import re

from flowtrace.facts import Code
from flowtrace.flow import entering, expressions
from flowtrace.flow.run import Frame, Run, opaque
from flowtrace.flow.values import (
    UNBOUND,
    Bound,
    ClassOf,
    Closure,
    Const,
    Member,
    Object,
    Option,
    Outside,
    Place,
    Super,
    Union,
    Value,
    renamed,
    union,
)
from flowtrace.graph.symbols import Assigned, ClassSymbol, External, FunctionSymbol

_FILL = "add|append|extend|insert|setdefault|update"  # methods that put something into a container


def evaluated(run: Run, attribute: Assigned, cls: ClassSymbol) -> Value:
    """A class-level value, evaluated in its module; unknown where code of the module fills it later."""
    if _filled(run, attribute):
        shown = f"{cls.name}.{attribute.name}"
        place = Place(attribute.module.file, attribute.line, 0, cls.header.qualname)
        return opaque(f"{shown} is filled by other code", place, f"attribute {attribute.name}", chain=shown)
    scope = Frame(attribute.module, cls.name, start=len(run.guards))
    if attribute.value[0] == "const":
        return expressions.value(run, scope, attribute.value)
    with run.apart():
        return expressions.value(run, scope, attribute.value)


def _filled(run: Run, attribute: Assigned) -> bool:
    """Whether a class-level value is an empty container that code of its module puts something into."""
    if not _is_empty(attribute.value):
        return False
    item = r"\[[^\]]+\]"
    changed = rf"\b\w+\.{re.escape(attribute.name)}(({item})?\.({_FILL})\(|{item}\s*=[^=])"
    text = "\n".join(run.program.lines(attribute.module.file))
    return attribute.name in text and re.search(changed, text) is not None


def _is_empty(code: Code) -> bool:
    """Whether code makes a container with nothing in it."""
    if code[0] in ("dict", "list"):
        return not code[3]
    if code[0] != "call" or code[3][0] != "name":
        return False
    return code[3][3] == "defaultdict" or (
        code[3][3] in ("dict", "list", "set") and not code[4] and not code[5]
    )


def with_default(run: Run, cls: ClassSymbol, name: str, found: Union) -> Value:
    """What an attribute holds when only some paths write it: on the others, what the class's body says."""
    attribute = run.program.class_attribute(cls, name)
    if attribute is None or all(option.value is not UNBOUND for option in found.options):
        return found
    default = evaluated(run, attribute, cls)
    return union(
        [o if o.value is not UNBOUND else Option(default, o.guards) for o in found.options], found.place
    )


def of_class(run: Run, base: ClassOf, name: str, place: Place) -> Value:
    """An attribute read from a class itself."""
    if name == "__name__":
        return Const(base.cls.name, place=place)
    method = run.program.method(base.cls, name)
    if method is not None:
        return bound_method(run, method, base, name, place) if "classmethod" in decorations(method) else Closure(
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
        return evaluated(run, attribute, base.cls)
    inner = nested(run, base.cls, name, place)
    return inner or opaque(f"{base.cls.name} defines no {name}", place, f"attribute {name}", base,
                  chain=f"{base.cls.name}.{name}")  # fmt: skip


def nested(run: Run, cls: ClassSymbol, name: str, place: Place) -> ClassOf | None:
    """The class that a class or one of its bases defines inside itself under a name."""
    bases = (base for base in run.program.mro(cls) if isinstance(base, ClassSymbol))
    found = (
        ClassSymbol(base.module, inner)
        for base in bases
        for inner in base.header.classes
        if inner.name == name
    )
    return next((ClassOf(inner, place=place) for inner in found), None)


def of_super(run: Run, base: Super, name: str, place: Place) -> Value:
    """An attribute read from `super()`: a method of a class above, else a name outside the package."""
    receiver = base.receiver
    cls = receiver.cls if isinstance(receiver, Object | ClassOf) else base.cls
    if isinstance(cls, ClassSymbol):
        method = run.program.method(cls, name, above=base.cls)
        if method is not None:
            return bound_method(run, method, receiver, name, place)
    return Outside(f"super().{name}", place=place)


def bound_method(run: Run, method: FunctionSymbol, base: Value, name: str, place: Place) -> Value:
    """A method as an attribute: a property read, a static or class method, or one bound to its object."""
    kinds = decorations(method)
    if "property" in kinds:
        path = run.path_of(base)
        found = entering.visit(run, Closure(method, base, place=place), (), {}, place)
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


def writes(run: Run, cls: ClassSymbol, name: str) -> bool:
    """Whether a class's constructor speaks of an attribute of the object it builds."""
    init = run.program.method(cls, "__init__")
    return init is not None and f".{name}" in run.program.text(init)


# --- enumerations


_ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")


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


def of_member(run: Run, base: Member, name: str, place: Place) -> Value:
    """An attribute of an enumeration's member."""
    method = run.program.method(base.cls, name)
    if method is not None:
        return bound_method(run, method, base, name, place)
    if name == "name":
        return Const(base.name, place=place, step="name", inputs=(base,))
    if name == "value":
        attribute = run.program.class_attribute(base.cls, base.name)
        if attribute is not None and attribute.value[0] == "const":
            return Const(attribute.value[3], place=place, step="value", inputs=(base,))
        return opaque("the value of an enumeration's member", place, "value", base, free=True)
    # Where the source holds the member's name instead, its methods are those of a string.
    return Bound(Const(base.name, place=place, inputs=(base,)), name, place=place)
