"""Writes small drafts in the layouts that trainers write: their names, their config keys, small weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

Tensors = dict[str, NDArray[Any]]
Config = dict[str, Any]

WIDTH, INNER, HEADS, KV_HEADS, HEAD = 8, 12, 4, 2, 2
VOCAB, DRAFT_VOCAB, LAYERS = 48, 12, 36
TARGET: Config = {
    "architectures": ["LlamaForCausalLM"],
    "hidden_size": WIDTH,
    "vocab_size": VOCAB,
    "num_hidden_layers": LAYERS,
    "rope_theta": 10000,
}

_SIZES: Config = {
    "hidden_size": WIDTH,
    "intermediate_size": INNER,
    "num_hidden_layers": 1,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "head_dim": HEAD,
    "vocab_size": VOCAB,
    "rope_theta": 10000,
    "tie_word_embeddings": False,
}
_BASE: Config = {
    "architectures": ["LlamaForCausalLMEagle3"],
    "model_type": "llama",
    "draft_vocab_size": DRAFT_VOCAB,
    **_SIZES,
}
_IDS = {"eagle_aux_hidden_state_layer_ids": [1, 17, 32]}

CONFIGS: Mapping[str, Config] = {
    "official": {**_BASE, "architectures": ["LlamaForCausalLM"]},
    "specforge": {**_BASE, "eagle_config": {**_IDS, "use_aux_hidden_state": True}},
    "modelopt_midlayer": {**_BASE, "eagle_config": {**_IDS, "use_last_layernorm": True}},
    "modelopt_layers": {**_BASE, "eagle_config": {**_IDS, "use_last_layernorm": True}},
    "modelopt_mla": {
        **_BASE,
        "architectures": ["Eagle3DeepseekV2ForCausalLM"],
        "model_type": "kimi_k2",
        "q_lora_rank": 6,
        "kv_lora_rank": 4,
        "qk_nope_head_dim": 2,
        "qk_rope_head_dim": 2,
        "v_head_dim": 2,
        "num_key_value_heads": HEADS,
        "rope_scaling": {
            "type": "yarn",
            "factor": 1.0,
            "original_max_position_embeddings": 4096,
            "beta_fast": 32,
            "beta_slow": 1,
            "mscale": 1.0,
            "mscale_all_dim": 1.0,
        },
        "eagle_config": _IDS,
    },
    "speculators": {
        "architectures": ["Eagle3Speculator"],
        "speculators_model_type": "eagle3",
        "draft_vocab_size": DRAFT_VOCAB,
        "target_hidden_size": None,
        "eagle_aux_hidden_state_layer_ids": [2, 18, 33],
        "norm_before_residual": True,
        "transformer_layer_config": _SIZES,
    },
}


def _weight(*shape: int) -> NDArray[Any]:
    return (np.arange(int(np.prod(shape))).reshape(shape) % 7).astype(np.float16)


def _layer(prefix: str, attention: Mapping[str, tuple[int, ...]]) -> Tensors:
    tensors = {f"{prefix}self_attn.{name}.weight": _weight(*shape) for name, shape in attention.items()}
    for name in ("gate_proj", "up_proj"):
        tensors[f"{prefix}mlp.{name}.weight"] = _weight(INNER, WIDTH)
    tensors[f"{prefix}mlp.down_proj.weight"] = _weight(WIDTH, INNER)
    for name in ("hidden_norm", "input_layernorm", "post_attention_layernorm"):
        tensors[f"{prefix}{name}.weight"] = _weight(WIDTH)
    return tensors


_LLAMA: Mapping[str, tuple[int, ...]] = {
    "q_proj": (HEADS * HEAD, 2 * WIDTH),
    "k_proj": (KV_HEADS * HEAD, 2 * WIDTH),
    "v_proj": (KV_HEADS * HEAD, 2 * WIDTH),
    "o_proj": (WIDTH, HEADS * HEAD),
}
_MLA: Mapping[str, tuple[int, ...]] = {
    "q_a_proj": (6, 2 * WIDTH),
    "q_a_layernorm": (6,),
    "q_b_proj": (HEADS * 4, 6),
    "kv_a_proj_with_mqa": (6, 2 * WIDTH),
    "kv_a_layernorm": (4,),
    "kv_b_proj": (HEADS * 4, 4),
    "o_proj": (WIDTH, HEADS * HEAD),
}
_TOP = {
    "fc.weight": _weight(WIDTH, 3 * WIDTH),
    "norm.weight": _weight(WIDTH),
    "lm_head.weight": _weight(DRAFT_VOCAB, WIDTH),
}
IDS = [4 * at + 1 for at in range(DRAFT_VOCAB)]  # the target ids in the draft vocabulary
_D2T: Tensors = {"d2t": np.array([each - at for at, each in enumerate(IDS)], dtype=np.int64)}
_MAPS: Tensors = {**_D2T, "t2d": np.isin(np.arange(VOCAB), IDS)}

TENSORS: Mapping[str, Tensors] = {
    "official": {**_TOP, **_layer("midlayer.", _LLAMA), **_MAPS},
    "specforge": {**_TOP, **_layer("midlayer.", _LLAMA), **_MAPS},
    "modelopt_midlayer": {**_TOP, **_layer("midlayer.", _LLAMA), **_D2T},
    "modelopt_layers": {**_TOP, **_layer("layers.0.", _LLAMA), **_D2T},
    "modelopt_mla": {**_TOP, **_layer("layers.0.", _MLA), **_D2T},
    "speculators": {
        **_TOP,
        **_layer("layers.0.", _LLAMA),
        **_MAPS,
        "embed_tokens.weight": _weight(VOCAB, WIDTH),
    },
}


def write(folder: Path, config: Config, tensors: Tensors, file: str = "model.safetensors") -> Path:
    """Write a draft folder of one weight file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=2))
    save_file(tensors, folder / file, metadata={"format": "pt"})
    return folder


def layout(folder: Path, name: str) -> Path:
    """Write the draft of one trainer."""
    return write(folder / name, dict(CONFIGS[name]), dict(TENSORS[name]))


def shards(folder: Path, files: Mapping[str, Mapping[str, NDArray[Any]]], index: Mapping[str, str]) -> Path:
    """Write a draft in several files, with this index."""
    for file, tensors in files.items():
        write(folder, dict(CONFIGS["specforge"]), dict(tensors), file)
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {}, "weight_map": dict(index)})
    )
    return folder


def raw(header: bytes, body: bytes = b"") -> bytes:
    """A file with this header, damaged or not."""
    return len(header).to_bytes(8, "little") + header + body
