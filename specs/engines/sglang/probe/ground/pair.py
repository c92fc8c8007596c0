"""A few sizes and a fault to plant -> a target and a draft on disk that agree on every token, or would but
for it.

Every token's embedding is the same vector and attention adds nothing, so each layer's input is one known
vector and the target predicts one token for ever. The draft finds that token only if its fc read exactly
the states of the layers its config names, in their order, and if its layer's own weights were loaded.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

HIDDEN, HEADS, KV_HEADS, INNER, VOCAB, DRAFT_VOCAB = 256, 4, 2, 128, 512, 128
SPREAD = VOCAB // DRAFT_VOCAB  # draft id d stands for target id d * SPREAD
TOKEN = 37  # the draft id both agree on
_WITHOUT_FC, _WITHOUT_LAYER = 5, 7  # the draft ids that win when a part is missing


@dataclass(frozen=True)
class Fault:
    """What is planted; by itself nothing is."""

    names: str = "midlayer"  # the layer's prefix in the checkpoint
    absolute_map: bool = False  # d2t holds target ids instead of offsets
    use_aux: bool = True  # the draft's config asks for aux states
    ids: tuple[int, ...] = (0, 1, 2)  # layers whose outputs the config names


@dataclass(frozen=True)
class Pair:
    """Where the two lie, and what must come out."""

    target: Path
    draft: Path
    token: int  # what the target predicts, whatever the prompt
    states: list[list[float]] = field(
        repr=False
    )  # the vector entering each layer, then the last layer's output


def written(folder: Path, fault: Fault | None = None, layers: int = 4, seed: int = 0) -> Pair:
    """Write both checkpoints below `folder`."""
    fault = fault or Fault()
    draw = torch.Generator().manual_seed(seed)
    target, states = _target(layers, draw)
    draft = _draft(states, fault)
    _save(folder / "target", _target_config(layers), target)
    _save(folder / "draft", draft_config(fault), draft)
    return Pair(folder / "target", folder / "draft", TOKEN * SPREAD, [each.tolist() for each in states])


def _target(layers: int, draw: torch.Generator) -> tuple[dict[str, torch.Tensor], list[torch.Tensor]]:
    state = torch.randn(HIDDEN, generator=draw)
    tensors = {"model.embed_tokens.weight": state.repeat(VOCAB, 1)}
    states = [state]
    for number in range(layers):
        gate, up = torch.randn(2, INNER, HIDDEN, generator=draw) / HIDDEN**0.5
        down = torch.randn(HIDDEN, INNER, generator=draw) / INNER**0.5 * 2
        tensors |= _layer(f"model.layers.{number}.", HIDDEN, gate, up, down)
        seen = _normed(state)
        state = state + down @ (torch.nn.functional.silu(gate @ seen) * (up @ seen))
        states.append(state)
    head = torch.randn(VOCAB, HIDDEN, generator=draw) * 0.01
    head[TOKEN * SPREAD] = _normed(state)
    return tensors | {"model.norm.weight": torch.ones(HIDDEN), "lm_head.weight": head}, states


def _draft(states: list[torch.Tensor], fault: Fault) -> dict[str, torch.Tensor]:
    """Axis 0 carries what the layer reads, axis 1 what fc says, axis 2 what the layer says; the head wants
    both.
    """
    said_by_fc = torch.zeros(HIDDEN)
    said_by_fc[0], said_by_fc[1] = 20.0, 1.0
    gate, up = torch.zeros(2, INNER, HIDDEN)
    down = torch.zeros(HIDDEN, INNER)
    gate[0, 0], up[0, 0] = 1.0, 1.0
    read = torch.tensor(HIDDEN**0.5)
    down[2, 0] = 1.0 / float(torch.nn.functional.silu(read) * read)
    head = torch.zeros(DRAFT_VOCAB, HIDDEN)
    head[TOKEN, 1], head[TOKEN, 2] = 1.0, 1.0
    head[_WITHOUT_FC, 2], head[_WITHOUT_LAYER, 1] = 1.2, 1.2
    places = torch.arange(DRAFT_VOCAB)
    mask = torch.zeros(VOCAB, dtype=torch.bool)
    mask[places * SPREAD] = True
    return {
        **_layer(f"{fault.names}.", 2 * HIDDEN, gate, up, down),
        f"{fault.names}.hidden_norm.weight": torch.ones(HIDDEN),
        "norm.weight": torch.ones(HIDDEN),
        "fc.weight": torch.outer(said_by_fc, _picking(fault.ids, states)),
        "lm_head.weight": head,
        "d2t": places * SPREAD if fault.absolute_map else places * (SPREAD - 1),
        "t2d": mask,
    }


def _picking(ids: tuple[int, ...], states: list[torch.Tensor]) -> torch.Tensor:
    """What gives 1 with these layers' states, and 0 with another order or the layers beside."""
    others = (ids[::-1], (*ids[1:], ids[0]), *(tuple(each + shift for each in ids) for shift in (-1, 1)))
    reachable = [each for each in others if each != ids and max(each) + 1 < len(states)]
    rows = [torch.cat([states[each + 1] for each in choice]) for choice in (ids, *reachable)]
    answers = torch.tensor([1.0, *(0.0 for _ in reachable)], dtype=torch.float64)
    return (torch.linalg.pinv(torch.stack(rows).double()) @ answers).float()


