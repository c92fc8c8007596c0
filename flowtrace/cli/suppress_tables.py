"""The `[[suppress]]` tables of a settings file <-> suppressions, and everything that is wrong in them.

What they hide is decided in `suppressions`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from flowtrace.cli.nearest import nearest
from flowtrace.errors import InputError
from flowtrace.suppressions import Suppression

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

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


# --- writing one


def added(file: Path, entries: Sequence[Suppression]) -> str:
    """The file's text with a table for each entry: before the first that sorts behind it, the rest as it was.

    Raises InputError where the tables are written in a form that can't be added to.
    """
    old = file.read_text("utf-8-sig") if file.exists() else ""
    lines = old.splitlines()
    for entry in entries:
        start = _insertion(lines, entry)
        gap = [""] if start and lines[start - 1].strip() else []
        behind = [""] if lines[start:] and lines[start].strip() else []
        lines[start:start] = [*gap, *written(entry, file), *behind]
    new = "\n".join(lines) + "\n"
    _prove(file, old, new, len(entries))
    return new


def written(entry: Suppression, file: Path) -> list[str]:
    """The lines of a table, in the order of the documentation, without what is left at its default."""
    prefix = "" if file.name == "flowtrace.toml" else "tool.flowtrace."
    lines = [f"[[{prefix}suppress]]", f"invariant = {_quoted(entry.invariant)}"]
    lines += [
        f"{key} = {_quoted(value)}"
        for key, value in (("file", entry.file), ("symbol", entry.symbol))
        if value != "*"
    ]
    lines.append(f"reason = {_quoted(entry.reason)}")
    if entry.owner:
        lines.append(f"owner = {_quoted(entry.owner)}")
    if entry.expires:
        lines.append(f"expires = {entry.expires.isoformat()}")
    if entry.count > 1:
        lines.append(f"count = {entry.count}")
    return lines


def _insertion(lines: list[str], entry: Suppression) -> int:
    """The index of the line before which the table goes: above the comment of the table it precedes."""
    starts = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    for start in starts:
        key = {
            word: value for line in lines[start + 1 : _end(lines, start)] for word, value in _words_of(line)
        }
        if (key.get("invariant", ""), key.get("file", "*"), key.get("symbol", "*")) > _order(entry):
            while start and lines[start - 1].lstrip().startswith("#"):
                start -= 1
            return start
    return _end(lines, starts[-1]) if starts else len(lines)


def _end(lines: list[str], start: int) -> int:
    """The index behind the last line of a table, blank lines and the next table's comment left out."""
    end = next((n for n in range(start + 1, len(lines)) if lines[n].lstrip().startswith("[")), len(lines))
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _words_of(line: str) -> list[tuple[str, str]]:
    found = re.match(r"""\s*(invariant|file|symbol)\s*=\s*(["'])(.*?)\2""", line)
    return [(found[1], found[3])] if found else []


def _order(entry: Suppression) -> tuple[str, str, str]:
    return entry.invariant, entry.file, entry.symbol


def _quoted(word: str) -> str:
    """A TOML string; JSON's escapes are TOML's, except that a delete is one more."""
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")


def _prove(file: Path, old: str, new: str, more: int) -> None:
    """Complain when the new text is not the old one with so many more tables, read as TOML."""
    try:
        grown = len(_entries(file, new)) == len(_entries(file, old)) + more
    except ValueError:
        grown = False
    if not grown:
        raise InputError(f"{file}: can't be added to: write its suppressions as tables, [[suppress]]")


def _entries(file: Path, text: str) -> list[Any]:
    content = tomllib.loads(text)
    table = content if file.name == "flowtrace.toml" else content.get("tool", {}).get("flowtrace", {})
    found = table.get("suppress", [])
    return found if isinstance(found, list) else []
