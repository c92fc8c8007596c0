"""The engine's own registry of model classes -> the classes by name, and those whose module would not
import.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from typing import Any

from ground import places


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


def subject(name: str) -> dict[str, Any] | None:
    """Where the class called `name` is written, when its module imports."""
    found, _ = classes()
    return places.of(found[name], "the class") if name in found else None
