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
    """One class that a question is about: the class itself, or why there is none."""

    name: str
    place: dict[str, Any]
    found: type | None
    why: str = ""


def asked(wanted: Iterable[dict[str, str]]) -> Iterator[Asked]:
    """The classes of these names; a name found in a file that imports and registers no such class is left
    out.
    """
    found, failed = classes()
    for each in wanted:
        name, file = each["symbol"], each["file"]
        nowhere = {"file": file, "line": 1, "symbol": name, "what": "the class"}
        if name in found:
            yield Asked(name, places.of(found[name], "the class"), found[name])
        elif file in failed:
            yield Asked(name, nowhere, None, f"its module did not import: {failed[file]}")
        elif not file:
            yield Asked(
                name, nowhere, None, "no class of this name is registered here, or its module did not import"
            )


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
