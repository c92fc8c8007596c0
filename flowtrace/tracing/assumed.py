"""What a user assumes (`GUARD=VALUE`), and the world asked for -> what an evaluation is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flowtrace.errors import InputError
from flowtrace.spec.model import Specs
from flowtrace.tracing.symbols import nearest

PLAIN = "plain"  # the world in which nothing special is configured
_WORDS = {"true": True, "false": False}


def assumed(specs: Specs, texts: Iterable[str]) -> dict[str, Any]:
    """Guards of the engine with their values; true and false are truth values, anything else is a word."""
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not value:
            raise InputError(f"--assume {text}: write GUARD=VALUE, such as {_example(specs)}.")
        guard = specs.engine.guards.get(name)
        if guard is None:
            known = sorted(specs.engine.guards)
            raise InputError(f"--assume {text}: the engine has no guard {name}{nearest(name, known)}")
        if "enum" not in guard and value.lower() not in _WORDS:
            raise InputError(f"--assume {text}: {name} is true or false.")
        found[name] = _WORDS.get(value.lower(), value)
    return found


def known_world(specs: Specs, name: str | None) -> str | None:
    """The name of a world of the specs."""
    if name is not None and name not in specs.worlds:
        raise InputError(f"--world {name}: the specs have no such world{nearest(name, sorted(specs.worlds))}")
    return name


def _example(specs: Specs) -> str:
    found: Mapping[str, Any] = specs.engine.guards
    return f"{next((name for name, guard in sorted(found.items()) if 'enum' not in guard), 'GUARD')}=true"
