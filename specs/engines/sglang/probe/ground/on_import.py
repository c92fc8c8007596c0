"""A module's name and an action -> the action run once, right after that module is first imported.

Importers that come later bind what the action left in place. It does not import anything by itself.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

Action = Callable[[ModuleType], None]
_actions: dict[str, list[Action]] = {}


def after(module: str, action: Action) -> None:
    """Run `action` with `module` right after its import; now, if it is imported already."""
    if module in sys.modules:
        action(sys.modules[module])
        return
    _actions.setdefault(module, []).append(action)
    if not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder(importlib.abc.MetaPathFinder):
    """Finds a module by the other finders, and lets its loader run the actions."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name not in _actions:
            return None
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, _actions.pop(name))
                return spec
        return None


class _Loader(importlib.abc.Loader):
    def __init__(self, loader: Any, actions: list[Action]) -> None:
        self._loader = loader
        self._actions = actions

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        for action in self._actions:
            action(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)
