"""One program and its evaluator -> what functions do, each asked once and kept; and where a text stands.

Which of them play a role is not asked here: `binding` knows the roles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flowtrace.binding.rules import last_name, listed, own_chains, pins_of, rules_of
from flowtrace.flow.ask import Asker, Outcome
from flowtrace.flow.assumptions import Assumptions
from flowtrace.flow.run import Limits, Run
from flowtrace.flow.trace import Event
from flowtrace.flow.trace import events as all_events
from flowtrace.flow.values import Closure, Object, Place, Value
from flowtrace.graph.program import Program, functions_of
from flowtrace.graph.symbols import ClassSymbol, FunctionSymbol
from flowtrace.spec.model import Specs


class Asking:
    """Questions to the functions and texts of one program, under the pins and worlds of its specs."""

    def __init__(
        self, program: Program, specs: Specs, version: str | None, limits: Limits | None = None
    ) -> None:
        self.program = program
        self.specs = specs
        self.engine = specs.engine
        self.version = version
        self.asker = Asker(program, rules_of(specs.engine), limits)
        by_configs = {repr(world.configs): name for name, world in reversed(tuple(specs.worlds.items()))}
        # The first world with the same configs: what is asked in one need not be asked in the other.
        self._worlds = {name: by_configs[repr(world.configs)] for name, world in specs.worlds.items()}
        self._texts: dict[tuple[Any, ...], list[FunctionSymbol]] = {}
        self._forwards: dict[ClassSymbol, list[Event]] = {}
        self._asked: dict[tuple[Any, ...], Outcome] = {}
        self._assumptions: dict[tuple[Any, ...], Assumptions] = {}

    def assumptions(
        self, assume: Mapping[str, Any], world: str, driven: bool = False, config: str | None = None
    ) -> Assumptions:
        """The pins of a clause's assumptions in one of the specs' worlds; the same object for one question.

        With `config`, every chain that reaches a config reaches this one.
        """
        world = self._worlds[world]
        key = (tuple(sorted((name, repr(value)) for name, value in assume.items())), world, driven, config)
        if key not in self._assumptions:
            pins = pins_of(self.program, self.engine, assume)
            configs = self.specs.worlds[world].configs
            chains = own_chains(self.engine, assume)
            self._assumptions[key] = self.asker.assumptions(pins, configs, driven, config, chains)
        return self._assumptions[key]

    def config_role(self, role: str) -> str:
        """The config that instances of a role are built from: the draft's for drafts, else the target's."""
        return "draft" if role.split(".")[0] == "draft" else "target"

    def names(self, role: str) -> list[str]:
        """The member names of a role; a name that is no role stands for itself."""
        selector = self.engine.roles.get(role, {})
        found = [*listed(selector.get("method")), *listed(selector.get("attribute"))]
        return found or [last_name(role)]

    def call_names(self, role: str) -> list[str]:
        """The names a role's members and calls go by; a name that is no role stands for itself."""
        selector = self.engine.roles.get(role, {})
        patterns = [*listed(selector.get("method")), *listed(selector.get("call"))]
        return [last_name(str(pattern)) for pattern in patterns] or [last_name(role)]

    def texts(self, words: Sequence[str], under: str | None = None) -> list[FunctionSymbol]:
        """The functions below a folder whose text holds one of the words."""
        key = (tuple(words), under)
        if key not in self._texts:
            self._texts[key] = list(self._search(words, under))
        return self._texts[key]

    def _search(self, words: Sequence[str], under: str | None) -> Iterator[FunctionSymbol]:
        whole = [(word, re.compile(rf"\b{re.escape(word)}\b")) for word in words]
        sources = self.program.holding(words, under=under)
        for module in self.program.parse_all(sources):
            for function in functions_of(module):
                text = self.program.text(function)
                if any(word in text and pattern.search(text) for word, pattern in whole):
                    yield function

    def happens(self, function: FunctionSymbol) -> list[Event]:
        """Every event of a function with nothing assumed, on whatever path."""
        outcome = self.asked(function, self.assumptions({}, "plain"))
        return list(all_events(outcome.trace))

    def callers(self, function: FunctionSymbol) -> list[FunctionSymbol]:
        """The functions of the tree that call a free function by its name."""
        if function.owner is not None:
            return []
        pattern = re.compile(rf"\b{re.escape(function.name)}\(")
        return [
            f for f in self.texts([function.name]) if f != function and pattern.search(self.program.text(f))
        ]

    def asked(
        self, function: FunctionSymbol, assumptions: Assumptions, arguments: Mapping[str, Any] | None = None
    ) -> Outcome:
        """A function called on an object of its class of which no construction is known."""
        key = (function, id(assumptions), repr(arguments))
        if key not in self._asked:
            if function.owner is not None:
                run, subject = self.asker.known(function.owner, assumptions)
                self._asked[key] = self.asker.call(run, subject, function, arguments)
            else:
                run = Run(self.program, assumptions, self.asker.limits)
                self._asked[key] = self.asker.call(run, None, function, arguments)
        return self._asked[key]

    def forward(self, cls: ClassSymbol, until: Callable[[Value], bool]) -> list[Event]:
        """What happens when an instance is called, with marks as a setter leaves them; nothing without a forward.

        A callee that `until` is true of is not entered, be it the entry itself: that may be a part's forward.
        """
        if cls in self._forwards:
            return self._forwards[cls]
        run, subject = self.asker.built(cls, self._followed(), "target")
        landings: list[Value] = []

        def landed(callee: Value, _: Sequence[Value]) -> bool:
            if not until(callee):
                return False
            landings.append(callee)
            return True

        run.landed = landed
        entry = self.entry(run, subject)
        if entry is not None and until(entry):
            return [
                Event("call", subject.place or Place("", 0, 0, ""), name=entry.function.name, callee=entry)
            ]
        found = list(all_events(self.asker.call(run, subject, entry).trace)) if entry else []
        if not landings:  # followed to its ends, it answers whatever else is looked for
            self._forwards[cls] = found
        return found

    def _followed(self) -> Assumptions:
        """What the forwards of registered classes are followed under, to see what they reach and enter."""
        return self.assumptions(self.engine.registry.get("assume", {}), "plain", driven=True)

    def entry(self, run: Run, subject: Object) -> Closure | None:
        """The method that calling an instance enters."""
        return self.asker.reached(run, subject, ("__call__", self.asker.rules.called))

    def never_built(self, cls: ClassSymbol, assumptions: Assumptions) -> str:
        """Why no object of a class exists under these assumptions: its constructor asserts otherwise."""
        init = self.program.method(cls, "__init__")
        names = {name for pin in assumptions.pins for name in pin.attributes}
        if init is None or not any(name in self.program.text(init) for name in names):
            return ""
        if not re.search(r"\b(?:assert|raise)\b", self.program.text(init)):
            return ""
        outcome = self.asked(init, assumptions)
        if outcome.value is None and not outcome.exhausted and outcome.stopped:
            return f"{cls.name} is not built under these assumptions: {outcome.stopped}"
        return ""
