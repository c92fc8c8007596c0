"""The seams of two releases -> what moved between them: roles, config keys that are read, names of tensors.

Lines don't count. A class that only one of them has is told by its role; its keys and names are not listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flowtrace.seam import Loader, Seam, Site


@dataclass(frozen=True)
class RoleMove:
    """A place of a role that the other release lacks: moved from `old` to `new`, or on one side alone."""

    role: str
    old: Site | None
    new: Site | None


@dataclass(frozen=True)
class KeyMove:
    """A config key that a reader reads only in the new release (`now`), or only in the old one; and where."""

    reader: str
    key: str
    site: Site
    now: bool


@dataclass(frozen=True)
class NameMove:
    """A word in tensor names that a class's loading treats otherwise: what became of it, and what does now.

    None stands for a word that is not looked for. With `parameter`, the word begins names of parameters.
    """

    symbol: str
    word: str
    old: str | None
    new: str | None
    parameter: bool = False


@dataclass(frozen=True)
class Moves:
    """All that moved, each kind sorted; `notes` tell what could not be compared."""

    roles: tuple[RoleMove, ...] = ()
    keys: tuple[KeyMove, ...] = ()
    names: tuple[NameMove, ...] = ()
    notes: tuple[str, ...] = ()


def moves(old: Seam, new: Seam) -> Moves:
    """What moved from `old` to `new`."""
    both = sorted(old.loaders.keys() & new.loaders.keys())
    loaders = [(symbol, old.loaders[symbol], new.loaders[symbol]) for symbol in both]
    return Moves(
        roles=tuple(
            each
            for role in sorted(old.roles.keys() | new.roles.keys())
            for each in _of_role(role, old.roles.get(role, ()), new.roles.get(role, ()))
        ),
        keys=tuple(
            each
            for reader in sorted(old.keys.keys() & new.keys.keys())
            for each in _of_reader(reader, old.keys[reader], new.keys[reader])
        ),
        names=tuple(each for symbol, before, after in loaders for each in _of_loader(symbol, before, after)),
        notes=tuple(
            f"the tensor names of {symbol} can't be compared: {before.unknown or after.unknown}"
            for symbol, before, after in loaders
            if before.unknown or after.unknown
        ),
    )


# --- roles


def _of_role(role: str, old: Iterable[Site], new: Iterable[Site]) -> Iterator[RoleMove]:
    """Places paired by qualified name, then by last name, then the only ones left; the rest stand alone."""
    gone, come = sorted(set(old) - set(new)), sorted(set(new) - set(old))
    for alike in (_qualified, _last, _any):
        for before in list(gone):
            after = [each for each in come if alike(each) == alike(before)]
            if len(after) == 1 and sum(alike(each) == alike(before) for each in gone) == 1:
                gone.remove(before)
                come.remove(after[0])
                yield RoleMove(role, before, after[0])
    yield from (RoleMove(role, each, None) for each in gone)
    yield from (RoleMove(role, None, each) for each in come)


def _qualified(site: Site) -> str:
    return site.symbol


def _last(site: Site) -> str:
    """The last name; constructors, which all have the same, are known by their class."""
    owner, _, name = site.symbol.rpartition(".")
    return owner.rpartition(".")[2] if name == "__init__" else name


def _any(site: Site) -> str:
    return ""


# --- config keys


def _of_reader(reader: str, old: Mapping[str, Site], new: Mapping[str, Site]) -> Iterator[KeyMove]:
    for key in sorted(old.keys() ^ new.keys()):
        now = key in new
        yield KeyMove(reader, key, (new if now else old)[key], now)


# --- names of tensors


def _of_loader(symbol: str, old: Loader, new: Loader) -> Iterator[NameMove]:
    if old.unknown or new.unknown:
        return
    for word in sorted(old.words.keys() | new.words.keys()):
        if old.words.get(word) != new.words.get(word):
            yield NameMove(symbol, word, old.words.get(word), new.words.get(word))
    for word in _beginnings(old.parameters, (*new.parameters, *new.possible)):
        yield NameMove(symbol, word, word, None, parameter=True)
    for word in _beginnings(new.parameters, (*old.parameters, *old.possible)):
        yield NameMove(symbol, word, None, word, parameter=True)


def _beginnings(names: Iterable[str], others: Iterable[str]) -> list[str]:
    """The shortest beginnings, whole words, that some of these names have and none of the others."""
    known = {beginning for name in others for beginning in _cut(name)}
    found = (next((one for one in _cut(name) if one not in known), None) for name in names)
    return sorted({one for one in found if one is not None})


def _cut(name: str) -> list[str]:
    """`a`, `a.b` and `a.b.c` for `a.b.c`."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
