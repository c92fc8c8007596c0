"""Turns a description and what may stand there into the few forms a spec file's JSON Schema is made of.

`x-names` tells what a text names and `x-keys` what the keys of a mapping name, for `names` to ask; `x-words`
tells what a sentence calls such a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]


def text(description: str, names: str | None = None, *, empty: bool = False) -> Schema:
    """A text, or a name of the kind said."""
    form: Schema = {"type": "string", "minLength": 0 if empty else 1, "description": description}
    return {**form, "x-names": names} if names else form


def spelled(description: str, pattern: str, called: str) -> Schema:
    """A text of a certain spelling, and what a sentence calls such a text."""
    return {**text(description), "pattern": pattern, "x-words": called}


def words(description: str, names: str | None = None) -> Schema:
    """A word, or a list of words."""
    form = text(description, names)
    item = {key: value for key, value in form.items() if key != "description"}
    return {**form, "type": ["string", "array"], "items": item, "minItems": 1}


def flag(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def listed(description: str, items: Schema) -> Schema:
    """A list of one item at least."""
    return {"type": "array", "items": items, "minItems": 1, "description": description}


def mapped(description: str, values: Schema, keys: str | None = None) -> Schema:
    """A mapping whose keys are free, or names of the kind said."""
    form: Schema = {"type": "object", "additionalProperties": values, "description": description}
    return {**form, "x-keys": keys} if keys else form


def closed(description: str, properties: Schema, *, required: Sequence[str] = (), **more: Any) -> Schema:
    """A mapping with these keys and no others."""
    form: Schema = {
        "type": "object",
        "description": description,
        "properties": properties,
        "additionalProperties": False,
        **more,
    }
    return {**form, "required": list(required)} if required else form


def named(description: str, properties: Schema, **more: Any) -> Schema:
    """A role's name, or a closed mapping that says in place what is meant."""
    return {**closed(description, properties, **more), "type": ["string", "object"], "x-names": "role"}


def ref(name: str, description: str | None = None) -> Schema:
    """A form defined elsewhere in the schema."""
    return {"$ref": f"#/$defs/{name}", **({"description": description} if description else {})}


def one_of(keys: Sequence[str]) -> list[Schema]:
    """For `anyOf`: at least one of these keys is there."""
    return [{"required": [key]} for key in keys]
