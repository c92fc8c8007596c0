"""A word that nobody knows -> the end of a sentence that names the one meant, or all there are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def nearest(word: str, valid: Sequence[str]) -> str:
    """The closest valid word as a question, or the valid words."""
    close = get_close_matches(word, valid, n=1)
    return f"did you mean '{close[0]}'?" if close else f"it can be {', '.join(valid)}"
