"""The nearest flowtrace.toml or pyproject.toml -> a project's settings, every problem in it told at once.

It only reads and checks the file; the command line has the last word, in `options`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from flowtrace.cli.status import FailOn
from flowtrace.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_WORDS = ("engine", "target", "fail-on")
_LISTS = ("spec", "select", "ignore")
_SEVERITIES = tuple(each.value for each in FailOn)


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
    problems = [problem for key, value in table.items() for problem in _problems(key, value)]
    if problems:
        raise InputError("\n".join(f"{file}{_line(file, key)}: {text}" for key, text in problems))
    return Settings(
        file=file,
        engine=table.get("engine"),
        specs=tuple(file.parent / each for each in table.get("spec", ())),
        select=tuple(table.get("select", ())),
        ignore=tuple(table.get("ignore", ())),
        target=table.get("target"),
        fail_on=FailOn(table.get("fail-on", FailOn.ERROR.value)),
    )


def _problems(key: str, value: Any) -> list[tuple[str, str]]:
    """What is wrong with one entry: its key, and a sentence."""
    if key not in (*_WORDS, *_LISTS):
        return [(key, f"there is no setting '{key}'; {_nearest(key, (*_WORDS, *_LISTS))}")]
    if key in _LISTS and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        return [(key, f"'{key}' must be a list of strings")]
    if key in _WORDS and not isinstance(value, str):
        return [(key, f"'{key}' must be a string")]
    if key == "fail-on" and value not in _SEVERITIES:
        return [(key, f"'fail-on' can't be '{value}'; {_nearest(value, _SEVERITIES)}")]
    return []


def _nearest(word: str, valid: tuple[str, ...]) -> str:
    close = get_close_matches(word, valid, n=1)
    return f"did you mean '{close[0]}'?" if close else f"it can be {', '.join(valid)}"


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
