"""The target (and draft) that a user named -> which subjects and which made-up worlds concern that pair.

A class of the engine's registry concerns it when it is one of theirs or wrapped by one; what stands outside the
registry, workers and runners above all, does unless the engine file sets it apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flowtrace.binding import Binding, Subject
from flowtrace.binding.binding import class_of
from flowtrace.checks.yours import Yours
from flowtrace.graph.symbols import ClassSymbol

_DRAFTS = "draft.any"


@dataclass(frozen=True)
class Focus:
    """What concerns one pair."""

    registered: frozenset[ClassSymbol]
    theirs: frozenset[ClassSymbol]
    apart: frozenset[ClassSymbol]
    strange: frozenset[str]  # made-up worlds that the draft in hand is not known to be like

    def takes(self, subject: Subject) -> bool:
        """Whether a subject concerns the pair."""
        cls = subject.cls or (subject.function.owner if subject.function else None)
        if cls is None or cls not in self.registered:
            return cls not in self.apart
        return cls in self.theirs


def focus(binding: Binding, hand: Yours) -> Focus | None:
    """The focus on the target in hand; None when no target was named."""
    if not hand.targets:
        return None
    registered = [cls for _, cls in binding.registered()]
    theirs = {
        one for cls in registered if cls.name in hand.targets for one in _with_inner(binding, cls, registered)
    }
    drafts = [cls for cls in registered if cls.name == hand.architecture]
    drafts = drafts if hand.draft is not None else binding.classes(_DRAFTS)
    theirs |= set(drafts)
    apart = {cls for role in binding.engine.apart for cls in binding.classes(role)}
    return Focus(frozenset(registered), frozenset(theirs), frozenset(apart), _strange(binding, hand))


def _with_inner(binding: Binding, cls: ClassSymbol, registered: Sequence[ClassSymbol]) -> list[ClassSymbol]:
    """A class and the registered ones that its forward enters."""
    others = {one for one in registered if one != cls}
    called = binding.forward(cls, until=lambda callee: class_of(callee) in others)
    return [cls, *(inner for event in called if (inner := class_of(event.callee)) in others and inner)]


def _strange(binding: Binding, hand: Yours) -> frozenset[str]:
    """The worlds that the draft in hand is not known to be like; without a draft, none is strange."""
    if hand.draft is None:
        return frozenset()
    worlds = binding.specs.worlds.values()
    return frozenset(world.name for world in worlds if world.like and not hand.meets(world.like))
