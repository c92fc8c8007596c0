"""Turns spec folders into frozen nouns, and tells everything wrong in them at once; the only home of YAML.

What a role or a pattern means is not decided here: `binding` does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import yaml

from flowtrace.errors import InputError, SpecError
from flowtrace.spec import build, names
from flowtrace.spec.model import Engine, Plain, Specs
from flowtrace.spec.problems import Document, Problem, Spot, Where, problem
from flowtrace.spec.shape import misshapen

_LARGEST = 1_000_000  # bytes of a spec file
_DEEPEST = 40  # mappings and lists in one another
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SUFFIXES = (".yaml", ".yml")
_ENGINE = re.compile(rb"^engine\s*:", re.MULTILINE)
_TAG = "tag:yaml.org,2002:"
_READ_AS = {
    "bool": "true or false",
    "timestamp": "a date",
    "int": "a number",
    "float": "a number",
    "null": "nothing",
}


def shipped() -> Path:
    """The folder of specs that come with the program: in the installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "specs"
    return installed if installed.is_dir() else package.parent / "specs"


def load_engines(folders: Sequence[Path]) -> tuple[Engine, ...]:
    """The engines described in `folders` (or files), sorted by id; other spec files are not parsed."""
    documents, problems = survey_engines(folders)
    _refuse(problems)
    return tuple(sorted((build.engine(document) for document in documents), key=lambda engine: engine.id))


def load_specs(engine: Engine, folders: Sequence[Path]) -> Specs:
    """The invariants, worlds and targets table in `folders` (or files), their names checked against `engine`.

    Raises SpecError with every problem of every file.
    """
    documents, problems = survey_specs(engine, folders)
    _refuse(problems)
    return build.specs(engine, documents)


def survey_engines(folders: Sequence[Path], *, trusting: bool = True) -> tuple[list[Document], list[Problem]]:
    """The engine files of `folders`, and everything wrong in them."""
    documents = [read(path) for path in _files(folders) if _tells_an_engine(path)]
    return documents, _problems(documents, trusting) + [
        each for document in documents for each in names.in_engine(document)
    ]


def survey_specs(
    engine: Engine, folders: Sequence[Path], *, trusting: bool = True
) -> tuple[list[Document], list[Problem]]:
    """The spec files of `folders`, engines left out, and everything wrong in them.

    Shipped files are tested with the program: a `trusting` survey spends no time on validating their shape.
    """
    documents = [read(path) for path in _files(folders) if not _tells_an_engine(path)]
    return documents, _problems(documents, trusting) + list(names.in_specs(engine, documents))


def read(path: Path) -> Document:
    """The file as a document; what keeps it from being read is among its problems."""
    try:
        if path.exists() and not path.is_file():
            return _unreadable(path, "is no regular file")
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        return _unreadable(path, f"can't be read: {error.strerror or error}")
    if len(raw) > _LARGEST:
        return _unreadable(path, f"is larger than {_LARGEST:,} bytes, which no spec file needs to be")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unreadable(
            path, f"is not UTF-8 text (byte {error.start})", raw[: error.start].count(b"\n") + 1
        )
    return _Composer(str(path), text).document()


def _problems(documents: list[Document], trusting: bool) -> list[Problem]:
    home = shipped()
    found = list(names.doubles(documents))
    for document in documents:
        found += document.problems
        if not (trusting and Path(document.path).resolve().is_relative_to(home)):
            found += misshapen(document)
    return found


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise SpecError(tuple(each.text for each in sorted(set(problems))))


def _unreadable(path: Path, reason: str, line: int = 1) -> Document:
    return Document(str(path), problems=(problem(str(path), (), line, 1, f"the file {reason}"),))


def _files(folders: Sequence[Path]) -> list[Path]:
    """Every YAML file named or found below a folder, once, in a fixed order; hidden folders are left out."""
    found: dict[Path, Path] = {}
    for folder in folders:
        if not folder.exists():
            raise InputError(f"there is no spec file or folder {folder}")
        paths = [folder] if folder.is_file() else list(_below(folder))
        if not paths:
            raise InputError(f"there are no spec files ({', '.join(_SUFFIXES)}) in {folder}")
        for path in paths:
            found.setdefault(path.resolve(), path)
    return list(found.values())


def _below(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(files) if name.endswith(_SUFFIXES))


