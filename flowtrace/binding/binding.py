"""An engine's roles in one release: which classes, functions and calls they are, found once and kept.

The release's own source decides on membership: its registry, its classes' members, what their forward does.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from flowtrace.binding import events
from flowtrace.binding.functions import Functions
from flowtrace.binding.members import member
from flowtrace.binding.rules import last_name, listed
from flowtrace.binding.subjects import Subject
from flowtrace.flow.ask import Outcome
from flowtrace.flow.run import Limits
from flowtrace.flow.trace import Event, Step
from flowtrace.flow.trace import events as all_events
from flowtrace.flow.truth import is_free
from flowtrace.flow.values import Closure, Object, Opaque, Value
from flowtrace.graph.program import Program, classes_of
from flowtrace.graph.registry import registered
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.spec.model import Specs
from flowtrace.spec.versions import in_range

Selector = Any


class Binding(Functions):
    """The roles of one engine bound to one program; and the evaluator that specs ask their questions of."""

    def __init__(
        self, program: Program, specs: Specs, version: str | None, limits: Limits | None = None
    ) -> None:
        super().__init__(program, specs, version, limits)
        self._classes: dict[str, list[ClassSymbol]] = {}
        self.outcomes: dict[tuple[Any, ...], Outcome | None] = {}  # kept by the questions of checks
        self._belonging: dict[tuple[ClassSymbol, str], bool] = {}
        self._registered_set: frozenset[ClassSymbol] | None = None
        self._registered: list[tuple[str, ClassSymbol]] | None = None

    def optional(self, selector: Selector) -> bool:
        """Whether a role may find nothing without anyone being told."""
        if isinstance(selector, Mapping):
            return bool(selector.get("optional")) or any(
                self.optional(one) for one in listed(selector.get("any_of")) if isinstance(one, str)
            )
        role = self.engine.roles.get(selector)
        if role is None:
            return False
        if not in_range(role.get("since"), role.get("until"), self.version):
            return True
        inner = [role.get(kind) for kind in ("class", "function", "owns") if isinstance(role.get(kind), str)]
        return self.optional(role) or any(self.optional(one) for one in inner if one in self.engine.roles)

    def over_registered(self, selector: Selector) -> bool:
        """Whether a selector names registered classes: by itself, or through the role it narrows."""
        return self.narrowing(selector) is not None

    def narrowing(self, selector: Selector) -> tuple[str, ...] | None:
        """The roles from a selector to the registered classes, itself first; None when it names others."""
        walked: list[str] = []
        while isinstance(selector, str) and selector not in walked:
            if selector == "registered":
                return tuple(walked)
            walked.append(selector)
            shape = self.engine.roles.get(selector, {})
            alternatives = [one for one in shape.get("any_of", ()) if isinstance(one, str)]
            selector = shape.get("class") or (alternatives[0] if alternatives else None)
        return None

    # --- subjects

    def subjects(self, selector: Selector) -> list[Subject]:
        """Everything a `for` selector names in this release, sorted by file and line."""
        role = selector if isinstance(selector, str) else ""
        shape = self._shape(selector)
        if "function" in shape:
            found = [Subject(role, function=f) for f in self.functions(selector)]
        elif "call" in shape:
            found = self._calls(role, shape)
        else:
            found = [Subject(self._narrow(role, c), cls=c) for c in self.classes(selector)]
        return sorted(found, key=lambda subject: (subject.file, subject.line, subject.column))

    def _narrow(self, role: str, cls: ClassSymbol) -> str:
        """The role among the alternatives of `any_of` that a class is there for: severities go by it."""
        for one in listed(self.engine.roles.get(role, {}).get("any_of")):
            if isinstance(one, str) and self.is_in(cls, one):
                return one
        return role

    def _calls(self, role: str, shape: Mapping[str, Any]) -> list[Subject]:
        """Calls of a member by its name, in the functions that hold them."""
        call = shape["call"]
        match = events.calls(self.engine, call)
        names = [
            n
            for one in listed(call)
            for n in (self.names(one) if one in self.engine.roles else [last_name(one)])
        ]
        inside = shape.get("in")
        wanted: Callable[[FunctionSymbol], bool] = lambda function: True  # noqa: E731
        if isinstance(inside, str):
            owners = set(self.classes(inside))
            wanted = lambda function: function.owner in owners  # noqa: E731
        elif isinstance(inside, Mapping):
            patterns = listed(inside.get("function"))
            wanted = lambda function: any(fnmatch.fnmatchcase(function.name, p) for p in patterns)  # noqa: E731
        found: dict[str, Subject] = {}
        for function in self.texts(names, shape.get("under")):
            if function.name in names or not wanted(function):
                continue
            for event in self.happens(function):
                if match(event) and event.place.symbol == function.header.qualname:
                    subject = Subject(role, function=function, event=event)
                    found.setdefault(subject.key, subject)
        return list(found.values())

    # --- classes

    def registered(self) -> list[tuple[str, ClassSymbol]]:
        """The registered classes with the file that registers each."""
        if self._registered is None:
            files = f"{self.engine.root}/{self.engine.registry['modules']}".lstrip("/")
            self._registered = registered(self.program, files, self.engine.registry["name"])
        return self._registered

    def classes(self, selector: Selector) -> list[ClassSymbol]:
        """The classes of a role or class selector."""
        if isinstance(selector, str):
            if selector not in self._classes:
                self._classes[selector] = []  # what a role in terms of itself sees
                self._classes[selector] = self._find_classes(selector, self._shape(selector))
            return self._classes[selector]
        return self._find_classes("", dict(selector))

    def is_in(self, cls: ClassSymbol, selector: Selector) -> bool:
        """Whether a class is of a role; asked of one class, without finding all that are."""
        if not isinstance(selector, str) or selector in self._classes:
            return cls in self.classes(selector)
        key = (cls, selector)
        if key not in self._belonging:
            self._belonging[key] = self._belongs(cls, selector)
        return self._belonging[key]

    def _belongs(self, cls: ClassSymbol, role: str) -> bool:
        shape = self._shape(role)
        base = shape.get("class")
        if any(isinstance(one, str) for one in listed(shape.get("any_of"))) or base in (None, "any"):
            return cls in self.classes(role)
        if not in_range(shape.get("since"), shape.get("until"), self.version):
            return False
        if base == "registered":
            return cls in self._all_registered() and self._fits(cls, shape)
        return self._fits(cls, shape) and self.is_in(cls, base)

    def _all_registered(self) -> frozenset[ClassSymbol]:
        if self._registered_set is None:
            self._registered_set = frozenset(cls for _, cls in self.registered())
        return self._registered_set

    def _find_classes(self, role: str, shape: Mapping[str, Any]) -> list[ClassSymbol]:
        if not in_range(shape.get("since"), shape.get("until"), self.version):
            return []
        alternatives = [one for one in listed(shape.get("any_of")) if isinstance(one, str)]
        if alternatives:
            return list(dict.fromkeys(cls for one in alternatives for cls in self.classes(one)))
        if "class_name" in shape:
            found = self._named(listed(shape["class_name"]))
        elif shape.get("class") == "registered":
            found = [cls for _, cls in self.registered()]
        elif shape.get("class") == "any":
            found = self._owners(shape)
        else:
            # A role's own tests come before those of the role it narrows, which may cost more.
            base = shape["class"]
            return [cls for cls in self._roots(base) if self._fits(cls, shape) and self.is_in(cls, base)]
        return [cls for cls in dict.fromkeys(found) if self._fits(cls, shape)]

    def _roots(self, role: str) -> list[ClassSymbol]:
        """The classes that a role's are among: the registered ones, or all of a role that isn't narrowed."""
        base = self._shape(role).get("class")
        if role in self._classes:
            return self._classes[role]
        if base == "registered":
            return list(dict.fromkeys(cls for _, cls in self.registered()))
        return self._roots(base) if isinstance(base, str) and base != "any" else self.classes(role)

    def fits(self, cls: ClassSymbol, role: str) -> bool:
        """Whether a class passes a role's own tests; cheaper than to find all classes of the role."""
        return self._fits(cls, self._shape(role))

    def _fits(self, cls: ClassSymbol, shape: Mapping[str, Any]) -> bool:
        tests: dict[str, Callable[[Any], bool]] = {
            "under": lambda folder: f"/{folder}/" in f"/{cls.module.file}",
            "writes": lambda names: any(self._writes(cls, str(name)) for name in listed(names)),
            "has": lambda role: member(self.program, cls, self.names(role)).how != "none",
            "forward_reads": lambda chains: any(self._reads(cls, str(chain)) for chain in listed(chains)),
            "forward_reaches": lambda role: self._reaches(cls, role),
            "forward_enters": lambda role: self._enters(cls, role),
            "forward_open": lambda wanted: (
                calls_open_part(self.forward(cls, until=lambda callee: False)) == wanted
            ),
            "unless": lambda one: not self._excepted(cls, one),
            "any_of": lambda parts: any(
                all(tests[key](wanted) for key, wanted in part.items())
                for part in parts
                if isinstance(part, Mapping)
            ),
        }
        # What costs least is asked first.
        order = (
            "under",
            "writes",
            "has",
            "forward_reads",
            "any_of",
            "unless",
            "forward_open",
            "forward_enters",
            "forward_reaches",
        )
        return all(tests[key](shape[key]) for key in order if key in shape)

    def _excepted(self, cls: ClassSymbol, selector: Any) -> bool:
        if isinstance(selector, Mapping) and "subclass_of" in selector:
            others = self._find_classes("", {k: v for k, v in self._shape(selector["subclass_of"]).items()
                                             if k != "unless"})  # fmt: skip
            return any(other != cls and other in self.program.mro(cls) for other in others)
        return self.is_in(cls, selector)

    def _named(self, patterns: Sequence[str]) -> list[ClassSymbol]:
        words = [max(re.findall(r"\w+", pattern), key=len) for pattern in patterns]
        names = "|".join(re.escape(pattern).replace(r"\*", r"\w*") for pattern in patterns)
        defined = re.compile(rf"class\s+(?:{names})\b".encode())  # may stand in a text: the modules are asked
        sources = [source for source in self.program.holding(words) if defined.search(source.data)]
        modules = self.program.parse_all(sources)
        return [
            cls
            for module in modules
            for cls in classes_of(module)
            if any(fnmatch.fnmatchcase(cls.name, pattern) for pattern in patterns)
        ]

    def _owners(self, shape: Mapping[str, Any]) -> list[ClassSymbol]:
        owned = self.functions(shape["owns"]) if "owns" in shape else []
        return [function.owner for function in owned if function.owner is not None]

    def _writes(self, cls: ClassSymbol, name: str) -> bool:
        pattern = re.compile(rf"(\.{name}\s*(:[^=\n]+)?=[^=]|setattr\([^)]*['\"]{name}['\"])")
        return any(
            pattern.search(self.program.text(method))
            for base in self.program.mro(cls)
            if isinstance(base, ClassSymbol) and self.program.holds(base.module.file, name)
            for method in (FunctionSymbol(base.module, header, base) for header in base.header.methods)
        )

    def _reads(
        self, cls: ClassSymbol, pattern: str, depth: int = 2, seen: set[ClassSymbol] | None = None
    ) -> bool:
        """Whether a class, a base or a class it builds or names to be built speaks of an attribute chain."""
        seen = set() if seen is None else seen
        words = pattern.lstrip("*.")
        for base in self.program.mro(cls):
            if not isinstance(base, ClassSymbol) or base in seen:
                continue
            seen.add(base)
            if self.program.holds(base.module.file, words) and words in self.program.class_text(base):
                return True
            if depth:
                for name in self.program.builds(base):
                    built = self.program.find(base.module, name)
                    if isinstance(built, ClassSymbol) and self._reads(built, pattern, depth - 1, seen):
                        return True
        return False

    # --- what a forward does

    def _reaches(self, cls: ClassSymbol, role: str) -> bool:
        """Whether the forward of a class, or one that it enters, calls an instance of a role or speaks of its name."""
        words = self._reaching_names(role)
        spoken = re.compile(rf"\.(?:{'|'.join(map(re.escape, words))})\b")

        def calls(method: FunctionSymbol | None) -> bool:
            if method is None or method.name == "__init__":  # makes it, and calls nothing
                return False
            return bool(spoken.search(self.program.text(method)))

        def leads(callee: Value | None) -> bool:
            made = class_of(callee)
            if isinstance(callee, Closure):
                return made is not None and calls(callee.function)
            return made is not None and calls(self.program.method(made, self.asker.rules.called))

        if calls(self.program.method(cls, self.asker.rules.called)):
            return True
        return any(
            leads(event.callee) or (event.kind == "call" and event.chain.rpartition(".")[2] in words)
            for event in self.forward(cls, until=leads)
        )

    def _reaching_names(self, role: str) -> list[str]:
        """The attribute names by which instances of a class role are called: those of the role's call."""
        call = self.engine.roles.get(f"{role}.call", {}).get("call")
        return [last_name(pattern) for pattern in listed(call)] or self.names(role)

    def _enters(self, cls: ClassSymbol, role: str) -> bool:
        offering = set(self.classes(role))
        if not self._mentions(cls, {other.name for other in offering}):
            return False
        others = offering - {cls}
        called = self.forward(cls, until=lambda callee: class_of(callee) in others)
        return any(class_of(event.callee) in others for event in called)

    def _mentions(self, cls: ClassSymbol, names: set[str]) -> bool:
        """Whether a file that defines a class or one of its bases speaks of one of these classes."""
        pattern = re.compile("|".join(map(re.escape, sorted(names))).encode() or rb"(?!)")
        files = {base.module.file for base in self.program.mro(cls) if isinstance(base, ClassSymbol)}
        return any(pattern.search(self.program.source(file).data) for file in files)


def entered_classes(steps: list[Step]) -> list[ClassSymbol]:
    """The classes of the objects whose methods a trace enters."""
    return [cls for event in all_events(steps) if (cls := class_of(event.callee)) is not None]


def calls_open_part(called: Iterable[Event]) -> bool:
    """Whether these calls have a part known only at run time among them: it may be the language model."""
    for event in called:
        callee = event.callee
        if event.kind != "call" or not isinstance(callee, Opaque) or callee.deferred is not None:
            continue
        # What an outside package builds is no part of the code base, and none of its language models.
        foreign = callee.step.startswith("call ") and not any(
            isinstance(i, Opaque) for i in callee.inputs[:1]
        )
        if not is_free(callee) or (re.fullmatch(r"self\.\w+", event.chain) and not foreign):
            return True
    return False


def class_of(callee: Value | None) -> ClassSymbol | None:
    """The class of the object that is called, or whose method is; None for any other callee."""
    made = callee.receiver if isinstance(callee, Closure) else callee
    return made.cls if isinstance(made, Object) and isinstance(made.cls, ClassSymbol) else None
