"""Turns a document of the wrong shape into problems in our words: unknown keys, missing ones, other types.

The shapes are those of `schema`; whether the names in a document exist is asked by `names`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flowtrace.spec.model import Plain
from flowtrace.spec.problems import Document, Problem, Where, nearest
from flowtrace.spec.schema import SHAPES, schema

_TYPES = {
    "string": "text",
    "array": "a list",
    "object": "a mapping",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


def shape(data: Plain) -> str | None:
    """Which kind of spec file this is, told by its keys: invariant, engine, worlds, targets or terms."""
    if isinstance(data, dict):
        return next((name for name, keys in SHAPES.items() if any(key in data for key in keys)), None)
    return None


def misshapen(document: Document) -> Iterator[Problem]:
    """What in the document has not the shape that its kind of file must have."""
    if document.data is None:
        if not document.problems:
            yield document.problem((), "the file is empty")
        return
    name = shape(document.data)
    if name is None:
        kinds = ", ".join(f"{kind} ({' or '.join(keys)})" for kind, keys in SHAPES.items())
        yield document.problem((), f"no key here tells what kind of spec file this is: {kinds}")
        return
    from jsonschema import Draft202012Validator  # costs more than all the rest; shipped specs do without

    whole = schema()
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})
    for error in validator.iter_errors(document.data):
        yield from _told(document, error)


def _told(document: Document, error: Any) -> Iterator[Problem]:
    where: Where = tuple(error.absolute_path)
    rule, value = error.validator, error.instance
    if rule == "additionalProperties":
        known = set(error.schema["properties"])
        for key in [key for key in value if key not in known]:
            yield document.problem(
                (*where, key), f"unknown key '{key}'{_inside(where)}{nearest(key, known)}", key=True
            )
        return
    yield document.problem(where, _sentence(rule, error, where))


def _sentence(rule: str, error: Any, where: Where) -> str:
    value, wanted = error.instance, error.validator_value
    own = error.schema.get("x-words")
    if rule == "required":
        missing = [key for key in wanted if key not in value]
        return f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing{_inside(where)}"
    if rule == "anyOf":  # used only for "one of these keys"
        keys = ", ".join(each["required"][0] for each in wanted)
        return f"one of these keys is needed{_inside(where)}: {keys}"
    if rule == "dependentRequired":
        key, needed = next(
            (key, needed) for key, needed in wanted.items() if key in value and not {*needed} <= {*value}
        )
        return f"'{key}' goes with {_listed(needed)}, which is not here"
    if rule == "enum":
        return f"{_shown(value)} is not one of {', '.join(wanted)}{nearest(str(value), wanted, listed=0)}"
    if rule == "type":
        types = " or ".join(_TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted))
        return f"{_place(where)} must be {own or types}, not {_shown(value)}"
    if rule == "pattern":
        return f"{_place(where)} must be {own}, not {_shown(value)}"
    if rule in ("minItems", "minLength", "minProperties"):
        return f"{_place(where)} {'is empty' if not value else f'needs {wanted} items, not {len(value)}'}"
    if rule in ("maxItems", "maxProperties"):
        return f"{_place(where)} takes {wanted} {'key' if wanted == 1 else 'items'}, not {len(value)}"
    return f"{_place(where)}: {error.message}"


def _inside(where: Where) -> str:
    return f" in {_place(where)}" if where else ""


def _place(where: Where) -> str:
    name = next((part for part in reversed(where) if isinstance(part, str)), None)
    if name is None:
        return "this"
    return f"'{name}'" if isinstance(where[-1], str) else f"an item of '{name}'"


def _shown(value: Plain) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= 60 else f"'{value[:57]}...'"
    return "nothing" if value is None else str(value).lower()


def _listed(words: list[str]) -> str:
    quoted = [f"'{word}'" for word in words]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
