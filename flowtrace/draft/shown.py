"""Turns a name or a value that a file brought along into a short word that is safe in a sentence.

Such names may hold anything, line ends and halves of characters included.
"""

from __future__ import annotations

import json
from typing import Any

_WIDTH = 70  # characters
_ITEMS = 8  # of a list


def shown(value: Any) -> str:
    """The value as JSON would write it, plain texts without quotes, long ones cut."""
    if isinstance(value, str):
        return _cut(value if value.isprintable() and value.strip() == value != "" else json.dumps(value))
    if isinstance(value, list | tuple):
        items = [shown(item) for item in value[:_ITEMS]]
        return f"[{', '.join(items)}{', ...' if len(value) > _ITEMS else ''}]"
    if isinstance(value, dict):
        return "an object"
    return _cut(json.dumps(value))


def _cut(word: str) -> str:
    return word if len(word) <= _WIDTH else f"{word[: _WIDTH - 3]}..."
