"""Turns the range of an invariant or a role and a release's version into yes or no.

Versions compare as the package index orders them; a local part (`+cu129`) does not count.
"""

from __future__ import annotations

from functools import cache

from packaging.version import InvalidVersion, Version

from flowtrace.errors import InputError


def in_range(since: str | None, until: str | None, version: str | None) -> bool:
    """Whether `version` is neither before `since` nor after `until`; None is newer than every release."""
    if version is None:
        return until is None
    release = _parsed(version)
    return (since is None or _parsed(since) <= release) and (until is None or release <= _parsed(until))


def is_version(word: str) -> bool:
    """Whether the word can be read as a version."""
    try:
        _parsed(word)
    except InputError:
        return False
    return True


@cache
def _parsed(word: str) -> Version:
    try:
        return Version(Version(word).public)
    except InvalidVersion:
        raise InputError(f"'{word}' is not a version such as 0.5.9") from None
