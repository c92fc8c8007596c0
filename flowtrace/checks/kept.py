"""Judgements kept from one run to the next: the same specs asked of the same sources are evaluated once.

The only home of msgspec, which reads what was kept and refuses whatever does not have its types.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from flowtrace.checks.halves import Judged, Told, judged
from flowtrace.checks.run import Checking
from flowtrace.facts import Source
from flowtrace.spec.model import Invariant
from flowtrace.store import Store


def kept_or_judged(
    checking: Checking,
    invariants: Sequence[Invariant],
    sources: Iterable[Source],
    store: Store | None,
    told: Told,
) -> Judged:
    """The judgements of invariants over sources: those kept in a store, or new ones, which are then kept there.

    Nothing is kept of a draft in hand, nor of a run that its time ended. `told` hears of judgements as they are made,
    so of none that was kept.
    """
    if store is None or checking.yours.draft is not None:
        return judged(checking, invariants, told)
    key = _key(checking, invariants, sources)
    known = _decoded(store.read(key))
    if known is None:
        known = judged(checking, invariants, told)
        if not known.late:
            store.write(key, msgspec.json.encode(known))
    return known


def _decoded(content: bytes | None) -> Judged | None:
    try:
        return None if content is None else msgspec.json.decode(content, type=Judged)
    except (msgspec.DecodeError, RecursionError):
        return None


def _key(checking: Checking, invariants: Sequence[Invariant], sources: Iterable[Source]) -> str:
    """The hash of all that judgements follow from: this program, the specs, what is asked and every source."""
    hand, binding = checking.yours, checking.binding
    asked = (
        [one.id for one in invariants],
        binding.version,
        sorted(checking.named),
        hand.targets,
        hand.served,
    )
    digest = hashlib.blake2b(digest_size=20)
    for part in (msgspec.json.encode(tuple(_program())), msgspec.json.encode((binding.specs, asked))):
        digest.update(part)
    for source in sources:
        digest.update(f"\0{source.file}\0{source.module}\0{len(source.data)}\0".encode())
        digest.update(source.data)
    return digest.hexdigest()


def _program() -> Iterator[tuple[str | int, ...]]:
    """What tells this program from any other version of it, one being edited included."""
    yield sys.version_info[:2]
    for file in sorted(Path(__file__).parent.parent.rglob("*.py")):
        state = os.stat(file)
        yield str(file), state.st_size, state.st_mtime_ns
