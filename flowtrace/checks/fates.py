"""A draft in hand -> what this release does with each of its tensors, and what fills each parameter.

`check` and `draft` both ask here, so that they can't tell two stories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from flowtrace import fates
from flowtrace.binding import Binding
from flowtrace.binding.rules import listed
from flowtrace.checks.fitting import Fitting
from flowtrace.checks.instance import Unmade, loading, sized
from flowtrace.checks.question import step
from flowtrace.checks.sharing import Share, share
from flowtrace.checks.yours import WORLD, Yours
from flowtrace.draft.header import TensorFact
from flowtrace.fates import Filling, Loaded, ParameterFate, TensorFate
from flowtrace.findings import Step
from flowtrace.flow import sizes
from flowtrace.flow.loading import LOADED, LOGGED, RAISES, SILENT, SKIPPED, UNKNOWN, Fate, Loading
from flowtrace.flow.parameters import Registered
from flowtrace.flow.values import Place
from flowtrace.graph.symbols import ClassSymbol

_WORDS = {
    LOADED: fates.Fate.LOADED,
    SKIPPED: fates.Fate.SKIPPED,
    SILENT: fates.Fate.SILENT,
    LOGGED: fates.Fate.LOGGED,
    RAISES: fates.Fate.RAISES,
    UNKNOWN: fates.Fate.UNKNOWN,
}


@dataclass(frozen=True)
class Drafted:
    """A draft's tensors put through its class's loading method, and what the worker shares afterwards."""

    loading: Loading
    given: Mapping[str, TensorFact]
    fates: tuple[Fate, ...]
    fitting: Fitting
    share: Share
    may_stay: tuple[str, ...]

    @property
    def fused(self) -> Mapping[str, Sequence[str]]:
        """Parameters that several tensors fill, and which."""
        return self.fitting.fused

    @property
    def refused(self) -> list[Fate]:
        """The tensors on which loading ends, since they don't fit what they are meant for."""
        return [fate for fate in self.fates if fate.word == RAISES and fate.into]

    def parameters(self) -> list[ParameterFate]:
        """What fills each parameter of the instance in the end."""
        return [self._parameter(one) for one in self.loading.registry.parameters]

    def _parameter(self, one: Registered) -> ParameterFate:
        into = [fate for fate in self.fates if fate.word == LOADED and one.name in fate.into]
        by = tuple(fate.name for fate in into)
        size = self.fitting.sized[one.name].sizes
        made = _step(one.value.place, "is made")
        if one.name in self.share.replaced:
            why = f"in place of {', '.join(by)}" if by else ""
            return ParameterFate(
                one.name, size, Filling.TARGET, self.share.replaced[one.name], (self.share.method,), why
            )
        lacking = self._lacking(one.name, by)
        if by and not lacking:
            return ParameterFate(one.name, size, Filling.CHECKPOINT, _step(into[0].place, "is loaded"), by)
        filling, why = self._unfilled(one, lacking)
        return ParameterFate(one.name, size, filling, made, by, why)

    def _lacking(self, parameter: str, by: Sequence[str]) -> list[str]:
        """The tensors a fused parameter still needs, beside those that came; the whole one may come instead."""
        for word, parts in self.fused.items():
            if word in parameter.split(".") and not any(word in name.split(".") for name in by):
                return [part for part in parts if not any(part in name.split(".") for name in by)]
        return []

    def _unfilled(self, one: Registered, lacking: Sequence[str]) -> tuple[Filling, str]:
        doubt = self._doubt(one)
        if doubt:
            return Filling.UNKNOWN, doubt
        if any(fnmatchcase(one.name, pattern) for pattern in self.may_stay):
            return Filling.DEFAULT, ""
        filled = sizes.filled_with(self.loading.run, one)
        refused = next((f for f in self.refused if one.name in f.into), None)
        part = f"no tensor fills its part {', '.join(lacking)}" if lacking else ""
        if refused is not None:
            part = f"{refused.name} is refused"
        if filled and not part:
            return Filling.INITIAL, f"left at {filled}"
        return Filling.RANDOM, part

    def _doubt(self, one: Registered) -> str:
        """Why it can't be told whether something fills a parameter; empty when nothing does."""
        if one.guards:
            test = one.guards[0][0]
            return f"whether it is there depends on {test.text} ({test.place.file}:{test.place.line})"
        unknown = [f for f in self.fates if f.word == UNKNOWN and (not f.into or one.name in f.into)]
        if unknown:
            return f"{unknown[0].name}: {unknown[0].reason}"
        return self.share.unsure or self.share.doubts.get(one.name, "")


