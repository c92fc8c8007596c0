"""The user's draft and target -> whether they fit, at their real sizes; where the pair is run, what is accepted.

On the meta device only configs, headers and the token map are read, and no weight is loaded. On a CPU, where a
pair must be small, and on CUDA the whole engine decodes with it.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import torch
from ground import answers as say
from ground import building, checkpoint, looped, places, running

_TOKENS = 4
_SAID = {"cpu": (1, 9), "cuda": (3, 64)}  # prompts of a run, and tokens generated for each
_DEMANDS = (("T1", "set_eagle3_layers_to_capture"), ("W3", "get_embed_and_head"))
_TEXTS = ("The capital of France is", "def fibonacci(n):", "Once upon a time there was a")
_IDS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]  # for a target that comes without a tokenizer


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """D4, D8, D9, K2, K4 and K7 of the draft, T1, T7, T9 and W3 of the target, and where the pair is run the loop."""
    params = request["params"]
    target = Path(params["target"]) if "target" in params else None
    # First, since the engine forks its processes: nothing may have been computed here before.
    found = _loop(request, Path(params["draft"]), target) if request["device"] in _SAID else []
    return [{**each, "of": "checkpoint"} for each in (*found, *_draft(Path(params["draft"]), target))]


def _loop(request: dict[str, Any], draft: Path, target: Path | None) -> list[dict[str, Any]]:
    if target is None or not any(target.glob("*.safetensors")):
        why = "a run needs a target with its weights: name its folder"
        return [say.inconclusive("loop", _nowhere("the engine"), why)]
    return _decoded(request, draft, target)


def _draft(folder: Path, target: Path | None) -> list[dict[str, Any]]:
    try:
        draft = checkpoint.opened(folder)
    except Exception as error:
        told = places.of_error(error)
        why = f"the draft can't be built from its config: {told['kind']}: {told['message']}"
        return [say.inconclusive("D4", _nowhere(folder.name), why, *told["steps"][-1:])]
    found = checkpoint.maps(draft) + checkpoint.loads(draft)
    told = {each["ref"] for each in found if each["verdict"] == "broken"}
    return found + [each for each in (_width(draft, target) if target else []) if each["ref"] not in told]


def _width(draft: checkpoint.Draft, target: Path) -> list[dict[str, Any]]:
    """T1 and W3 of the target, and whether the states that it hands on are as wide as the draft's fc, and no less."""
    fc = getattr(draft.model.model, "fc", None)
    if fc is None:
        return []
    file = target if target.is_file() else target / "config.json"
    config = json.loads(file.read_text())
    name, found, widths = config["architectures"][0], [], []
    try:
        model = building.model(name, config, "meta")
        if model is None:
            raise LookupError(f"{name} did not import here")
        found = [_offered(model, *each) for each in _DEMANDS]
        if found[0]["verdict"] == "broken":
            return found  # nothing can be captured
        widths = _arriving(draft, model, config)
    except Exception as error:
        told = places.of_error(error)
        why = f"the target was not run: {told['kind']}: {told['message']}"
        return [*found, say.inconclusive("K7", _nowhere(name), why, *told["steps"][-1:])]
    columns, own = fc.weight.shape[1], draft.model.model.embed_tokens.weight.shape[1]
    saw = f"{name} hands on {_states(widths)}; the draft's fc takes {columns}, its embedding is {own} wide"
    return [*found, *_fitting(draft, type(model), widths, saw)]


def _fitting(draft: checkpoint.Draft, target: type, widths: list[int], saw: str) -> list[dict[str, Any]]:
    """Each demand that the states which arrive break: T9 or T7 of the target, D8 of fc, K7 of the two together."""
    ids = _ids(draft) or ()
    own, columns = draft.model.model.embed_tokens.weight.shape[1], draft.model.model.fc.weight.shape[1]
    if _uses_aux(draft) and ids and len(widths) < len(ids):
        # Of rising ids only the last one can be that of the last layer.
        ref = "T9" if len(widths) == len(ids) - 1 else "T7"
        return [say.broken(ref, target, f"asked for layers {list(ids)}, {saw}")]
    if _uses_aux(draft) and sum(widths) not in (columns, own):
        return [say.broken("D8", type(draft.model), saw)]
    return [say.judged(sum(widths) == columns and sum(widths) != own, "K7", type(draft.model), saw)]


def _ids(draft: checkpoint.Draft) -> list[int] | None:
    return (draft.config.get("eagle_config") or {}).get("eagle_aux_hidden_state_layer_ids")


