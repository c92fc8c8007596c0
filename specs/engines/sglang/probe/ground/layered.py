"""The engine's registry -> the same with one more draft class: EAGLE-3's own, which takes the number of its layer.

The multi-layer worker builds one draft for each layer and hands each its number; no EAGLE-3 draft of a release
takes one. A class of a user's that does is registered as this one is.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from ground import drafts, on_import, places, shims

NAME = "LayeredDraft"


def install() -> None:
    """Register it as soon as there is a registry, here and in every process that runs the main script's top."""
    on_import.after(f"{places.PACKAGE}.srt.models.registry", _register)


def _register(registry: ModuleType) -> None:
    module = importlib.import_module(f"{places.PACKAGE}.srt.models.llama_eagle3")
    base = getattr(module, drafts.DRAFT)

    def start(self: Any, *given: Any, draft_model_idx: int | None = None, **named: Any) -> None:
        base.__init__(self, *given, **named)

    registry.ModelRegistry.models[NAME] = type(
        NAME, (base,), {"__init__": start, "__module__": base.__module__}
    )
    shims.note(f"{NAME}: a draft class made for the question, {drafts.DRAFT} that takes draft_model_idx")
