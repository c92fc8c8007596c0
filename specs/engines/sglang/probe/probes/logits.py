"""Every kind of forward -> whether the logits processor stores the aux states it was handed, at their full
width.

The real processor is called with real batches of each kind; no model is run.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import torch
from ground import answers as say
from ground import building, pair, places, targets

_TOKENS, _STATES = 3, 3
_WIDTH = _STATES * pair.HIDDEN


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """T6 of the logits processor."""
    device = request["device"]
    config = targets.config("LlamaForCausalLM")
    model = building.model("LlamaForCausalLM", config or {}, device)
    subject = type(model.logits_processor)
    forwards = import_module(f"{places.PACKAGE}.srt.model_executor.forward_batch_info")
    kinds = {
        f"{mode}, states of {'all tokens' if capture == 'FULL' else 'the last token'}{more}": (
            getattr(forwards.ForwardMode, mode),
            getattr(forwards.CaptureHiddenMode, capture),
            bool(more),
        )
        for mode, capture, more in (
            ("DECODE", "FULL", ""),
            ("DECODE", "LAST", ""),
            ("EXTEND", "FULL", ""),
            ("EXTEND", "LAST", ""),
            ("EXTEND", "FULL", ", log-probabilities of the prompt"),
            ("EXTEND", "LAST", ", log-probabilities of the prompt"),
        )
    }
    seen = {kind: _stored(model, device, *how) for kind, how in kinds.items()}
    if any(width is None and not steps for width, _, steps in seen.values()):
        why = next(said for width, said, steps in seen.values() if width is None and not steps)
        return [say.inconclusive("T6", subject, why)]
    wrong = {kind: said for kind, (width, said, _) in seen.items() if width != _WIDTH}
    saw = "; ".join(f"{kind}: {said}" for kind, said in wrong.items())
    steps = [step for _, _, found in seen.values() for step in found[-1:]]
    saw = saw or f"states of width {_WIDTH} are stored on each of {len(seen)} kinds of forward"
    return [say.judged(not wrong, "T6", subject, saw, *steps)]


def _stored(
    model: Any, device: str, mode: Any, capture: Any, logprobs: bool
) -> tuple[int | None, str, list[dict[str, Any]]]:
    """The width of what is stored, in words, and where it failed; no steps when the failure is not the
    engine's.
    """
    try:
        with torch.device(device):
            states = torch.ones(_TOKENS, pair.HIDDEN, dtype=building.dtype(device))
            batch = building.batch(
                tokens=_TOKENS,
                forward_mode=mode,
                capture_hidden_mode=capture,
                return_logprob=logprobs,
                top_logprobs_nums=[0],
                token_ids_logprobs=[None],
                extend_logprob_start_lens_cpu=[0],
                extend_input_logprob_token_ids_gpu=torch.zeros(_TOKENS, dtype=torch.long),
            )
            aux = [states.clone() for _ in range(_STATES)]
            out = model.logits_processor(batch.input_ids, states, model.lm_head, batch, aux)
    except Exception as error:
        told = places.of_error(error)
        said = f"{told['kind']}: {told['message']}"
        ours = "torch.cat" not in said and "cat()" not in said and "NoneType" not in said
        return None, said, [] if ours else told["steps"]
    kept = out.hidden_states
    width = 0 if kept is None else kept.shape[-1]
    return width, f"width {width}" if width else "nothing is stored", []
