"""Checkpoints of both spellings, and names nobody knows -> which tensors the draft's loader wrote, told of
or dropped.
"""

from __future__ import annotations

from typing import Any

import torch
from ground import answers as say
from ground import drafts, loading, pair, places

_LAYER = (
    "self_attn.q_proj",
    "self_attn.k_proj",
    "self_attn.v_proj",
    "self_attn.o_proj",
    "mlp.gate_proj",
    "mlp.up_proj",
    "mlp.down_proj",
    "hidden_norm",
    "input_layernorm",
    "post_attention_layernorm",
)
_UNKNOWN = ("no.such.weight", "no.such.q_proj.weight")


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """D4, D5 and D6 of the draft class."""
    device = request["device"]
    model = drafts.built(device)
    if model is None:
        nowhere = {"file": "", "line": 1, "symbol": drafts.DRAFT}
        return [
            say.inconclusive(ref, nowhere, "its module did not import here") for ref in ("D4", "D5", "D6")
        ]
    loader = places.of(type(model).load_weights, "the loader")
    return [
        _own_names(model, device, loader),
        _unknown_names(model, device, loader),
        _token_map(model, loader),
    ]


def _own_names(model: Any, device: str, loader: Any) -> dict[str, Any]:
    """Every tensor of the spelling that the parameters have; and what becomes of the other."""
    told, verdicts = [], {}
    names = [name for name, _ in model.named_parameters()]
    for spelling in drafts.LAYER_NAMES:
        fates = loading.fates(model, _tensors(spelling, device))
        dropped = [each for each in fates if not each.written]
        silent = sum(each.silent for each in dropped)
        own = any(f"{spelling}." in each for each in names)
        verdicts[own] = not dropped
        told.append(
            f"{spelling}.*: all {len(fates)} tensors written"
            if not dropped
            else f"{spelling}.*: {len(dropped)} of {len(fates)} tensors dropped, {silent} without a word"
        )
    saw = "; ".join(told)
    return say.judged(verdicts.get(True, False), "D4", type(model), saw, {**loader, "what": saw})


def _unknown_names(model: Any, device: str, loader: Any) -> dict[str, Any]:
    fates = loading.fates(model, [(name, torch.zeros(4, 4, device=device)) for name in _UNKNOWN])
    silent = [each.name for each in fates if each.silent]
    others = [f"{each.name}: {each.said or each.error or 'written'}" for each in fates if not each.silent]
    saw = f"dropped without a word: {', '.join(silent)}" if silent else "; ".join(others)
    return say.judged(not silent, "D5", type(model), saw, {**loader, "what": saw})


def _token_map(model: Any, loader: Any) -> dict[str, Any]:
    """d2t holds offsets, t2d holds nothing that matters."""
    with torch.device("cpu"):
        model.hot_token_id = None
        model.load_weights([("t2d", torch.ones(pair.VOCAB, dtype=torch.bool))])
        after_mask = model.hot_token_id
        model.load_weights([("d2t", torch.tensor([0, 2, 5]))])
    got = model.hot_token_id.tolist() if model.hot_token_id is not None else None
    saw = (
        f"d2t [0, 2, 5] became hot_token_id {got}; t2d {'was ignored' if after_mask is None else 'was taken'}"
    )
    return say.judged(
        got == [0, 3, 7] and after_mask is None, "D6", type(model), saw, {**loader, "what": saw}
    )


def _tensors(spelling: str, device: str) -> list[tuple[str, torch.Tensor]]:
    shapes = {
        "self_attn.q_proj": (pair.HIDDEN, 2 * pair.HIDDEN),
        "self_attn.k_proj": (pair.HIDDEN // 2, 2 * pair.HIDDEN),
        "self_attn.v_proj": (pair.HIDDEN // 2, 2 * pair.HIDDEN),
        "self_attn.o_proj": (pair.HIDDEN, pair.HIDDEN),
        "mlp.gate_proj": (pair.INNER, pair.HIDDEN),
        "mlp.up_proj": (pair.INNER, pair.HIDDEN),
        "mlp.down_proj": (pair.HIDDEN, pair.INNER),
    }
    layer = [(f"{spelling}.{part}.weight", shapes.get(part, (pair.HIDDEN,))) for part in _LAYER]
    rest = [
        ("norm.weight", (pair.HIDDEN,)),
        ("fc.weight", (pair.HIDDEN, 3 * pair.HIDDEN)),
        ("lm_head.weight", (pair.DRAFT_VOCAB, pair.HIDDEN)),
    ]
    return [(name, torch.zeros(shape, device=device)) for name, shape in (*layer, *rest)]
