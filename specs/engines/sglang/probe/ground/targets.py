"""The name of a target class -> a config.json small enough to build it anywhere; None for a class not
listed.

Sizes are powers of two that every kernel accepts; the text model has the pair's width, so that its draft
fits.
"""

from __future__ import annotations

from typing import Any

from ground import pair

_LAYERS = 4
_DENSE: dict[str, Any] = {
    "hidden_size": pair.HIDDEN,
    "num_attention_heads": pair.HEADS,
    "num_key_value_heads": pair.KV_HEADS,
    "head_dim": pair.HIDDEN // pair.HEADS,
    "intermediate_size": pair.INNER,
    "num_hidden_layers": _LAYERS,
    "vocab_size": pair.VOCAB,
    "max_position_embeddings": 256,
    "rms_norm_eps": 1e-6,
    "rope_theta": 10000.0,
    "hidden_act": "silu",
    "tie_word_embeddings": False,
    "torch_dtype": "float32",
    "bos_token_id": 1,
    "eos_token_id": 2,
}
_EXPERTS: dict[str, Any] = {
    "num_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": pair.INNER,
    "shared_expert_intermediate_size": pair.INNER,
    "decoder_sparse_step": 1,
    "norm_topk_prob": True,
    "mlp_only_layers": [],
}
_LATENT: dict[str, Any] = {
    **_DENSE,
    "num_key_value_heads": pair.HEADS,
    "q_lora_rank": 32,
    "kv_lora_rank": 32,
    "qk_nope_head_dim": 16,
    "qk_rope_head_dim": 16,
    "v_head_dim": 16,
    "n_routed_experts": 4,
    "n_shared_experts": 1,
    "num_experts_per_tok": 2,
    "n_group": 1,
    "topk_group": 1,
    "topk_method": "noaux_tc",
    "scoring_func": "sigmoid",
    "routed_scaling_factor": 1.0,
    "norm_topk_prob": True,
    "moe_intermediate_size": pair.INNER,
    "moe_layer_freq": 1,
    "first_k_dense_replace": _LAYERS,  # attention is what is asked about; no layer routes
    "rope_scaling": {
        "type": "yarn",
        "rope_type": "yarn",
        "factor": 1.0,
        "beta_fast": 32,
        "beta_slow": 1,
        "mscale": 1.0,
        "mscale_all_dim": 1.0,
        "original_max_position_embeddings": 256,
    },
}
_VISION: dict[str, Any] = {
    "vt_hidden_size": 64,
    "vt_intermediate_size": 64,
    "vt_num_attention_heads": 4,
    "vt_num_hidden_layers": 1,
    "hidden_size": 64,
    "intermediate_size": 64,
    "num_attention_heads": 4,
    "num_hidden_layers": 1,
    "mm_hidden_size": 64,
    "text_hidden_size": pair.HIDDEN,
    "patch_size": 14,
    "init_pos_emb_height": 4,
    "init_pos_emb_width": 4,
    "init_pos_emb_time": 4,
}
_CONFIGS: dict[str, dict[str, Any]] = {
    "LlamaForCausalLM": {**_DENSE, "model_type": "llama"},
    "Qwen2ForCausalLM": {**_DENSE, "model_type": "qwen2"},
    "Qwen3ForCausalLM": {**_DENSE, "model_type": "qwen3"},
    "Qwen2MoeForCausalLM": {**_DENSE, **_EXPERTS, "model_type": "qwen2_moe"},
    "Qwen3MoeForCausalLM": {**_DENSE, **_EXPERTS, "model_type": "qwen3_moe"},
    "DeepseekV3ForCausalLM": {**_LATENT, "model_type": "deepseek_v3"},
    "KimiK25ForConditionalGeneration": {
        "model_type": "kimi_k25",
        "text_config": {**_LATENT, "model_type": "deepseek_v3", "architectures": ["DeepseekV3ForCausalLM"]},
        "vision_config": {**_VISION, "model_type": "kimi_k25"},
        "media_placeholder_token_id": 3,
        "torch_dtype": "float32",
        "tie_word_embeddings": False,
        "encoder_only": False,
        "language_only": False,
    },
}


def config(name: str) -> dict[str, Any] | None:
    """The config of the class called `name`."""
    known = _CONFIGS.get(name)
    return None if known is None else {**known, "architectures": [name]}


def known() -> list[str]:
    """The classes that have one."""
    return list(_CONFIGS)
