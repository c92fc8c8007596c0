"""One way to start a worker -> whether it can be constructed, and what its draft shares with the target
then.
"""

from __future__ import annotations

import importlib
import json
import tempfile
from pathlib import Path
from typing import Any

from ground import answers as say
from ground import pair, places, running

_WAYS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    # the ref asked about, entries of the draft's config, arguments of the engine
    "without-head": ("eagle3/worker-lends-target-head", {"draft_vocab_size": None}, {}),
    "first-eagle": (
        "W2",
        {"architectures": ["LlamaForCausalLMEagle"]},
        {"speculative_algorithm": "EAGLE"},
    ),
    "multi-layer": ("W7", {}, {"enable_multi_layer_eagle": True}),
}


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """The one demand of this `way`; `algorithms` asks C8 of the enumeration and starts nothing."""
    way = request["params"]["way"]
    if way == "algorithms":
        return [_algorithms()]
    ref, config, arguments = _WAYS[way]
    with tempfile.TemporaryDirectory() as folder:
        ran = _started(Path(folder), request, config, arguments)
    found = _refused(ran, ref) if ran.first("started") is None else _shared(ran, ref)
    return [{**each, "shims": ran.shims} for each in found]


def _started(
    folder: Path, request: dict[str, Any], config: dict[str, Any], arguments: dict[str, Any]
) -> running.Run:
    made = pair.written(folder / "pair")
    file = made.draft / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **config}))
    asked = {
        **running.DRAFTING,
        "model_path": str(made.target),
        "speculative_draft_model_path": str(made.draft),
        "load_format": "dummy",
        **arguments,
    }
    return running.run(folder / "run", request, asked, prompts=[])


def _refused(ran: running.Run, ref: str) -> list[dict[str, Any]]:
    """The worker never came to share: nothing is known of the demand, but start-up itself is told."""
    failure = ran.failure
    if failure is None or not failure["steps"]:
        nowhere = {"file": "", "line": 1, "symbol": "the worker"}
        return [say.inconclusive(ref, nowhere, f"the engine ended with status {ran.status} and said nothing")]
    saw = f"start-up stopped: {failure['kind']}: {failure['message']}"
    inside = [each for each in failure["steps"] if each["file"].startswith("srt/speculative/")]
    worker = (inside or failure["steps"])[-1]
    unreached = say.inconclusive(ref, worker, f"the worker never came to share: {saw}", failure["steps"][-1])
    return [say.broken("start-up", worker, saw, *failure["steps"][-3:]), unreached]


def _shared(ran: running.Run, ref: str) -> list[dict[str, Any]]:
    """Which of embedding and head the draft has from the target, by their place in memory."""
    calls = [each for each in ran.each("called", role="draft") if each["method"].startswith("set_")]
    lent = next((each for each in ran.each("called", role="target") if "embed" in each["method"]), None)
    started = ran.first("started")
    worker = started["worker"] if started else None
    if not calls or lent is None:
        saw = "the engine is up, and nothing was shared with the draft"
        return [say.broken(ref, worker, saw)]
    call = calls[-1]
    both = call["after"]["head"] == lent["before"]["head"]
    kept = call["before"]["head"] == call["after"]["head"]
    embedding = call["after"]["embedding"] == lent["before"]["embedding"]
    saw = f"the worker called {call['method']}: the draft's embedding is {'' if embedding else 'not '}the"
    saw += f" target's, its head {'the target' + chr(39) + 's' if both else 'its own' if kept else 'another'}"
    good = embedding and (kept if ref == "W7" else both)
    return [say.judged(good, ref, call["by"] or worker, saw, call["by"])]


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
