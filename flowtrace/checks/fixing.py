"""A draft in hand and what is broken about it -> the corrections that specs and the release itself tell.

Specs say how a broken demand on the files is mended; the release says which names its loader takes and which of
its draft classes takes them all. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from flowtrace.binding import Binding
from flowtrace.binding.rules import listed
from flowtrace.checks.checkpoint import judge
from flowtrace.checks.fates import Drafted, drafted
from flowtrace.checks.renames import renames
from flowtrace.checks.yours import WORLD, Yours
from flowtrace.draft.checkpoint import Draft
from flowtrace.draft.predicates import met
from flowtrace.draft.terms import Known, Pair, found
from flowtrace.findings import Verdict
from flowtrace.flow.loading import LOADED, SKIPPED
from flowtrace.graph.symbols import ClassSymbol
from flowtrace.spec.model import Invariant
from flowtrace.spec.versions import in_range

_DRAFT = "draft"
_ARCHITECTURES = "architectures"


@dataclass(frozen=True)
class Corrections:
    """What a corrected copy of a draft has other than the draft."""

    renames: Mapping[str, str] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    offsets: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to correct."""
        return bool(self.renames or self.config or self.removed or self.offsets)


def corrections(
    invariants: Iterable[Invariant], hand: Yours, version: str | None, bound: Callable[[Yours], Binding]
) -> Corrections:
    """What can be corrected; `bound` gives the release's roles in a world made of what is in hand."""
    assert hand.draft is not None
    known = [one for one in invariants if one.fix and in_range(one.since, one.until, version)]
    made, hand = _of_files(known, hand)
    assert hand.draft is not None
    binding = bound(hand)
    names = {cls.name: cls for _, cls in binding.registered()}
    wanted = [hand.architecture] if hand.architecture in names else []
    if any("architecture" in one.fix and _broken(one, hand) for one in known) or not wanted:
        cls, renamed = _fitting_class(binding, hand)
        if cls is None:
            return made
        config = {**made.config, _ARCHITECTURES: [cls.name]}
        return replace(made, config=config, renames=renamed)
    return replace(made, renames=_renames(binding, names[hand.architecture], hand.draft) or {})


def _of_files(invariants: list[Invariant], hand: Yours) -> tuple[Corrections, Yours]:
    """The corrections of broken demands, each seeing the config as those before it leave it."""
    made = Corrections()
    left = list(invariants)
    while (
        broken := next((one for one in left if _broken(one, hand) and _possible(one, hand)), None)
    ) is not None:
        left.remove(broken)
        made, hand = _corrected(broken.fix, made, hand)
    return made, hand


def _pair(hand: Yours) -> Pair:
    assert hand.draft is not None
    return Pair(hand.draft, hand.target_config, hand.served)


def _broken(invariant: Invariant, hand: Yours) -> bool:
    assert hand.draft is not None
    told = [judge(clause, hand.draft, hand.target_config, hand.served) for clause in invariant.clauses]
    return any(judged.verdict is Verdict.BROKEN for judged in told)


def _possible(invariant: Invariant, hand: Yours) -> bool:
    return met(invariant.fix.get("when", []), _pair(hand))


def _corrected(fix: Mapping[str, Any], made: Corrections, hand: Yours) -> tuple[Corrections, Yours]:
    assert hand.draft is not None
    config = hand.draft.config
    terms = {key: found(term, _pair(hand)) for key, term in fix.get("set", {}).items()}
    changes = {key: term.value for key, term in terms.items() if isinstance(term, Known)}
    for key in listed(fix.get("lift")):
        nested = config.get(key)
        changes |= {k: v for k, v in nested.items() if k not in config} if isinstance(nested, dict) else {}
    removed = tuple(key for key in listed(fix.get("remove")) if key in config)
    tensor = found(fix["offsets"], _pair(hand)) if "offsets" in fix else None
    offsets = (str(tensor.value),) if isinstance(tensor, Known) else ()
    made = replace(
        made,
        config={**made.config, **changes},
        removed=(*made.removed, *removed),
        offsets=(*made.offsets, *offsets),
    )
    return made, replace(hand, draft=_with(hand.draft, changes, removed))


def _with(draft: Draft, changes: Mapping[str, Any], removed: tuple[str, ...]) -> Draft:
    values = deepcopy(dict(draft.config))
    for key, value in changes.items():
        *above, last = key.split(".")
        place = values
        for part in above:
            place = place.setdefault(part, {})
        place[last] = value
    values = {key: value for key, value in values.items() if key not in removed}
    return replace(draft, configuration=replace(draft.configuration, values=values))


# --- classes and names


def _fitting_class(binding: Binding, hand: Yours) -> tuple[ClassSymbol | None, Mapping[str, str]]:
    """The one draft class that takes every tensor, and under which names; None when there is none, or several."""
    assert hand.draft is not None
    taking = {cls: _renames(binding, cls, hand.draft, every=True) for cls in binding.classes(_DRAFT)}
    fitting = [(cls, renamed) for cls, renamed in taking.items() if renamed is not None]
    return fitting[0] if len(fitting) == 1 else (None, {})


def _renames(
    binding: Binding, cls: ClassSymbol, draft: Draft, *, every: bool = False
) -> Mapping[str, str] | None:
    """New names for tensors that a class drops; with `every`, None unless it then takes all of them."""
    taken = drafted(binding, cls, draft.tensors, WORLD)
    if not isinstance(taken, Drafted):
        return None
    renamed = renames(taken)
    left = [
        fate.name for fate in taken.fates if fate.word not in (LOADED, SKIPPED) and fate.name not in renamed
    ]
    return None if every and left else renamed
