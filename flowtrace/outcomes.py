"""Answers of `verify`, as frozen plain values: what probes saw, beside what was said without running
anything.

Nothing here starts a process or reads a file; reporters read these values and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from flowtrace.findings import Severity, Step, Verdict


class Seen(str, Enum):
    """What a probe saw of one demand."""

    HOLDS = "holds"
    BROKEN = "broken"
    INCONCLUSIVE = "inconclusive"


class Standing(str, Enum):
    """What the run makes of the static verdict."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"
    SEEN = "seen"  # there is no static verdict to compare with


class Ending(str, Enum):
    """How a probe's process ended."""

    ANSWERED = "answered"
    FAILED = "failed"  # the probe told an error of its own
    CRASHED = "crashed"  # it ended without a result
    TIMED_OUT = "timed out"


@dataclass(frozen=True)
class Outcome:
    """One demand of one subject: the static verdict, the run-time one, and how they stand to each other.

    `demand` is a ref or the id of an invariant, or a probe's own word where no invariant asks the question;
    `invariant` is the id, where one is meant. `reason` says why an outcome is inconclusive though something
    was seen.
    """

    demand: str
    invariant: str | None
    file: str
    line: int
    symbol: str
    static: Verdict | None
    seen: Seen
    standing: Standing
    severity: Severity
    saw: str
    probe: str
    evidence: tuple[Step, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class ProbeRun:
    """One process: how it ended, and what stood in for the real thing while it ran."""

    probe: str
    subject: str | None
    device: str
    ending: Ending
    seconds: float
    message: str = ""
    log: str | None = None  # kept when the ending is not a good one
    stubbed: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    stub_calls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unprobed:
    """A finding that no probe answered, and why."""

    demand: str
    symbol: str
    reason: str


@dataclass(frozen=True)
class Verification:
    """The whole answer of `verify`."""

    tree: str
    engine: str
    interpreter: str
    environment: Mapping[str, str]
    outcomes: tuple[Outcome, ...]
    runs: tuple[ProbeRun, ...]
    unprobed: tuple[Unprobed, ...] = ()
    differing: tuple[str, ...] = ()  # files that ran and are not those of the tree
    findings_of: str | None = None  # the tree of the findings, when its code is other than that of the tree
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Examination:
    """The answer of `verify --doctor`: what an interpreter has, and what it can run on each device."""

    interpreter: str
    environment: Mapping[str, str]
    devices: Mapping[str, str]  # device -> "yes", or why not
    probes: Mapping[str, str]  # probe -> the device it would run on, or why it can't
    stubbed: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