def _uses_aux(draft: checkpoint.Draft) -> bool:
    return (draft.config.get("eagle_config") or {}).get("use_aux_hidden_state") is not False


def _nowhere(name: str) -> dict[str, Any]:
    return {"file": "", "line": 1, "symbol": name}


def _offered(model: Any, ref: str, method: str) -> dict[str, Any]:
    """T1 and W3: what the runner and the worker call on the target."""
    definition = getattr(model, method, None)
    if definition is None:
        return say.broken(ref, type(model), f"an instance has no {method}")
    return say.holds(ref, type(model), f"it has {method}", places.of(definition, f"defines {method}"))


def _arriving(draft: checkpoint.Draft, model: Any, config: dict[str, Any]) -> list[int]:
    """The widths of the states that reach the draft."""
    if not _uses_aux(draft):
        return [
            (config.get("text_config") or config)["hidden_size"]
        ]  # capture stays off: the last layer's alone
    return [each.shape[-1] for each in _handed(model, _ids(draft))]


def _states(widths: list[int]) -> str:
    return f"{len(widths)} state{'s' * (len(widths) != 1)}, together {sum(widths)} wide"


def _handed(model: Any, ids: list[int] | None) -> list[Any]:
    handed: list[Any] = []
    for module in list(model.modules()):
        if "logits_processor" in module._modules:
            module._modules["logits_processor"] = _Recorder(handed)
        if hasattr(module, "_forward_method") and hasattr(module, "forward_native"):
            module._forward_method = module.forward_native  # kernels of CUDA know no meta device
    model.set_eagle3_layers_to_capture(ids)
    with building.forwarding(), torch.device("meta"):
        model(torch.zeros(_TOKENS, dtype=torch.long), torch.arange(_TOKENS), building.batch(tokens=_TOKENS))
    return handed


class _Recorder(torch.nn.Module):
    def __init__(self, handed: list[Any]) -> None:
        super().__init__()
        self._handed = handed

    def forward(self, *given: Any, **named: Any) -> None:
        for each in (*given, *named.values()):
            if isinstance(each, list | tuple) and each:
                self._handed.extend(each)
                return


def _prompts(target: Path) -> list[list[int]]:
    """Prompts in the target's own tokens, where its folder has a tokenizer that needs no code of its own."""
    try:
        from transformers import AutoTokenizer

        encode = AutoTokenizer.from_pretrained(target)
        return [encode(each)["input_ids"] for each in _TEXTS]
    except Exception:
        return _IDS


def _decoded(request: dict[str, Any], draft: Path, target: Path) -> list[dict[str, Any]]:
    """The loop with real weights: whether the tokens are those without a draft, and what is accepted."""
    plain: dict[str, Any] = {"model_path": str(target)}
    if request["device"] == "cuda":
        plain |= dict.fromkeys(running.LIMITS)  # as the engine chooses by itself
        plain |= {"dtype": "auto"}
    count, length = _SAID[request["device"]]
    drafting = {**running.DRAFTING, **plain, "speculative_draft_model_path": str(draft)}
    with tempfile.TemporaryDirectory() as folder:
        prompts = _prompts(target)[:count]
        with_draft = running.run(Path(folder) / "with", request, drafting, prompts, length)
        without = running.run(Path(folder) / "without", request, plain, prompts, length)
    started = with_draft.first("started")
    subject = started["worker"] if started else _nowhere("the engine")
    drafted, wanted = with_draft.first("generated"), without.first("generated")
    if drafted is None or wanted is None:
        failure = with_draft.failure or without.failure
        why = f"{failure['kind']}: {failure['message']}" if failure else "a run ended without saying why"
        steps = failure["steps"][-3:] if failure else ()
        return [say.inconclusive("loop", subject, why, *steps)]
    pairs = zip(drafted["answers"], wanted["answers"], strict=True)
    same = [one["output_ids"] == other["output_ids"] for one, other in pairs]
    counts = [looped.counted(each["meta_info"]) for each in drafted["answers"]]
    saw = f"{sum(same)} of {len(same)} prompts are continued as without a draft; accepted: "
    saw += ", ".join(f"{accepted} of {proposed} drafted tokens" for accepted, proposed in counts)
    good = all(same) and all(accepted for accepted, _ in counts)
    return [{**say.judged(good, "loop", subject, saw), "shims": with_draft.shims}]
