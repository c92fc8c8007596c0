"""The engine's own registry of model classes -> the classes by name, and those whose module would not
import.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ground import places


@dataclass(frozen=True)
class Asked:
    """One class that a question is about: the class itself, or why there is none.

    `refs` are the demands that findings on it are about; none when the probe asks for it by itself.
    """

    name: str
    place: dict[str, Any]
    found: type | None
    refs: tuple[str, ...] = ()
    why: str = ""

    def told(self, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Of the answers about it those that decide something, and those that a finding waits for."""
        wanted = [each for each in answers if not self.refs or each["ref"] in self.refs]
        return [each for each in answers if each["verdict"] != "inconclusive" or each in wanted]


def asked(wanted: Iterable[dict[str, Any]]) -> Iterator[Asked]:
    """The classes of these names; a name found in a file that imports and registers no such class is left
    out.
    """
    found, failed = classes()
    for each in wanted:
        name, file, refs = each["symbol"], each["file"], tuple(each.get("refs", ()))
        nowhere = {"file": file, "line": 1, "symbol": name, "what": "the class"}
        if name in found:
            yield Asked(name, places.of(found[name], "the class"), found[name], refs)
        elif file in failed:
            yield Asked(name, nowhere, None, refs, f"its module did not import: {failed[file]}")
        elif not file:
            why = "no class of this name is registered here, or its module did not import"
            yield Asked(name, nowhere, None, refs, why)


@cache
def classes() -> tuple[dict[str, type], dict[str, str]]:
    """Every registered class by name; and each module that failed to import, with the reason."""
    package = importlib.import_module(f"{places.PACKAGE}.srt.models")
    found: dict[str, type] = {}
    failed: dict[str, str] = {}
    logging.disable(logging.WARNING)
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            continue
        try:
            loaded = importlib.import_module(f"{package.__name__}.{module.name}")
        except Exception as error:
            failed[f"srt/models/{module.name}.py"] = f"{type(error).__name__}: {error}"
            continue
        entries = getattr(loaded, "EntryClass", ())
        for entry in entries if isinstance(entries, list | tuple) else [entries]:
            found[entry.__name__] = entry
    logging.disable(logging.NOTSET)
    return found, failed
