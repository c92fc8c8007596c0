"""Entries of a draft's config and arguments for the engine -> one start-up with the made-up pair, its weights drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ground import pair, running

_TOKENS = 2  # of prefill, and of one verification
_LAYERS = 8  # so that five can be named


def started(
    folder: Path,
    request: dict[str, Any],
    config: dict[str, Any],
    arguments: dict[str, Any],
    environment: dict[str, str] | None = None,
    prompts: Sequence[list[int]] = (),
) -> running.Run:
    """One start-up below `folder` with the made-up pair, its weights drawn at random; `config` wins over the draft's
    own entries, `arguments` over those of every run.
    """
    made = pair.written(folder / "pair", layers=_LAYERS)
    file = made.draft / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **config}))
    asked = {
        **running.DRAFTING,
        "model_path": str(made.target),
        "speculative_draft_model_path": str(made.draft),
        "load_format": "dummy",
        **arguments,
    }
    return running.run(folder / "run", request, asked, list(prompts), _TOKENS, environment)
