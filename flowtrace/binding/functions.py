"""An engine's roles of functions in one release: which functions they are, found once and kept.

What a function calls, takes apart or reads decides; classes are found elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flowtrace.binding import events
from flowtrace.binding.asking import Asking
from flowtrace.binding.rules import listed
from flowtrace.flow.run import Limits
from flowtrace.flow.values import Closure
from flowtrace.graph.program import Program, functions_of
from flowtrace.graph.symbols import FunctionSymbol
from flowtrace.spec.model import Specs
from flowtrace.spec.versions import in_range

Selector = Any
_ACTS = ("calls", "calls_any", "unpacks", "reads_key")  # what makes a function one of a role


class Functions(Asking):
    """Finds the functions of roles and function selectors."""

    def __init__(
        self, program: Program, specs: Specs, version: str | None, limits: Limits | None = None
    ) -> None:
        super().__init__(program, specs, version, limits)
        self._functions: dict[str, list[FunctionSymbol]] = {}

    def functions(self, selector: Selector) -> list[FunctionSymbol]:
        """The functions of a role or function selector."""
        if isinstance(selector, str):
            if selector not in self._functions:
                self._functions[selector] = []
                self._functions[selector] = self._find_functions(self._shape(selector))
            return self._functions[selector]
        return self._find_functions(dict(selector))

    def _find_functions(self, shape: Mapping[str, Any]) -> list[FunctionSymbol]:
        if not in_range(shape.get("since"), shape.get("until"), self.version):
            return []
        base = shape["function"]
        own = {key: value for key, value in shape.items() if key != "function"}
        inherited = {} if base == "any" else dict(self._shape(base))
        if not own.keys().isdisjoint(_ACTS):
            inherited.pop("any_of", None)
        merged = {**inherited, **own}
        if "any_of" in merged:
            found = self._one_of(merged)
        elif "reads_key" in merged:
            found = [
                f
                for f in self.texts(listed(merged["reads_key"]), merged.get("under"))
                if self._takes(f, merged)
            ]
        elif "unpacks" in merged:
            found = self._unpacking(merged)
        else:
            found = self._acting(merged)
        excepted = set(self.functions(shape["unless"])) if "unless" in shape else set()
        return [function for function in found if function not in excepted]

    def _one_of(self, shape: Mapping[str, Any]) -> list[FunctionSymbol]:
        """The functions of several alternatives; of a later one, only those that enter none of an earlier."""
        rest = {key: value for key, value in shape.items() if key not in ("any_of", "unless")}
        found: list[FunctionSymbol] = []
        for part in shape["any_of"]:
            more = self._find_functions({**rest, "function": "any", **part})
            found += [f for f in more if f not in found and not self._enters_one(f, found)]
        return found

    def _enters_one(self, function: FunctionSymbol, others: list[FunctionSymbol]) -> bool:
        callees = [event.callee for event in self.happens(function)] if others else []
        return any(isinstance(callee, Closure) and callee.function in others for callee in callees)

    def _takes(self, function: FunctionSymbol, shape: Mapping[str, Any]) -> bool:
        """Whether a function reads a key from a config, and not only its own attribute of that name."""
        keys = "|".join(map(re.escape, listed(shape["reads_key"])))
        return bool(re.search(rf"""['"](?:{keys})['"]""", self.program.text(function)))

    def _unpacking(self, shape: Mapping[str, Any]) -> list[FunctionSymbol]:
        """The functions that take apart what a call of this role returns; one that returns it whole does not."""
        match = events.calls(self.engine, shape["unpacks"])
        names = self.call_names(shape["unpacks"])
        found = []
        for function in self.texts(names, shape.get("under")):
            happening = [] if function.name in names else self.happens(function)
            made = [e.result for e in happening if match(e) and e.place.symbol == function.header.qualname]
            if any(e.kind == "unpack" and any(e.result is value for value in made) for e in happening):
                found.append(function)
        return found

    def _acting(self, shape: Mapping[str, Any]) -> list[FunctionSymbol]:
        """The innermost functions in which one of these calls happens, on a receiver that fits."""
        roles = listed(shape.get("calls_any")) + listed(shape.get("calls"))
        names = [name for role in roles for name in self.call_names(role)]
        match = events.action(self.engine, {"call": roles, "receiver": shape.get("receiver")})
        direct = [f for f in self.texts(names, shape.get("under")) if f.name not in names]
        found = [
            f
            for f in direct
            if any(match(e) for e in self.happens(f) if e.place.symbol.startswith(f.header.qualname))
        ]
        missing = [f for f in direct if f not in found]
        return found + [f for f in self._callers(missing, found) if any(match(e) for e in self.happens(f))]

    def _callers(self, helpers: list[FunctionSymbol], found: list[FunctionSymbol]) -> list[FunctionSymbol]:
        """Functions of the helpers' modules that call one of them: a receiver may be known only there."""
        result = []
        for helper in helpers:
            for function in functions_of(helper.module):
                if function in found or function in helpers or function in result:
                    continue
                if re.search(rf"\b{helper.name}\(", self.program.text(function)):
                    result.append(function)
        return result

    def _shape(self, selector: Selector) -> Mapping[str, Any]:
        if isinstance(selector, str):
            return self.engine.roles.get(selector, {"class": selector})
        return dict(selector)
