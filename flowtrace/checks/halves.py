"""Invariants judged in two processes where the machine has two cores and can fork; in one anywhere else.

The registry is parsed before the split; each half keeps what it parses and evaluates to itself. The
judgements are the same either way, sorted by invariant.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

from flowtrace.checks.run import Checking
from flowtrace.checks.seam import seam
from flowtrace.facts import Unparsed
from flowtrace.findings import Judgement
from flowtrace.seam import Seam
from flowtrace.spec.model import Invariant

Told = Callable[[Judgement], None]
_FEW = 4  # invariants that are not worth a second process


@dataclass(frozen=True)
class Judged:
    """All judgements, sorted by invariant; which files were parsed, and which could not be; the seam if wanted."""

    judgements: tuple[Judgement, ...]
    parsed: frozenset[str]
    unparsed: dict[str, Unparsed]
    seam: Seam | None = None


def judged(
    checking: Checking, invariants: Sequence[Invariant], told: Told, *, joined: bool = False
) -> Judged:
    """The judgements of all invariants; `told` hears of each that this process makes.

    With `joined` the seam is found as well, by the process that evaluates most of it anyway.
    """
    halves = _halves(checking, invariants)
    if len(halves) < 2 or not _can_split():
        return _sorted(_judge(checking, invariants, told, joined))
    checking.binding.registered()
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    other = context.Process(target=_send, args=(sender, checking, halves[1], joined), daemon=True)
    other.start()
    sender.close()
    try:
        mine = _judge(checking, halves[0], told)
        theirs = _received(receiver) or _judge(checking, halves[1], told, joined)
    except BaseException:  # an interrupt too: nobody waits for the other half any more
        other.terminate()
        raise
    finally:
        receiver.close()
        other.join()
    if isinstance(theirs, BaseException):
        raise theirs
    return _sorted(
        Judged(
            (*mine.judgements, *theirs.judgements),
            mine.parsed | theirs.parsed,
            {**mine.unparsed, **theirs.unparsed},
            theirs.seam,
        )
    )


def _can_split() -> bool:
    """Whether a fork is to be had and pays: a second core, and a system on which forking is safe."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


def _halves(checking: Checking, invariants: Sequence[Invariant]) -> list[list[Invariant]]:
    """Invariants on registered classes, which share what is evaluated for each class, and all others."""
    if len(invariants) <= _FEW:
        return [list(invariants)]
    classes = [i for i in invariants if any(checking.binding.over_registered(c.subject) for c in i.clauses)]
    rest = [i for i in invariants if i not in classes]
    return [half for half in (classes, rest) if half]


def _judge(checking: Checking, invariants: Iterable[Invariant], told: Told, joined: bool = False) -> Judged:
    found = []
    for judgement in checking.judgements(invariants):
        found.append(judgement)
        told(judgement)
    program, found_seam = checking.binding.program, seam(checking.binding) if joined else None
    return Judged(tuple(found), program.parsed_files, dict(program.unparsed), found_seam)


def _received(receiver: Connection) -> Judged | BaseException | None:
    """What the second process hands over; None when it was killed, for want of memory for instance."""
    try:
        found: Judged | BaseException = receiver.recv()
    except EOFError:
        return None
    return found


def _send(sender: Connection, checking: Checking, invariants: list[Invariant], joined: bool) -> None:
    """What the second process does: judge its half, and hand over the judgements or what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    try:
        result: Judged | BaseException = _judge(checking, invariants, lambda judgement: None, joined)
    except Exception as error:  # told by the process that asked, as if it had happened there
        result = error
    with suppress(BrokenPipeError), sender:  # the first process may have been killed
        sender.send(result)


def _sorted(found: Judged) -> Judged:
    ordered = sorted(found.judgements, key=lambda judgement: (judgement.invariant, judgement.subject))
    return replace(found, judgements=tuple(ordered), unparsed=dict(sorted(found.unparsed.items())))
