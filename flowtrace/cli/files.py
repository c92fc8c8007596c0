"""`--output FORMAT=FILE` -> files, each written whole or not at all.

That a file can't be written is told before the analysis where that can be known.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Generic, TypeVar

from flowtrace.cli.nearest import nearest
from flowtrace.errors import InputError

FormT = TypeVar("FormT", bound=Enum)


@dataclass(frozen=True)
class Wanted(Generic[FormT]):
    """A file that is to be written, and its format."""

    form: FormT
    file: Path


def wanted(given: Sequence[str] | None, forms: type[FormT]) -> tuple[Wanted[FormT], ...]:
    """The files named by `FORMAT=FILE` words; every one of them can be written as far as can be seen."""
    files = tuple(_wanted(each, forms) for each in given or ())
    twice = [each.file for number, each in enumerate(files) if each.file in [e.file for e in files[:number]]]
    if twice:
        raise InputError(f"--output names {twice[0]} twice")
    for each in files:
        refuse_unwritable(each.file)
    return files


def refuse_unwritable(file: Path) -> None:
    """Complain now of what `save` would complain of after a long analysis."""
    if file.is_dir():
        raise InputError(f"{file}: can't be written: it is a folder")
    folder = file.parent
    if not folder.is_dir():
        raise InputError(f"{file}: can't be written: there is no folder {folder}")
    if not os.access(folder if _is_replaced(file) else file, os.W_OK):
        raise InputError(f"{file}: can't be written: permission denied")


def save(file: Path, text: str) -> None:
    """Write `text`, so that a reader finds the old file or the new one and nothing between."""
    try:
        if not _is_replaced(file):
            file.write_text(text, "utf-8")
            return
        target = file.resolve()  # a link stays one
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise InputError(f"{file}: can't be written: {error.strerror or error}") from error


def _wanted(given: str, forms: type[FormT]) -> Wanted[FormT]:
    word, sign, file = given.partition("=")
    if not sign or not file:
        raise InputError(f"--output {given}: write it as FORMAT=FILE, such as {next(iter(forms)).value}=out")
    words = tuple(str(each.value) for each in forms)
    if word not in words:
        raise InputError(f"--output {given}: there is no format '{word}'; {nearest(word, words)}")
    return Wanted(forms(word), Path(file))


def _is_replaced(file: Path) -> bool:
    """Whether it is, or will be, a plain file; a pipe or terminal is written to instead."""
    return file.is_file() or not file.exists()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
