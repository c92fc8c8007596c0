"""A draft's tensors and the parameters that none of them fills -> names under which the release would load them.

Both sides come from the release: which names its loading method drops, and which it takes. A name is offered
only if loading the tensor under it was evaluated and fills a parameter that lacks it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flowtrace.checks.fates import Drafted
from flowtrace.flow.loading import LOADED, LOGGED, SILENT

_ALIKE = 2  # words at the end of two names that must be the same: the part, and `weight` or `bias`


def renames(found: Drafted) -> dict[str, str]:
    """New names by old ones, for the tensors that are dropped and have exactly one place to go."""
    dropped = [fate.name for fate in found.fates if fate.word in (SILENT, LOGGED)]
    if not dropped:
        return {}
    taken = {fate.name for fate in found.fates if fate.word == LOADED}
    wanted = [name for name in _lacking(found) if name not in taken]
    pairs = {old: new for old in dropped if (new := _closest(old, wanted))}
    twice = {new for new, count in Counter(pairs.values()).items() if count > 1}
    chosen = {old: new for old, new in pairs.items() if new not in twice}
    loads = {fate.name for fate in found.loading.fates(sorted(chosen.values())) if fate.word == LOADED}
    fits = {old for old, new in chosen.items() if _fits(found, old, new)}
    return {old: new for old, new in sorted(chosen.items()) if new in loads and old in fits}


def _lacking(found: Drafted) -> Iterator[str]:
    """The names by which the parameters load that are left as they were made."""
    wanting = {one.name for one in found.parameters() if one.filling.wanting}
    left = tuple(one for one in found.loading.registry.parameters if one.name in wanting)
    for fate in found.loading.of(left, found.fused):
        if fate.word == LOADED:
            yield fate.name


def _closest(old: str, wanted: list[str]) -> str:
    """The one name whose end is alike for the longest; empty when there is none, or more than one."""
    alike = {new: _common(old, new) for new in wanted}
    best = max(alike.values(), default=0)
    found = [new for new, count in alike.items() if count == best]
    return found[0] if best >= _ALIKE and len(found) == 1 else ""


def _common(one: str, other: str) -> int:
    count = 0
    for left, right in zip(reversed(one.split(".")), reversed(other.split(".")), strict=False):
        if left != right:
            break
        count += 1
    return count


def _fits(found: Drafted, old: str, new: str) -> bool:
    into = next((fate.into for fate in found.loading.fates([new])), ())
    return len(into) == 1 and not found.fitting.misfit(found.given[old], into[0], new)


def shown(renamed: dict[str, str]) -> str:
    """The renaming in words: by the prefix where all share one, else by name."""
    prefixes = {_prefixes(old, new) for old, new in renamed.items()}
    if len(prefixes) == 1:
        old, new = next(iter(prefixes))
        if old and new:
            return f"Rename {old}* to {new}* ({len(renamed)} tensors)."
    pairs = [f"{old} to {new}" for old, new in renamed.items()]
    return f"Rename {'; '.join(pairs)}."


def _prefixes(old: str, new: str) -> tuple[str, str]:
    count = _common(old, new)
    return tuple("".join(f"{word}." for word in name.split(".")[:-count]) for name in (old, new))  # type: ignore[return-value]
