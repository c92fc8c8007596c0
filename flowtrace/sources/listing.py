"""The name of a known engine's package -> its releases on the package index that have a wheel.

Nothing is fetched; `release` does that for the one that is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path

from packaging.version import InvalidVersion, Version

from flowtrace.errors import InputError
from flowtrace.sources.package import Engine
from flowtrace.sources.release import kept, offered, parse_requirement


def releases(
    package: str, engines: Sequence[Engine], *, since: str | None = None, until: str | None = None
) -> tuple[str, ...]:
    """The versions from `since` to `until`, both included, oldest first; pre-releases are left out."""
    requirement = parse_requirement(package, engines)
    if str(requirement.specifier):
        raise InputError(
            f"{package!r}: name the package alone, as in {requirement.name}, and a range beside it."
        )
    first, last = _bound(since), _bound(until)
    known = offered(requirement.name)
    chosen = [
        each
        for each in known
        if not each.is_prerelease and (first is None or first <= each) and (last is None or each <= last)
    ]
    if not chosen:
        raise InputError(f"{package} has no release in that range; the newest is {known[-1]}.")
    return tuple(map(str, chosen))


def within(text: str, engines: Sequence[Engine], wheels: Path, until: float = inf) -> tuple[str, ...]:
    """The releases that a requirement such as `package>=1.2` allows, each as `package==version`, oldest first.

    Where the index can't be reached, those whose wheels are in the folder `wheels`. Nobody waits for it longer than
    `until`, on the monotonic clock.
    """
    requirement = parse_requirement(text, engines)
    try:
        known = offered(requirement.name, until)
    except InputError:
        known = kept(requirement.name, wheels)
        if not known:
            raise
    chosen = [each for each in known if requirement.specifier.contains(each, prereleases=False)]
    if not chosen:
        raise InputError(f"{text} allows no release; the newest is {known[-1]}.")
    return tuple(f"{requirement.name}=={each}" for each in chosen)


def _bound(text: str | None) -> Version | None:
    try:
        return None if text is None else Version(text)
    except InvalidVersion as error:
        raise InputError(f"{text!r} is not a version such as 0.5.9 or 0.5.9.post1.") from error
