"""Turns a JSON file that configures a model into its values, each with the line it stands on.

It knows no key: what a key means is said by specs. Nothing is filled in that the file does not say.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from flowtrace.draft.shown import shown
from flowtrace.errors import InputError

Plain = Any  # None, bool, int, float, str, or lists and string-keyed dicts of these

NAME = "config.json"

_LARGEST = 10_000_000  # bytes; the largest configs list the modules a quantizer left alone
_DEEPEST = 50  # lists and objects in one another
_LONGEST = 100  # digits of a number
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},]')
_OUTSIDE_STRINGS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(NaN)')


@dataclass(frozen=True)
class Config:
    """A model's configuration as its file has it; `notes` tell what is read otherwise than it looks."""

    path: Path
    values: Mapping[str, Plain]
    text: str = field(default="", repr=False)
    notes: tuple[str, ...] = ()

    def line(self, keys: tuple[str, ...]) -> int:
        """The 1-based line of the key that is reached by `keys`, or of the last of them that is there."""
        return next(
            (self._lines[keys[:end]] for end in range(len(keys), 0, -1) if keys[:end] in self._lines), 1
        )

    @cached_property
    def _lines(self) -> Mapping[tuple[str, ...], int]:
        return dict(_key_lines(self.text))


def read_target(word: str) -> Config | str:
    """The configuration that a path leads to (a folder, or a JSON file), or the class that the word names."""
    path = Path(word)
    if path.exists():
        return read_config(path)
    if word.isidentifier():
        return word
    raise InputError(
        f"there is no target {word}: neither a folder with a {NAME}, nor such a file, nor a class name"
    )


def read_config(path: Path) -> Config:
    """The configuration in this file, or in the config.json of this folder."""
    file = path / NAME if path.is_dir() else path
    if path.is_dir() and not file.exists():
        raise InputError(f"there is no {NAME} in {path}")
    if file.suffix != ".json":
        raise InputError(f"{file} is no JSON file; name the model's folder or its {NAME}")
    return _parsed(file, _text(file))


def _text(file: Path) -> str:
    if not file.is_file():
        raise InputError(f"{file} is no regular file" if file.exists() else f"there is no file {file}")
    try:
        with file.open("rb") as opened:
            raw = opened.read(_LARGEST + 1)
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from None
    if len(raw) > _LARGEST:
        raise InputError(f"{file} is larger than {_LARGEST:,} bytes, which no configuration needs to be")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"{file}:{line}: this is not UTF-8 text (byte {error.start})") from None


def _parsed(file: Path, text: str) -> Config:
    twice: list[str] = []

    def entries(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
        found = dict(pairs)
        if len(found) < len(pairs):
            times = Counter(key for key, _ in pairs)
            twice.extend(key for key in found if times[key] > 1)
        return found

    def whole(digits: str) -> int:
        if len(digits) > _LONGEST:
            raise InputError(f"{file}: a number has more than {_LONGEST} digits")
        return int(digits)

    def constant(word: str) -> float:
        if word == "NaN":
            _refuse_nan(file, text)
        return float(word)  # Infinity: some real configs have it, and engines read it

    try:
        values = json.loads(text, object_pairs_hook=entries, parse_int=whole, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise InputError(f"{file}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise _too_deep(file) from None
    if not isinstance(values, dict):
        raise InputError(f"{file}:1:1: a configuration is a JSON object, not {_kind(values)}")
    if not _shallow(values):
        raise _too_deep(file)
    notes = tuple(
        f"{file.name}: the key {shown(key)} is there twice, and the last one counts" for key in twice
    )
    return Config(file, values, text, notes)


def _refuse_nan(file: Path, text: str) -> NoReturn:
    start = next(found.start(1) for found in _OUTSIDE_STRINGS.finditer(text) if found[1])
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    raise InputError(f"{file}:{line}:{column}: NaN is no value that JSON knows, nor one to configure with")


def _too_deep(file: Path) -> InputError:
    return InputError(f"{file}: more than {_DEEPEST} lists and objects inside one another")


def _shallow(values: Plain) -> bool:
    level, depth = [values], 0
    while level:
        depth += 1
        level = [inner for each in level for inner in _inside(each) if isinstance(inner, dict | list)]
    return depth <= _DEEPEST


def _inside(value: Plain) -> list[Plain]:
    return list(value.values()) if isinstance(value, dict) else value


def _kind(value: Plain) -> str:
    if isinstance(value, list):
        return "a list"
    return "a text" if isinstance(value, str) else shown(value)


def _key_lines(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every key of well-formed JSON, with those it lies under, and its line."""
    above: list[str] = []  # of each object and list that is open, the key or the index now at
    objects: list[bool] = []
    line, counted, key_next = 1, 0, False
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in "{[":
            above.append("0")
            objects.append(token == "{")
            key_next = objects[-1]
        elif token in "}]":
            above.pop()
            objects.pop()
            key_next = False
        elif token == ",":
            key_next = objects[-1]
            if not key_next:
                above[-1] = str(int(above[-1]) + 1)
        elif key_next:
            line, counted = line + text.count("\n", counted, found.start()), found.start()
            above[-1], key_next = json.loads(token), False
            yield tuple(above), line
