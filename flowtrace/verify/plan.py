"""The probes, what the user asks for and what this machine has -> the processes to start, one after another.

A probe that is left out is not silently left out: `skipped` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flowtrace.errors import InputError
from flowtrace.spec.model import Invariant
from flowtrace.spec.selection import matching
from flowtrace.verify.catalogue import Probe
from flowtrace.verify.protocol import Request
from flowtrace.verify.static import Static

AUTO = "auto"


@dataclass(frozen=True)
class Planned:
    """One process: the probe, the class it is about where it is about one, and what it is asked."""

    probe: Probe
    subject: str | None
    request: Request


@dataclass(frozen=True)
class Chosen:
    """What `--select` leaves: the probes, and the demands to be told of; None means all."""

    probes: tuple[Probe, ...]
    demands: frozenset[str] | None = None


@dataclass(frozen=True)
class Terms:
    """What holds for every process of one run."""

    device: str = AUTO
    cuda: bool = False
    tp: int = 1
    given: Mapping[str, Any] = field(default_factory=dict)  # the user's draft and target


def chosen(probes: Sequence[Probe], invariants: Sequence[Invariant], select: Sequence[str]) -> Chosen:
    """The probes meant by these words: their own ids, or ids, refs, topics and patterns of invariants."""
    if not select:
        return Chosen(tuple(each for each in probes if not each.named))
    named = {each.id for each in probes if each.id in select}
    words = [word for word in select if word not in named]
    meant = matching(invariants, words) if words else ()
    demands = frozenset(name for each in meant for name in (each.id, *each.refs))
    asked = [each for each in probes if each.id in named or demands.intersection(each.refs)]
    if not asked:
        raise InputError(f"No probe can run what is meant by {', '.join(select)}.")
    own = frozenset(ref for each in asked if each.id in named for ref in (each.id, *each.refs))
    return Chosen(tuple(asked), demands | own)


def planned(probes: Sequence[Probe], static: Static | None, terms: Terms) -> tuple[Planned, ...]:
    """The processes of these probes, each on the device it is to run on; those without one are left out."""
    found = []
    for probe in probes:
        device = device_of(probe, terms)
        if device is None or (probe.needs and not set(probe.needs) <= set(terms.given)):
            continue
        for subject, params in _params(probe, static, terms):
            request = Request(probe.script, device, {**probe.params, **params}, terms.tp)
            found.append(Planned(probe, subject, request))
    return tuple(found)


def skipped(probe: Probe, terms: Terms) -> str | None:
    """Why a probe has no process; None when it has one."""
    lacking = [each for each in probe.needs if each not in terms.given]
    if lacking:
        return f"it needs --{' and --'.join(lacking)}"
    if device_of(probe, terms) is None:
        where = terms.device if terms.device != AUTO else "this machine"
        return f"it does not run on {where} (it runs on {', '.join(probe.devices)})"
    return None


def device_of(probe: Probe, terms: Terms) -> str | None:
    """The device asked for, or with `auto` a GPU where there is one, else the best the probe can do
    without.
    """
    if terms.device != AUTO:
        return terms.device if terms.device in probe.devices else None
    if terms.cuda and "cuda" in probe.devices and probe.devices[0] != "meta":
        return "cuda"
    return next((each for each in probe.devices if each != "cuda"), None)


def _params(probe: Probe, static: Static | None, terms: Terms) -> list[tuple[str | None, dict[str, Any]]]:
    if probe.needs:
        return [(None, {name: terms.given[name] for name in terms.given})]
    if not probe.classes:
        return [(None, {})]
    if probe.each:
        return [(name, {"target": name}) for name in probe.classes]
    return [(None, {"targets": _with_found(probe, static)})]


def _with_found(probe: Probe, static: Static | None) -> list[dict[str, Any]]:
    """The probe's own classes, wherever they are, then those that findings of its refs are about, and which."""
    found: dict[str, dict[str, Any]] = {
        name: {"symbol": name, "file": "", "refs": []} for name in probe.classes
    }
    for each in static.said if static else ():
        refs = sorted({each.invariant, *each.refs}.intersection(probe.refs))
        if not (refs and each.subject.file):
            continue
        file, name = each.subject.owner
        entry = found.setdefault(name, {"symbol": name, "file": file, "refs": []})
        if name not in probe.classes:
            entry["refs"] = sorted({*entry["refs"], *refs})
    return list(found.values())
