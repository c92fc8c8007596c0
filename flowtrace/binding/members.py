"""How a class comes by a member: defines, inherits, delegates to an attribute, forwards by `__getattr__`."""

from __future__ import annotations

from dataclasses import dataclass

from flowtrace.facts import Code
from flowtrace.flow import members as values
from flowtrace.flow.run import Run
from flowtrace.flow.values import UNBOUND, Closure, Const, Object, Opaque, Place, Value, options
from flowtrace.graph.program import Program, own_method
from flowtrace.graph.symbols import ClassSymbol, External, FunctionSymbol


@dataclass(frozen=True)
class Member:
    """How a class has a member: `how` is direct, inherits, delegates, attribute or none.

    `definer` is the class that defines it, `method` the definition, `attribute` what that only forwards to.
    """

    how: str
    definer: ClassSymbol | None = None
    attribute: str = ""
    method: FunctionSymbol | None = None

    @property
    def shown(self) -> str:
        """As the targets table shows it: direct, inherits:Base, delegates:attr or none."""
        if self.how == "inherits" and self.definer:
            return f"inherits:{self.definer.name}"
        if self.how == "delegates":
            return f"delegates:{self.attribute}"
        return "direct" if self.how == "attribute" else self.how


NONE = Member("none")


def member(program: Program, cls: ClassSymbol, names: list[str]) -> Member:
    """How a class has the first of these members it has, by its text alone."""
    for name in names:
        for base in program.mro(cls):
            if not isinstance(base, ClassSymbol):
                continue
            method = own_method(base, name)
            if method is not None:
                if _only_raises(program, method):
                    return NONE
                through = delegation(program, method)
                own = "delegates" if through else "direct"
                return Member(own if base == cls else "inherits", base, through, method)
            values = [value for attribute, value, _, _ in base.header.attributes if attribute == name]
            if values:
                nothing = values[-1] is not None and values[-1][0] == "const" and values[-1][3] is None
                return NONE if nothing else Member("attribute", base)
    return NONE


def _only_raises(program: Program, method: FunctionSymbol) -> bool:
    """Whether a method does nothing but raise: it stands for one that subclasses have to bring."""
    said = [code for code in program.body(method) if not (code[0] == "expr" and code[3][0] == "const")]
    return len(said) == 1 and said[0][0] == "raise"


def delegation(program: Program, method: FunctionSymbol) -> str:
    """The attribute of self that a method only forwards to by the same name; empty when it does more."""
    body = program.body(method)
    targets: list[str] = []
    if not _only_forwards(body, method.name, targets):
        return ""
    return targets[0] if targets else ""


def _only_forwards(code: object, name: str, targets: list[str]) -> bool:
    """Whether code writes nothing but locals; collects the attributes on which `name` is called."""
    if not isinstance(code, tuple):
        return True
    if code and code[0] in ("assign", "augassign"):
        written = code[3] if code[0] == "assign" else (code[3],)
        if any(target[0] in ("attr", "item") for target in written):
            return False
    if code and code[0] == "call":
        function = code[3]
        if function[0] == "name" and function[3] == "setattr":
            return False
        if function[0] == "attr" and function[4] == name:
            first = _first_attribute(function[3])
            if first:
                targets.append(first)
    return all(_only_forwards(part, name, targets) for part in code)


def _first_attribute(code: Code) -> str:
    """`language_model` in `self.language_model` and `self.language_model.model`."""
    while code[0] == "attr":
        if code[3][0] == "name" and code[3][3] == "self":
            return str(code[4])
        code = code[3]
    return ""


@dataclass(frozen=True)
class Has:
    """Whether an instance has a member: True, False or None; and through which classes it was looked for."""

    answer: bool | None
    looked: tuple[tuple[ClassSymbol, str], ...] = ()
    reason: str = ""


def has(run: Run, subject: Object, names: list[str], depth: int = 0) -> Has:
    """Whether an instance has one of these members: its own, inherited, or that of an object it asks."""
    assert isinstance(subject.cls, ClassSymbol)
    program = run.program
    found = member(program, subject.cls, names)
    place = subject.place or _NOWHERE
    if found.attribute:
        target = values.read(run, subject, found.attribute, place)
        return _delegated(run, target, found, names, depth)
    if found.how != "none":
        return Has(True, ((found.definer or subject.cls, found.how),))
    if program.method(subject.cls, "__getattr__") is not None:
        for name in names:
            forwarded = values.lookup(run, subject, name, place)
            if isinstance(forwarded, Closure):
                return Has(True, ((subject.cls, "__getattr__"),))
            asked = forwarded.inputs[0] if isinstance(forwarded, Opaque) and forwarded.inputs else None
            if isinstance(asked, Object) and isinstance(asked.cls, ClassSymbol) and depth < _MOST_INNER:
                inner = has(run, asked, names, depth + 1)
                if inner.answer is not False:
                    return inner
            elif forwarded is not None:
                return Has(None, reason=f"{subject.cls.name} forwards {name} to {_shown(forwarded)}")
    elif any(_is_there(program, values.lookup(run, subject, name, place)) for name in names):
        return Has(True, ((subject.cls, "instance attribute"),))
    unresolved = [b for b in program.mro(subject.cls) if isinstance(b, External) and b.dotted.startswith("?")]
    if unresolved:
        return Has(None, reason=f"a base of {subject.cls.name} is not resolved: {unresolved[0].dotted[1:]}")
    return Has(False)


_MOST_INNER = 4  # objects that one may ask in turn


def _delegated(run: Run, target: Value, found: Member, names: list[str], depth: int) -> Has:
    targets = [option.value for option in options(target) if not _nothing(option.value)]
    answers = []
    if not targets:
        return Has(None, reason=f"nothing is known of self.{found.attribute}")
    for one in targets:
        if isinstance(one, Object) and isinstance(one.cls, ClassSymbol) and depth < _MOST_INNER:
            answers.append(has(run, one, names, depth + 1))
        else:
            reason = one.reason if isinstance(one, Opaque) else "not an object of the package"
            return Has(None, reason=f"self.{found.attribute}: {reason}")
    for answer in answers:
        if answer.answer is not True:
            return answer
    return Has(True, ((found.definer, f"delegates to self.{found.attribute}"),) if found.definer else ())


def _nothing(value: Value | None) -> bool:
    """Whether this stands for an attribute that is not there: not found, never assigned, or the value None."""
    return value is None or value is UNBOUND or (isinstance(value, Const) and value.value is None)


def _is_there(program: Program, value: Value | None) -> bool:
    """Whether an attribute that was looked up can be used: not nothing, and not a method that only raises."""
    raises = isinstance(value, Closure) and value.body is None and _only_raises(program, value.function)
    return not _nothing(value) and not raises


def _shown(value: Value) -> str:
    return value.reason if isinstance(value, Opaque) else type(value).__name__.lower()


_NOWHERE = Place("", 0, 0, "")
