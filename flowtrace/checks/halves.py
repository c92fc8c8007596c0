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
from dataclasses import dataclass
from multiprocessing.connection import Connection

from flowtrace.checks.run import Checking
from flowtrace.facts import Unparsed
from flowtrace.findings import Judgement
from flowtrace.spec.model import Invariant

Told = Callable[[Judgement], None]
_FEW = 4  # invariants that are not worth a second process


@dataclass(frozen=True)
class Judged:
    """All judgements, sorted by invariant; which files were parsed, and which could not be."""

    judgements: tuple[Judgement, ...]
    parsed: frozenset[str]
    unparsed: dict[str, Unparsed]


def judged(checking: Checking, invariants: Sequence[Invariant], told: Told) -> Judged:
    """The judgements of all invariants; `told` hears of each that this process makes."""
    halves = _halves(checking, invariants)
    if len(halves) < 2 or not _can_split():
        return _sorted(_judge(checking, invariants, told))
    checking.binding.registered()
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    other = context.Process(target=_send, args=(sender, checking, halves[1]), daemon=True)
    other.start()
    sender.close()
    try:
        mine = _judge(checking, halves[0], told)
        theirs = _received(receiver) or _judge(checking, halves[1], told)
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
        )
    )


def _can_split() -> bool:
    """Whether a fork is to be had and pays: a second core, and a system on which forking is safe."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


def _halves(checking: Checking, invariants: Sequence[Invariant]) -> list[list[Invariant]]:
    """Invariants on registered classes, which share what is evaluated for each class, and all others."""
    if len(invariants) <= _FEW:
        return [list(invariants)]
    classes = [i for i in invariants if any(_on_registered(checking, c.subject) for c in i.clauses)]
    rest = [i for i in invariants if i not in classes]
    return [half for half in (classes, rest) if half]


def _on_registered(checking: Checking, selector: object) -> bool:
    """Whether a selector names registered classes: by itself, or through the role it narrows."""
    roles = checking.binding.engine.roles
    seen: set[str] = set()
    while isinstance(selector, str) and selector not in seen:
        if selector == "registered":
            return True
        seen.add(selector)
        shape = roles.get(selector, {})
        alternatives = [one for one in shape.get("any_of", ()) if isinstance(one, str)]
        selector = shape.get("class") or (alternatives[0] if alternatives else None)
    return False


def _judge(checking: Checking, invariants: Iterable[Invariant], told: Told) -> Judged:
    found = []
    for judgement in checking.judgements(invariants):
        found.append(judgement)
        told(judgement)
    program = checking.binding.program
    return Judged(tuple(found), program.parsed_files, dict(program.unparsed))


def _received(receiver: Connection) -> Judged | BaseException | None:
    """What the second process hands over; None when it was killed, for want of memory for instance."""
    try:
        found: Judged | BaseException = receiver.recv()
    except EOFError:
        return None
    return found


def _send(sender: Connection, checking: Checking, invariants: list[Invariant]) -> None:
    """What the second process does: judge its half, and hand over the judgements or what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    try:
        result: Judged | BaseException = _judge(checking, invariants, lambda judgement: None)
    except Exception as error:  # told by the process that asked, as if it had happened there
        result = error
    with suppress(BrokenPipeError), sender:  # the first process may have been killed
        sender.send(result)


def _sorted(found: Judged) -> Judged:
    ordered = sorted(found.judgements, key=lambda judgement: (judgement.invariant, judgement.subject))
    return Judged(tuple(ordered), found.parsed, dict(sorted(found.unparsed.items())))
