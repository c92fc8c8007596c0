"""The `[[suppress]]` tables of a settings file -> suppressions, and everything that is wrong in them.

What they hide is decided in `suppressions`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from flowtrace.cli.nearest import nearest
from flowtrace.suppressions import Suppression

_WORDS = ("invariant", "file", "symbol", "reason", "owner")
_KEYS = (*_WORDS, "expires", "count")
_HEADER = re.compile(r"\s*\[\[\s*(?:tool\s*\.\s*flowtrace\s*\.\s*)?suppress\s*\]\]")


def read(entries: Sequence[Any], file: Path) -> tuple[tuple[Suppression, ...], list[str]]:
    """The suppressions, or else a sentence with its place for each problem."""
    lines = _lines(file)
    if len(lines) != len(entries):  # written as inline tables: only the file is known
        lines = [0] * len(entries)
    problems = [
        f"{file}{f':{line}' if line else ''}: {problem}"
        for entry, line in zip(entries, lines, strict=True)
        for problem in _problems(entry)
    ]
    if problems:
        return (), problems
    seen = Path(os.path.relpath(file)).as_posix()
    return tuple(_entry(each, (seen, line or 1)) for each, line in zip(entries, lines, strict=True)), []


def _lines(file: Path) -> list[int]:
    """Where each table begins; TOML readers keep no places."""
    text = file.read_text("utf-8-sig").splitlines()
    return [number for number, line in enumerate(text, start=1) if _HEADER.match(line)]


def _problems(entry: Any) -> list[str]:
    if not isinstance(entry, Mapping):
        return ["a suppression must be a table"]
    problems = [f"a suppression has no '{key}'; {nearest(key, _KEYS)}" for key in entry if key not in _KEYS]
    for key in ("invariant", "reason"):
        if key not in entry or (isinstance(entry[key], str) and not entry[key].strip()):
            problems.append(f"a suppression needs {'an' if key == 'invariant' else 'a'} '{key}'")
    problems += [f"'{key}' must be a string" for key in _WORDS if not isinstance(entry.get(key, ""), str)]
    count = entry.get("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        problems.append("'count' must be a whole number above 0")
    if "expires" in entry and _date(entry["expires"]) is None:
        problems.append("'expires' must be a date such as 2030-12-31")
    return problems


def _entry(entry: Mapping[str, Any], place: tuple[str, int]) -> Suppression:
    words = {key: entry[key].strip() for key in _WORDS if key in entry}
    return Suppression(**words, place=place, expires=_date(entry.get("expires")), count=entry.get("count", 1))


def _date(value: Any) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        return None
