"""What the user wishes -> the whole verification: one process for each probe, their answers judged.

The static verdicts and the tree are read before anything is started; nothing of the engine is imported here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flowtrace.errors import InputError
from flowtrace.outcomes import Ending, Outcome, ProbeRun, Unprobed, Verification
from flowtrace.spec.model import Invariant
from flowtrace.verify import catalogue, code, doctor, judge, plan
from flowtrace.verify.child import Interpreter
from flowtrace.verify.ending import Ended
from flowtrace.verify.static import Static
from flowtrace.verify.warm import Warm

Told = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Wishes:
    """What is to be verified, and how."""

    tree: str
    engine: str
    interpreter: Interpreter
    invariants: Sequence[Invariant]
    checked: Mapping[str, str]  # the tree's files and their hashes; empty when there is no tree
    logs: Path
    version: str | None = None  # the release that the tree says it is
    static: Static | None = None  # what the check says of the tree
    pair: Static | None = None  # and what of the user's draft and target on it
    select: tuple[str, ...] = ()
    device: str = plan.AUTO
    tp: int = 1
    timeout: float | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    progress: Told | None = None


def verify(wishes: Wishes) -> Verification:
    """Run every probe that is meant, and judge what they saw."""
    started = time.monotonic()
    chosen = plan.chosen(catalogue.probes(wishes.engine), wishes.invariants, wishes.select)
    look = doctor.looked(wishes.engine, wishes.interpreter, wishes.logs)
    terms = plan.Terms(wishes.device, doctor.has_cuda(look), wishes.tp, wishes.given)
    if wishes.device == "cuda" and not terms.cuda:
        raise InputError(f"{wishes.interpreter.python} sees no CUDA device; leave --device out, or say cpu.")
    _refuse_other(wishes, look)
    processes = plan.planned(chosen.probes, wishes.static, terms)
    if not processes:
        raise InputError(f"Nothing can be run: {_why_nothing(chosen, terms)}.")
    with Warm(wishes.interpreter, catalogue.folder(wishes.engine), wishes.logs) as warm:
        ended = [_ran(each, number, len(processes), wishes, warm) for number, each in enumerate(processes)]
    pairs = list(zip(processes, ended, strict=True))
    differing = _differing(ended, wishes.checked)
    outcomes = judge.ordered(_outcomes(pairs, chosen, wishes, differing))
    return Verification(
        tree=wishes.tree,
        engine=wishes.engine,
        interpreter=str(wishes.interpreter.python),
        environment=look.result.environment if look.result else {},
        outcomes=outcomes,
        runs=tuple(_run(process, end) for process, end in pairs),
        unprobed=(*_left_out(chosen, terms), *_unanswered(outcomes, chosen, wishes)),
        differing=differing,
        findings_of=_findings_of(wishes),
        notes=_notes(wishes),
        seconds=time.monotonic() - started,
    )


def _refuse_other(wishes: Wishes, look: Ended) -> None:
    """An interpreter that runs its own package must have the release of the tree; a folder runs itself."""
    has = look.result.environment.get("version", "") if look.result else ""
    wanted = wishes.version
    if wishes.interpreter.paths or not (has and wanted) or _public(has) == _public(wanted):
        return
    raise InputError(
        f"{wishes.interpreter.python} has {wishes.engine} {has}, and {wishes.tree} is {wanted}."
        " Name the interpreter that has that release, or the release that it has."
    )


def _public(version: str) -> str:
    """A version without what a builder adds to it."""
    return version.partition("+")[0]


def _why_nothing(chosen: plan.Chosen, terms: plan.Terms) -> str:
    reasons = [f"{each.id}: {reason}" for each in chosen.probes if (reason := plan.skipped(each, terms))]
    return "; ".join(dict.fromkeys(reasons))


def _ran(process: plan.Planned, number: int, total: int, wishes: Wishes, warm: Warm) -> Ended:
    if wishes.progress:
        wishes.progress(f"running {_name(process)},", number + 1, total)
    return warm.run(process.request, wishes.timeout or process.probe.seconds)


def _name(process: plan.Planned) -> str:
    return process.probe.id if process.subject is None else f"{process.probe.id} of {process.subject}"


def _differing(ended: Sequence[Ended], checked: Mapping[str, str]) -> tuple[str, ...]:
    if not checked:
        return ()
    ran = {file: digest for each in ended if each.result for file, digest in each.result.code.items()}
    return code.differing(ran, checked)


def _outcomes(
    pairs: Sequence[tuple[plan.Planned, Ended]],
    chosen: plan.Chosen,
    wishes: Wishes,
    differing: tuple[str, ...],
) -> list[Outcome]:
    return [
        judge.outcome(
            answer,
            process.probe,
            wishes.invariants,
            wishes.pair if process.probe.needs else wishes.static,
            differing,
        )
        for process, ended in pairs
        if ended.result
        for answer in ended.result.answers
        if chosen.demands is None or answer.demand in chosen.demands or process.probe.id in chosen.demands
    ]


def _run(process: plan.Planned, ended: Ended) -> ProbeRun:
    told = ended.result
    return ProbeRun(
        probe=process.probe.id,
        subject=process.subject,
        device=process.request.device,
        ending=ended.ending,
        seconds=ended.seconds,
        message=ended.message,
        log=str(ended.log) if ended.log else None,
        stubbed=told.stubbed if told else (),
        replaced=told.replaced if told else (),
        stub_calls=told.stub_calls if told else (),
    )


def _left_out(chosen: plan.Chosen, terms: plan.Terms) -> list[Unprobed]:
    reasons = [(each, plan.skipped(each, terms)) for each in chosen.probes if not each.needs or terms.given]
    return [Unprobed(", ".join(each.refs), each.id, reason) for each, reason in reasons if reason]


def _unanswered(outcomes: Sequence[Outcome], chosen: plan.Chosen, wishes: Wishes) -> list[Unprobed]:
    """Findings of the demands asked for that no answer speaks of; those on the user's pair where there is one."""
    static = wishes.pair or wishes.static
    if static is None:
        return []
    answered = {(each.invariant, each.file) for each in outcomes}
    named = {
        each.invariant for each in outcomes
    }  # what is asked of a draft's files lies in no file of the tree
    probed = {ref for each in chosen.probes for ref in each.refs}
    reasons = catalogue.unasked(wishes.engine)
    found = {}
    for each in static.said:
        names = {each.invariant, *each.refs}
        meant = chosen.demands is None or names & chosen.demands
        told = (each.invariant, each.subject.file) in answered
        if not meant or told or (each.subject.symbol == "" and each.invariant in named):
            continue
        why = next((reasons[name] for name in sorted(names & reasons.keys())), "no probe asks this question")
        subject = each.subject.symbol or each.subject.file
        found[(each.invariant, subject)] = Unprobed(
            each.invariant, subject, "no probe answered it" if names & probed else why
        )
    return list(found.values())


def _findings_of(wishes: Wishes) -> str | None:
    """The tree that the findings are of, when they cite code that is other in the tree they are compared with."""
    static = wishes.static
    if static is None or not (wishes.checked and code.differing(static.hashes, wishes.checked)):
        return None
    return static.tree


def _notes(wishes: Wishes) -> tuple[str, ...]:
    if not wishes.checked:
        return ("no tree was given, so nothing says whether the code that ran is the code that was checked",)
    return ()


def complete(verification: Verification) -> bool:
    """Whether every process answered, and by the code that was checked."""
    answered = all(each.ending is Ending.ANSWERED for each in verification.runs)
    return answered and not verification.differing
