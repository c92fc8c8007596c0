"""A config object -> the same, which notes who in the engine's models asks for which key, nested ones too."""

from __future__ import annotations

from typing import Any

from ground import places

Readers = dict[str, dict[str, Any]]  # a key -> the first place that asks for it


def watched(config: Any, readers: Readers) -> None:
    """From now on `config` notes into `readers`; what it answers stays the same."""
    for name, value in list(vars(config).items()):
        if isinstance(value, dict):
            setattr(config, name, _Mapping(value, readers))
    known = type(config)

    def asked(self: Any, name: str) -> Any:
        _note(readers, name)
        return known.__getattribute__(self, name)

    config.__class__ = type(known.__name__, (known,), {"__getattribute__": asked})


def _note(readers: Readers, key: object) -> None:
    if isinstance(key, str) and not key.startswith("__") and key not in readers:
        place = places.caller(f"reads {key}", within="srt/models/")
        if place:
            readers[key] = place


class _Mapping(dict[str, Any]):
    def __init__(self, values: dict[str, Any], readers: Readers) -> None:
        super().__init__(values)
        self._readers = readers

    def __getitem__(self, key: str) -> Any:
        _note(self._readers, key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        _note(self._readers, key)
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """As of any dict."""
        _note(self._readers, key)
        return super().get(key, default)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return dict(self)
