"""A package that isn't installed -> modules that import, and whose every call raises and is written down.

The finder stands last: an installed package is never stubbed. A call to a stub makes an answer inconclusive.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

calls: list[str] = []  # what was called although it is only a stub
packages: list[str] = []  # what was imported although it is not installed


class StubCalled(RuntimeError):
    """Something that is not installed here was called; nothing follows for the code under test."""


def install(*names: str) -> None:
    """Stub these packages, each only if nothing else finds it."""
    sys.meta_path.append(_Finder(names))


def stand_in(name: str) -> Any:
    """Something called `name` that is not there."""
    return _Stub(name)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in self._names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        top = module.__name__.partition(".")[0]
        if top not in packages:
            packages.append(top)


class _Module(ModuleType):
    __path__: list[str] = []  # noqa: RUF012 - what makes a module a package

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Stub(f"{self.__name__}.{name}")


class _Stub:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Stub(f"{self._name}.{name}")

    def __call__(self, *_: Any, **__: Any) -> Any:
        calls.append(self._name)
        raise StubCalled(f"{self._name} is not installed here, and was called")
