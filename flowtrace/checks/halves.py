"""Invariants judged in two processes where the machine has two cores and can fork; in one anywhere else.

The registry is parsed before the split; each process keeps what it parses and evaluates to itself. One works from the
front of the list, the other from its end, until they meet. The judgements are the same either way, sorted by invariant.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from multiprocessing.connection import Connection

from flowtrace.checks.run import Checking
from flowtrace.facts import Unparsed
from flowtrace.findings import Judgement, Verdict
from flowtrace.spec.model import Invariant

Told = Callable[[Judgement], None]
Unit = Sequence[Invariant]
_FEW = 4  # invariants that are not worth a second process
_OVERDUE = (
    2.0  # seconds that the second process may hand over what it has, once the time given to the run is up
)


@dataclass(frozen=True)
class Judged:
    """All judgements, sorted by invariant; which files were parsed, and which could not be.

    `late` when the time given was up before all were made: the others are unknown.
    """

    judgements: tuple[Judgement, ...]
    parsed: frozenset[str]
    unparsed: dict[str, Unparsed]
    late: bool = False


def judged(checking: Checking, invariants: Sequence[Invariant], told: Told) -> Judged:
    """The judgements of all invariants; `told` hears of each that this process makes."""
    if len(invariants) <= _FEW or not _can_split():
        return _sorted(_judge(checking, [invariants], told))
    units = _units(checking, invariants)
    checking.binding.registered()
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    tokens = _tokens(len(units))
    other = context.Process(target=_send, args=(sender, checking, _taken(units[::-1], tokens)), daemon=True)
    other.start()
    sender.close()
    taken: list[Unit] = []
    try:
        mine = _judge(checking, _noted(_taken(units, tokens), taken), told)
        theirs = _received(receiver, checking.binding.asker.limits.until)
        if theirs is None:  # what it took is judged here
            other.kill()
            theirs = _judge(checking, units[len(taken) :], told)
    except BaseException:  # an interrupt too: nobody waits for the other process any more
        other.terminate()
        raise
    finally:
        os.close(tokens)
        receiver.close()
        other.join()
    if isinstance(theirs, BaseException):
        raise theirs
    return _sorted(
        Judged(
            (*mine.judgements, *theirs.judgements),
            mine.parsed | theirs.parsed,
            {**mine.unparsed, **theirs.unparsed},
            mine.late or theirs.late,
        )
    )


def _can_split() -> bool:
    """Whether a fork is to be had and pays: a second core, and a system on which forking is safe."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


# --- what is judged together, and by whom


def _units(checking: Checking, invariants: Sequence[Invariant]) -> list[Unit]:
    """Invariants with those that share most of what is evaluated for them, the greatest such shares first.

    Together are those that come after or follow from one another, and those whose roles narrow one role of
    registered classes.
    """
    units: list[tuple[frozenset[str], int, list[Invariant]]] = []
    for invariant in invariants:
        ties, depth, unit = _ties(checking, invariant), _depth(checking, invariant), [invariant]
        for other in [other for other in units if other[0] & ties]:
            units.remove(other)
            ties, depth, unit = ties | other[0], max(depth, other[1]), [*other[2], *unit]
        units.append((ties, depth, unit))
    return [unit for _, depth, unit in sorted(units, key=lambda one: -one[1])]


def _ties(checking: Checking, invariant: Invariant) -> frozenset[str]:
    """The ids of an invariant and all that it comes after, and the roles of classes that its subjects narrow."""
    known = {one.id: one for one in checking.binding.specs.invariants}
    found, pending = {invariant.id}, [*invariant.after, *invariant.because]
    while pending:
        earlier = pending.pop()
        if earlier not in found:
            found.add(earlier)
            pending += (*known[earlier].after, *known[earlier].because) if earlier in known else ()
    walks = [checking.binding.narrowing(clause.subject) or () for clause in invariant.clauses]
    return frozenset(found | {f"role {walk[-1]}" for walk in walks if len(walk) > 1})


def _depth(checking: Checking, invariant: Invariant) -> int:
    return max(
        (len(checking.binding.narrowing(clause.subject) or ()) for clause in invariant.clauses), default=0
    )


def _tokens(count: int) -> int:
    """The reading end of a pipe that holds a token for each unit: whoever gets one judges its next unit.

    As many are judged from the front as the one got, as many from the end as the other did: all, and none twice.
    """
    reading, writing = os.pipe()
    os.write(writing, bytes(count))
    os.close(writing)
    return reading


def _taken(units: Iterable[Unit], tokens: int) -> Iterator[Unit]:
    """The next unit for each token that this process gets."""
    return (unit for unit in units if os.read(tokens, 1))


def _noted(units: Iterable[Unit], into: list[Unit]) -> Iterator[Unit]:
    for unit in units:
        into.append(unit)
        yield unit


# --- judging


def _judge(checking: Checking, units: Iterable[Unit], told: Told) -> Judged:
    found = []
    for judgement in (judgement for unit in units for judgement in checking.judgements(unit)):
        found.append(judgement)
        told(judgement)
    program = checking.binding.program
    return Judged(tuple(found), program.parsed_files, dict(program.unparsed), checking.late)


def _received(receiver: Connection, until: float) -> Judged | BaseException | None:
    """What the second process hands over; None when it was killed, for want of memory for instance, or is overdue."""
    try:
        if not receiver.poll(None if until == inf else max(0.0, until - time.monotonic()) + _OVERDUE):
            return None
        found: Judged | BaseException = receiver.recv()
    except EOFError:
        return None
    return found


def _send(sender: Connection, checking: Checking, units: Iterable[Unit]) -> None:
    """What the second process does: judge its share, and hand over the judgements or what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    try:
        result: Judged | BaseException = _judge(checking, units, lambda judgement: None)
    except Exception as error:  # told by the process that asked, as if it had happened there
        result = error
    with suppress(BrokenPipeError), sender:  # the first process may have been killed
        sender.send(result)


def _sorted(found: Judged) -> Judged:
    unparsed = dict(sorted(found.unparsed.items()))
    made = (
        [_doubted(judgement, next(iter(unparsed))) for judgement in found.judgements]
        if unparsed
        else found.judgements
    )
    ordered = sorted(made, key=lambda judgement: (judgement.invariant, judgement.subject))
    return Judged(tuple(ordered), found.parsed, unparsed, found.late)


def _doubted(judgement: Judgement, file: str) -> Judgement:
    """A judgement as it is, but that there was nothing to ask: it may be in a file that can't be parsed."""
    finding = judgement.finding
    if finding is None or judgement.verdict is not Verdict.UNBOUND:
        return judgement
    message = f"{finding.message}, or it is in {file}, which can't be parsed"
    told = replace(finding, verdict=Verdict.UNKNOWN, message=message)
    return replace(judgement, verdict=Verdict.UNKNOWN, finding=told)
