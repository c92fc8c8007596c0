"""One way to start a worker -> whether it can be constructed, and what its draft shares with the target
then.
"""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from typing import Any

import torch
from ground import answers as say
from ground import layered, places, running, starting

# Two ranks, each with an attention of its own.
_SPLIT: dict[str, Any] = {"tp_size": 2, "dp_size": 2, "enable_dp_attention": True}
# The multi-layer worker that overlaps; of some releases the other one does not import.
_LAYERED: dict[str, Any] = {"enable_multi_layer_eagle": True, "disable_overlap_schedule": False}
_OVERLAPPING = {"SGLANG_ENABLE_SPEC_V2": "1"}  # by which releases that have two workers choose
_WAYS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    # the ref asked about, entries of the draft's config, arguments of the engine
    "without-head": ("eagle3/worker-lends-target-head", {"draft_vocab_size": None}, {}),
    "first-eagle": (
        "W2",
        {"architectures": ["LlamaForCausalLMEagle"]},
        {"speculative_algorithm": "EAGLE"},
    ),
    "attention-group": ("W10", {}, _SPLIT),
    "multi-layer-group": (
        "W10",
        {"architectures": [layered.NAME]},
        {**_SPLIT, **_LAYERED},
    ),
    "multi-layer": ("start-up", {}, {"enable_multi_layer_eagle": True}),
    "multi-layer-head": ("W7", {"architectures": [layered.NAME]}, _LAYERED),
}

_NOWHERE = {"file": "", "line": 1, "symbol": "the worker"}


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """The one demand of this `way`; `algorithms` asks C8 of the enumeration and starts nothing."""
    way = request["params"]["way"]
    if way == "algorithms":
        return [_algorithms()]
    ref, config, arguments = _WAYS[way]
    if why := _impossible(ref, arguments, request["device"]):
        return [say.inconclusive(ref, _NOWHERE, why)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {"FLOWTRACE_LAYERED": "1", **_OVERLAPPING} if layered.NAME in str(config) else {}
        ran = starting.started(Path(folder), request, config, arguments, environment)
    if ref == "W10":
        found = [_grouped(ran)]
    elif ref == "start-up":
        found = _stopped(ran) if ran.first("started") is None else _up(ran)
    else:
        found = _shared(ran, ref) if _calls(ran) or ran.first("started") else _refused(ran, ref)
        found += _capture(ran) if way == "first-eagle" else []
    return [{**each, "shims": ran.shims} for each in found]


def _impossible(ref: str, arguments: dict[str, Any], device: str) -> str | None:
    """Why this can't be asked of this release or on this machine."""
    attention = importlib.import_module(f"{places.PACKAGE}.srt.layers.dp_attention")
    if ref == "W10" and not hasattr(attention, "get_attention_tp_group"):
        return "this release has no such group: how a draft is spread is a policy that each worker chooses"
    if device == "cuda" and torch.cuda.device_count() < arguments.get("tp_size", 1):
        return "it takes two GPUs"
    return None


def _stopped(ran: running.Run) -> list[dict[str, Any]]:
    """Where start-up ended, in the worker where it came so far."""
    failure = ran.failure
    if failure is None or not failure["steps"]:
        return [say.inconclusive("start-up", _NOWHERE, _silent(ran))]
    return [say.broken("start-up", _within(failure), _said(failure), *failure["steps"][-3:])]


def _up(ran: running.Run) -> list[dict[str, Any]]:
    started = ran.first("started") or {}
    return [say.holds("start-up", started.get("worker") or _NOWHERE, "the engine is up")]


def _refused(ran: running.Run, ref: str) -> list[dict[str, Any]]:
    """The worker never came to share: nothing is known of the demand."""
    failure = ran.failure
    if failure is None or not failure["steps"]:
        return [say.inconclusive(ref, _NOWHERE, _silent(ran))]
    why = f"the worker never came to share: {_said(failure)}"
    return [say.inconclusive(ref, _within(failure), why, failure["steps"][-1])]


def _silent(ran: running.Run) -> str:
    return f"the engine ended with status {ran.status} and said nothing"


def _said(failure: dict[str, Any]) -> str:
    return f"start-up stopped: {failure['kind']}: {failure['message']}"


def _within(failure: dict[str, Any]) -> Any:
    """The innermost step in a worker, or the last one."""
    inside = [each for each in failure["steps"] if each["file"].startswith("srt/speculative/")]
    return (inside or failure["steps"])[-1]


def _calls(ran: running.Run) -> list[dict[str, Any]]:
    return [each for each in ran.each("called", role="draft") if each["method"].startswith("set_")]


def _shared(ran: running.Run, ref: str) -> list[dict[str, Any]]:
    """Which of embedding and head each draft has from the target, by their place in memory."""
    calls = _calls(ran)
    lent = next((each for each in ran.each("called", role="target") if "embed" in each["method"]), None)
    started = ran.first("started")
    worker = (started["worker"] if started else None) or _NOWHERE
    if not calls or lent is None:
        return [say.broken(ref, worker, "the engine is up, and nothing was shared with the draft")]
    call = calls[-1]
    both = call["after"]["head"] == lent["before"]["head"]
    kept = call["before"]["head"] == call["after"]["head"]
    embedding = call["after"]["embedding"] == lent["before"]["embedding"]
    saw = f"the worker called {call['method']}: the draft's embedding is {'' if embedding else 'not '}the"
    saw += f" target's, its head {'the target' + chr(39) + 's' if both else 'its own' if kept else 'another'}"
    good = embedding and (kept if ref == "W7" else both)
    answer = say.judged(good, ref, call["by"] or worker, saw, call["by"])
    return [say.partly(answer, "with a draft that has its own head") if ref == "W7" else answer]


def _capture(ran: running.Run) -> list[dict[str, Any]]:
    """C3: nobody asks the target of the first algorithm for aux states."""
    started = ran.first("started")
    if started is None:
        return []
    calls = list(ran.each("called", role="target", method="set_eagle3_layers_to_capture"))
    saw = f"the target's setter was {'' if calls else 'not '}called, though it has one"
    by = calls[0]["by"] if calls else None
    answer = say.judged(not calls, "C3", by or started["worker"] or _NOWHERE, saw, by)
    return [say.partly(answer, "under the first algorithm")]


def _grouped(ran: running.Run) -> dict[str, Any]:
    """W10: the group over which the draft was spread when it was built."""
    draft = ran.first("loaded", role="draft")
    if draft is None:
        return _refused(ran, "W10")[0]
    by, groups = draft["by"] or draft["model"], draft["groups"]
    saw = f"the draft was spread over ranks {groups['model']}, its attention over {groups['attention']}"
    return say.judged(groups["model"] == groups["attention"], "W10", by, saw, by)


def _algorithms() -> dict[str, Any]:
    module = importlib.import_module(f"{places.PACKAGE}.srt.speculative.spec_info")
    algorithm = module.SpeculativeAlgorithm
    first, third = algorithm.from_string("EAGLE"), algorithm.from_string("EAGLE3")
    told = {
        "EAGLE3.is_eagle()": third.is_eagle(),
        "EAGLE3.is_eagle3()": third.is_eagle3(),
        "EAGLE.is_eagle3()": first.is_eagle3(),
    }
    saw = ", ".join(f"{name} is {value}" for name, value in told.items())
    good = list(told.values()) == [True, True, False]
    return say.judged(good, "C8", algorithm, saw, places.of(algorithm.is_eagle, saw))