def drafted(
    binding: Binding,
    cls: ClassSymbol,
    given: Mapping[str, TensorFact],
    world: str,
    assume: Mapping[str, Any] | None = None,
) -> Drafted | Unmade:
    """What a class does with these tensors, on one rank, in a world."""
    engine = binding.engine.parameters
    assumptions = binding.assumptions({**engine.get("assume", {}), **(assume or {})}, world)
    found = loading(binding, cls, assumptions, "draft")
    size = found if isinstance(found, Unmade) else sized(found)
    if isinstance(found, Unmade) or isinstance(size, Unmade):
        return found if isinstance(found, Unmade) else size  # type: ignore[return-value]
    fitting = Fitting(size, engine.get("fused", {}), int(engine.get("padded", 1)))
    fates = tuple(_fitted(found, fate, given, fitting) for fate in found.fates(sorted(given)))
    stays = tuple(listed(engine.get("may_stay")))
    return Drafted(found, given, fates, fitting, share(binding, found, world), stays)


def _fitted(found: Loading, fate: Fate, given: Mapping[str, TensorFact], fitting: Fitting) -> Fate:
    """A fate; where the tensor's shape is not that of its parameter, what the parameter's loader does, if known."""
    if fate.word != LOADED or len(fate.into) != 1:
        return fate
    (into,), shape = fate.into, given[fate.name].shape
    misfit, part = fitting.misfit(given[fate.name], into), fitting.part(fate.name, into)
    raises = found.refused(fate.name, shape, fitting.known) if misfit or part else None
    if raises is not None:
        reason = misfit or f"the shape {'x'.join(map(str, shape))} is not that of its part of {into}"
        return replace(fate, word=RAISES, reason=reason, place=raises)
    return replace(fate, word=UNKNOWN, reason=misfit) if misfit else fate


def told(binding: Binding, hand: Yours, tree: str, package: str) -> Loaded:
    """All of it for the draft in hand, whose class this release picks by name."""
    assert hand.draft is not None
    name = hand.architecture
    classes = [cls for _, cls in binding.registered() if cls.name == name]
    answer = Loaded(
        tree,
        binding.engine.id,
        package,
        binding.version,
        str(hand.draft.path),
        name,
        Step("", 0, "", ""),
        notes=hand.draft.notes,
    )
    if not classes:
        what = f"no class here is registered as {name}" if name else "the config names no architecture"
        line = hand.draft.configuration.line(("architectures",))
        return replace(answer, place=Step(hand.draft.configuration.path.name, line, "", what), refused=what)
    cls = classes[0]
    found = drafted(binding, cls, hand.draft.tensors, WORLD)
    at = cls.header
    if isinstance(found, Unmade):
        place = (
            _step(found.place, found.told) if found.place else Step(cls.module.file, at.line, at.qualname, "")
        )
        return replace(answer, place=place, refused=found.told, known=found.certain)
    return replace(
        answer,
        place=Step(cls.module.file, at.line, at.qualname, "is the draft's class"),
        tensors=_tensors(found, hand.draft.tensors),
        parameters=tuple(found.parameters()),
        notes=(
            *answer.notes,
            *(f"there may be more parameters: {gap}" for gap in found.loading.registry.gaps),
        ),
    )


def _tensors(found: Drafted, facts: Mapping[str, TensorFact]) -> tuple[TensorFate, ...]:
    """The fates of the tensors of a draft, in their order."""
    return tuple(_tensor(fate, facts[fate.name]) for fate in found.fates)


def _tensor(fate: Fate, fact: TensorFact) -> TensorFate:
    spelling = fate.spelling if fate.spelling != fate.name else ""
    return TensorFate(
        fate.name,
        fact.dtype,
        fact.shape,
        _WORDS[fate.word],
        _step(fate.place, "decides"),
        () if fate.word == RAISES else fate.into,
        spelling,
        fate.reason,
    )


def _step(place: Place | None, what: str) -> Step:
    return step(place, what) if place is not None else Step("", 0, "", what)
