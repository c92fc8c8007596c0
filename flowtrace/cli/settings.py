"""The nearest flowtrace.toml or pyproject.toml -> a project's settings, every problem in it told at once.

It only reads and checks the file; the command line has the last word, in `options`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flowtrace.cli import suppress_tables
from flowtrace.cli.nearest import nearest
from flowtrace.cli.status import FailOn
from flowtrace.errors import InputError
from flowtrace.findings import Severity
from flowtrace.suppressions import Suppression

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_WORDS = ("engine", "target", "fail-on", "unbound", "unused-suppression")
_LISTS = ("spec", "select", "ignore")
KEYS = (*_WORDS, *_LISTS, "suppress")
_WEIGHTS = ("info", "warning", "error", "off")
_CHOICES = {
    "fail-on": tuple(each.value for each in FailOn),
    "unbound": _WEIGHTS,
    "unused-suppression": _WEIGHTS,
}


@dataclass(frozen=True)
class Settings:
    """What a project settles for all its runs; `file` is None when there is no such file."""

    file: Path | None = None
    engine: str | None = None
    specs: tuple[Path, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    target: str | None = None
    fail_on: FailOn = FailOn.ERROR
    suppressions: tuple[Suppression, ...] = ()
    unused: Severity | None = Severity.WARNING  # what a suppression weighs that hides nothing
    unbound: Severity | None = (
        Severity.ERROR
    )  # what an invariant weighs that finds nothing to ask; None only counts it


def found(start: Path) -> Settings:
    """The settings in the first flowtrace.toml, or pyproject.toml with [tool.flowtrace], from `start` up."""
    for folder in (start, *start.parents):
        for name in ("flowtrace.toml", "pyproject.toml"):
            file = folder / name
            table = _table(file)
            if table is not None:
                return _settings(file, table)
    return Settings()


def _table(file: Path) -> Mapping[str, Any] | None:
    """The table that is meant for us, or None when there is no file or nothing for us in it."""
    if not file.is_file():
        return None
    try:
        content = tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: can't be read as TOML: {error}") from error
    if file.name == "flowtrace.toml":
        return content
    tools = content.get("tool")
    table = tools.get("flowtrace") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise InputError(f"{file}: 'tool.flowtrace' must be a table")
    return table


def _settings(file: Path, table: Mapping[str, Any]) -> Settings:
    problems = [
        f"{file}{_line(file, key)}: {problem}"
        for key, value in table.items()
        for problem in _problems(key, value)
    ]
    entries = table.get("suppress")
    suppressions, wrong = suppress_tables.read(entries if isinstance(entries, list) else [], file)
    if problems or wrong:
        raise InputError("\n".join([*problems, *wrong]))
    return Settings(
        file=file,
        engine=table.get("engine"),
        specs=tuple(file.parent / each for each in table.get("spec", ())),
        select=tuple(table.get("select", ())),
        ignore=tuple(table.get("ignore", ())),
        target=table.get("target"),
        fail_on=FailOn(table.get("fail-on", FailOn.ERROR.value)),
        suppressions=suppressions,
        unused=_weight(table.get("unused-suppression", Severity.WARNING.value)),
        unbound=_weight(table.get("unbound", Severity.ERROR.value)),
    )


def _weight(word: str) -> Severity | None:
    return None if word == "off" else Severity(word)


def _problems(key: str, value: Any) -> list[str]:
    """What is wrong with one entry, as sentences."""
    if key not in KEYS:
        return [f"there is no setting '{key}'; {nearest(key, KEYS)}"]
    if key == "suppress" and not isinstance(value, list):
        return ["'suppress' must be a list of tables: [[suppress]]"]
    if key in _LISTS and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        return [f"'{key}' must be a list of strings"]
    if key in _WORDS and not isinstance(value, str):
        return [f"'{key}' must be a string"]
    if key in _CHOICES and value not in _CHOICES[key]:
        return [f"'{key}' can't be '{value}'; {nearest(value, _CHOICES[key])}"]
    return []


def _line(file: Path, key: str) -> str:
    """A colon and the line on which the key seems to be set; tomllib keeps no places."""
    pattern = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*=""")
    inside = file.name == "flowtrace.toml"
    for number, text in enumerate(file.read_text("utf-8-sig").splitlines(), start=1):
        if text.lstrip().startswith("["):
            inside = text.strip() == "[tool.flowtrace]"
        elif inside and pattern.match(text):
            return f":{number}"
    return ""