def _layer(
    prefix: str, width: int, gate: torch.Tensor, up: torch.Tensor, down: torch.Tensor
) -> dict[str, torch.Tensor]:
    """One decoder layer whose attention adds nothing."""
    head = HIDDEN // HEADS
    return {
        f"{prefix}self_attn.q_proj.weight": torch.zeros(HIDDEN, width),
        f"{prefix}self_attn.k_proj.weight": torch.zeros(KV_HEADS * head, width),
        f"{prefix}self_attn.v_proj.weight": torch.zeros(KV_HEADS * head, width),
        f"{prefix}self_attn.o_proj.weight": torch.zeros(HIDDEN, HIDDEN),
        f"{prefix}mlp.gate_proj.weight": gate.clone(),
        f"{prefix}mlp.up_proj.weight": up.clone(),
        f"{prefix}mlp.down_proj.weight": down,
        f"{prefix}input_layernorm.weight": torch.ones(HIDDEN),
        f"{prefix}post_attention_layernorm.weight": torch.ones(HIDDEN),
    }


def _normed(state: torch.Tensor) -> torch.Tensor:
    return state / state.pow(2).mean().add(1e-6).sqrt()


def _target_config(layers: int) -> dict[str, Any]:
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_size": HIDDEN,
        "num_attention_heads": HEADS,
        "num_key_value_heads": KV_HEADS,
        "head_dim": HIDDEN // HEADS,
        "intermediate_size": INNER,
        "num_hidden_layers": layers,
        "vocab_size": VOCAB,
        "max_position_embeddings": 256,
        "rms_norm_eps": 1e-6,
        "rope_theta": 10000.0,
        "hidden_act": "silu",
        "tie_word_embeddings": False,
        "torch_dtype": "float32",
        "bos_token_id": 1,
        "eos_token_id": 2,
    }


def draft_config(fault: Fault) -> dict[str, Any]:
    """The config.json of the draft."""
    aux = {
        "eagle_aux_hidden_state_layer_ids": list(fault.ids),
        "use_aux_hidden_state": fault.use_aux,
    }
    return {
        **_target_config(1),
        "architectures": ["LlamaForCausalLMEagle3"],
        "draft_vocab_size": DRAFT_VOCAB,
        "eagle_config": aux,
    }


def _save(folder: Path, config: dict[str, Any], tensors: dict[str, torch.Tensor]) -> None:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config, indent=2))
    save_file({name: each.contiguous() for name, each in tensors.items()}, folder / "model.safetensors")