def _tells_an_engine(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return path.parent.name == "engines" or _ENGINE.search(file.read(_LARGEST)) is not None
    except OSError:
        return False


class _Stop(Exception):
    """The rest of the file can't be read; the problem is already noted."""


class _Composer:
    """Builds one document from YAML's events: plain values, their places, and what is wrong on the way."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = tuple(text.splitlines())
        self.values: dict[Where, Spot] = {}
        self.keys: dict[Where, Spot] = {}
        self.problems: list[Problem] = []

    def document(self) -> Document:
        """The whole file; its data is None when it could not be read to the end."""
        data = None
        try:
            self.loader = _LOADER(self.text)
            data = self._top()
        except yaml.YAMLError as error:
            self._garbled(error)
        except _Stop:
            pass
        return Document(self.path, self.lines, data, self.values, self.keys, tuple(self.problems))

    def _top(self) -> Plain:
        self.loader.get_event()  # the stream's start
        if self.loader.check_event(yaml.StreamEndEvent):
            self._stop((1, 1), "the file is empty")
        self.loader.get_event()  # the document's start
        data = self._value((), 0)
        self.loader.get_event()  # the document's end
        if not self.loader.check_event(yaml.StreamEndEvent):
            second = self.loader.peek_event()
            self._stop(_spot(second), "a spec file holds one document; what follows `---` isn't read")
        return data

    def _value(self, where: Where, depth: int) -> Plain:
        event = self.loader.get_event()
        spot = self.values[where] = _spot(event)
        if isinstance(event, yaml.AliasEvent):
            self._stop(
                spot, f"`*{event.anchor}` repeats another place; write it out (a pattern with * needs quotes)"
            )
        if event.anchor is not None:
            self._stop(spot, f"`&{event.anchor}` marks a place to be repeated; write it out")
        if depth > _DEEPEST:
            self._stop(spot, f"more than {_DEEPEST} lists and mappings inside one another")
        if event.tag not in (None, "!"):
            self._stop(
                spot, f"the tag `!{event.tag.removeprefix(_TAG)}` has no meaning in a spec file; leave it out"
            )
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(where, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(where, depth)
        return self._scalar(event, spot)

    def _list(self, where: Where, depth: int) -> list[Plain]:
        items: list[Plain] = []
        while not self.loader.check_event(yaml.SequenceEndEvent):
            items.append(self._value((*where, len(items)), depth + 1))
        self.loader.get_event()
        return items

    def _mapping(self, where: Where, depth: int) -> dict[str, Plain]:
        entries: dict[str, Plain] = {}
        while not self.loader.check_event(yaml.MappingEndEvent):
            event = self.loader.get_event()
            spot = _spot(event)
            key = self._key(event, spot)
            inside = (*where, key)
            if key in entries:
                self._note(
                    spot, f"the key '{key}' is here twice; the first is on line {self.keys[inside][0]}"
                )
            self.keys[inside] = spot
            entries[key] = self._value(inside, depth + 1)
        self.loader.get_event()
        return entries

    def _key(self, event: yaml.Event, spot: Spot) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._stop(
                spot, "a key is a word, not a list, a mapping or an alias (a pattern with * needs quotes)"
            )
        kind = self._kind(event)
        if kind == "merge":
            self._note(spot, "`<<` merges another place in; write it out")
        elif kind != "str":
            self._note(
                spot, f"as a key, `{event.value}` needs quotes: YAML reads it as {_READ_AS.get(kind, kind)}"
            )
        return str(event.value)

    def _scalar(self, event: yaml.ScalarEvent, spot: Spot) -> Plain:
        kind = self._kind(event)
        if kind == "str":
            return event.value
        if kind not in ("bool", "int", "float", "null"):
            self._note(spot, f"YAML reads `{event.value}` as {_READ_AS.get(kind, kind)}; put it in quotes")
            return event.value
        if kind == "bool" and event.value.lower() not in ("true", "false"):
            self._note(spot, f"YAML reads `{event.value}` as true or false; write that, or put it in quotes")
        try:
            return self.loader.construct_object(yaml.ScalarNode(_TAG + kind, event.value))
        except ValueError:  # such as 0x_, or more digits than Python converts
            self._note(spot, "YAML reads this as a number, which it isn't; put it in quotes")

    def _kind(self, event: yaml.ScalarEvent) -> str:
        """What YAML takes the words for: str, int, bool ..."""
        return str(self.loader.resolve(yaml.ScalarNode, event.value, event.implicit)).removeprefix(_TAG)

    def _garbled(self, error: yaml.YAMLError) -> None:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        context = getattr(error, "context", None) or ""
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        hint = "; a pattern that begins with * needs quotes" if "alias" in context else ""
        message = f"this is not YAML: {context}{', ' if context else ''}{what}{hint}"
        self._note((mark.line + 1, mark.column + 1) if mark else (1, 1), message)

    def _note(self, spot: Spot, message: str) -> None:
        self.problems.append(problem(self.path, self.lines, *spot, message))

    def _stop(self, spot: Spot, message: str) -> NoReturn:
        self._note(spot, message)
        raise _Stop


def _spot(event: Any) -> Spot:
    return event.start_mark.line + 1, event.start_mark.column + 1
