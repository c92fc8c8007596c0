"""What is changed in a small draft's config -> the real draft class, built from it; and where its parts
lie.
"""

from __future__ import annotations

from typing import Any

from ground import building, pair

DRAFT = "LlamaForCausalLMEagle3"
LAYER_NAMES = ("midlayer", "layers.0")  # how trainers call the draft's layer


def config(**changed: Any) -> dict[str, Any]:
    """The pair's draft config with these entries in place of its own."""
    return {**pair.draft_config(pair.Fault()), **changed}


def built(device: str, **changed: Any) -> Any:
    """The draft of that config; None when its module did not import."""
    return building.model(DRAFT, config(**changed), device)


def embedding(model: Any) -> Any:
    """Its embedding's weight."""
    return model.model.embed_tokens.weight


def head(model: Any) -> Any:
    """Its head's weight."""
    return model.lm_head.weight
