"""Roles, places, guards and worlds -> the words a message has for them.

What the engine file and the worlds call a thing comes first; a name without such words stands for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flowtrace.binding import Binding


def called(binding: Binding, at: Any) -> str:
    """A place or role in words."""
    if isinstance(at, str):
        return str(binding.engine.roles.get(at, {}).get("called") or at)
    if "returned_by" in at:
        return f"{at['returned_by']}()"
    return " ".join(str(value) for value in at.values())


def names(binding: Binding, role: str) -> str:
    """The calls, or the attribute, that a role stands for: `set_embed or set_embed_and_head`."""
    selector = binding.engine.roles.get(role, {})
    base = selector.get("function")
    if base not in (None, "any"):
        selector = {**binding.engine.roles.get(base, {}), **selector}
    parts = [selector, *(part for part in selector.get("any_of", ()) if isinstance(part, Mapping))]
    acted = next((part["calls_any"] for part in parts if "calls_any" in part), None)
    if acted is not None:
        return " or ".join(name for one in acted for name in binding.call_names(one))
    if "key" in selector:
        return str(selector["key"])
    found = binding.call_names(role)
    return " or ".join(found if found != [role.rpartition(".")[2]] else binding.names(role))


def when(binding: Binding, assume: Mapping[str, Any], worlds: Sequence[str] = ()) -> str:
    """What a message holds for: assumed guards and worlds as the specs word them; empty for nothing assumed."""
    parts = [
        _guard(binding, name, value) for name, value in sorted(assume.items(), key=_enums_first(binding))
    ]
    parts += [world(binding, name) for name in worlds if name != "plain"]
    return " ".join(part for part in parts if part)


def world(binding: Binding, name: str) -> str:
    """A world in the words of its spec."""
    found = binding.specs.worlds.get(name)
    return found.says if found and found.says else f"in the world {name}"


def _guard(binding: Binding, name: str, value: Any) -> str:
    guard = binding.engine.guards.get(name, {})
    if "enum" in guard:
        return f"under {value}"
    said = guard.get("if_true" if value else "if_false")
    return f"where {name} is {str(value).lower()}" if said is None else str(said)


def _enums_first(binding: Binding) -> Any:
    return lambda pair: ("enum" not in binding.engine.guards.get(pair[0], {}), pair[0])
