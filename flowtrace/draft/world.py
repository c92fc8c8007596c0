"""Turns the configurations in hand into one more world for the evaluator, beside the made-up ones.

Nothing is flattened or filled in: engines look into nested configs themselves, and a missing key is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from flowtrace.draft.checkpoint import Draft
from flowtrace.draft.config import Config


def world_of(draft: Draft | None, target: Config | None) -> dict[str, dict[str, Any]]:
    """The configurations by role, each a copy of its own; a role without one is left out."""
    configs: dict[str, Mapping[str, Any]] = {}
    if draft is not None:
        configs["draft"] = draft.config
    if target is not None:
        configs["target"] = target.values
    return {role: dict(deepcopy(values)) for role, values in configs.items()}
