"""A target class and a draft -> the engine's own start-up with them: whether it gets through, or where it
stops.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from ground import answers as say
from ground import pair, registry, running, targets

_DEMANDS = (("T1", "set_eagle3_layers_to_capture"), ("W3", "get_embed_and_head"))


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """T1 and W3 of the class `target`, as start-up shows them."""
    name = request["params"]["target"]
    asked = next(registry.asked([{"symbol": name, "file": ""}]))
    subject, config = asked.place, targets.config(name)
    if asked.found is None:
        return [say.inconclusive(ref, subject, asked.why) for ref, _ in _DEMANDS]
    if config is None:
        why = f"no small config of {name} is known, so it was not started"
        return [say.inconclusive(ref, subject, why) for ref, _ in _DEMANDS]
    with tempfile.TemporaryDirectory() as folder:
        ran = _started(Path(folder) / "capturing", request, config, use_aux=True)
        found = [_answer(ran, name, subject, *each) for each in _DEMANDS]
        if found[0]["verdict"] == "broken" and found[1]["verdict"] == "inconclusive":
            # The setter is asked for first; a draft that wants no aux states gets past it.
            ran = _started(Path(folder) / "without", request, config, use_aux=False)
            found[1] = _answer(ran, name, subject, *_DEMANDS[1])
    return found


def _started(folder: Path, request: dict[str, Any], config: dict[str, Any], *, use_aux: bool) -> running.Run:
    made = pair.written(folder / "pair", pair.Fault(use_aux=use_aux))
    target = folder / "target"
    target.mkdir()
    (target / "config.json").write_text(json.dumps(config))
    arguments = {
        **running.DRAFTING,
        "model_path": str(target),
        "speculative_draft_model_path": str(made.draft),
        "load_format": "dummy",
        "enable_multimodal": False,
    }
    return running.run(folder, request, arguments, prompts=[])


def _answer(ran: running.Run, name: str, subject: dict[str, Any], ref: str, method: str) -> dict[str, Any]:
    loaded = ran.first("loaded", role="target")
    if loaded is None or loaded["model"]["symbol"] != name:
        what = f"it loaded {loaded['model']['symbol']}" if loaded else _stop(ran)
        answer = say.inconclusive(ref, subject, f"start-up never came to {name}: {what}")
    elif calls := [each for each in ran.each("called", role="target") if each["method"].startswith(method)]:
        answer = say.holds(ref, subject, f"start-up called {calls[0]['method']} on it", calls[0]["by"])
    elif ran.failure and method in ran.failure["message"]:
        saw = f"start-up stopped: {ran.failure['kind']}: {ran.failure['message']}"
        answer = say.broken(ref, subject, saw, *ran.failure["steps"][-3:])
    else:
        answer = say.inconclusive(ref, subject, f"start-up did not come to {method}: {_stop(ran)}")
    return {**answer, "shims": ran.shims}


def _stop(ran: running.Run) -> str:
    failure = ran.failure
    if failure is None:
        return f"it ended with status {ran.status} without saying why"
    last = failure["steps"][-1] if failure["steps"] else {"file": "?", "line": 0}
    return f"{failure['kind']}: {failure['message']} ({last['file']}:{last['line']})"
