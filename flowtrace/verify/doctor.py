"""An interpreter -> what it has and what it can run, told by the interpreter itself.

It runs one process and no probe of any demand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flowtrace.errors import InputError
from flowtrace.outcomes import Ending, Examination, Seen
from flowtrace.verify import catalogue, plan
from flowtrace.verify.child import Interpreter, run
from flowtrace.verify.ending import Ended
from flowtrace.verify.protocol import Request

_SECONDS = 120.0
YES = "yes"


def examine(engine: str, interpreter: Interpreter, logs: Path) -> Examination:
    """What `interpreter` can run of this engine's probes."""
    told = looked(engine, interpreter, logs)
    devices = _devices(told)
    terms = plan.Terms(cuda=devices.get("cuda") == YES, given={"draft": "", "target": ""})
    return Examination(
        interpreter=str(interpreter.python),
        environment=_environment(told),
        devices=devices,
        probes={each.id: _place(each, devices, terms) for each in catalogue.probes(engine)},
        stubbed=told.result.stubbed if told.result else (),
    )


def looked(engine: str, interpreter: Interpreter, logs: Path) -> Ended:
    """What the interpreter tells of itself; an error when it has no such engine or can't import it."""
    script = catalogue.folder(engine) / "child.py"
    ended = run(interpreter, script, Request("doctor", plan.AUTO), _SECONDS, logs)
    if ended.ending is not Ending.ANSWERED:
        log = f" ({ended.log})" if ended.log else ""
        raise InputError(
            f"{interpreter.python} can't run {engine}: {ended.message}{log}. Name an interpreter that has it"
            f" with --python, or build one with: flowtrace verify {engine}==VERSION --setup DIR"
        )
    return ended


def has_cuda(told: Ended) -> bool:
    """Whether it saw a GPU."""
    return _devices(told).get("cuda") == YES


def _devices(told: Ended) -> dict[str, str]:
    answers = told.result.answers if told.result else ()
    return {each.symbol: YES if each.seen is Seen.HOLDS else each.saw for each in answers}


def _environment(told: Ended) -> Mapping[str, str]:
    return told.result.environment if told.result else {}


def _place(probe: catalogue.Probe, devices: Mapping[str, str], terms: plan.Terms) -> str:
    """The device the probe would run on, or why it can't."""
    device = plan.device_of(probe, terms)
    if device is None:
        return f"no: it runs on {', '.join(probe.devices)}"
    return device if devices.get(device) == YES else devices.get(device, f"no: {device} is not there")
