"""The schema itself: valid, closed, and useful to an editor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from flowtrace.spec.model import KINDS
from flowtrace.spec.schema import schema


def forms(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from forms(each)
    elif isinstance(value, list):
        for each in value:
            yield from forms(each)


def test_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def test_mappings_with_known_keys_are_closed() -> None:
    assert [
        form for form in forms(schema()) if "properties" in form and form["additionalProperties"] is not False
    ] == []


def test_every_property_of_an_invariant_is_described() -> None:
    definitions = schema()["$defs"]
    for key, form in definitions["invariant"]["properties"].items():
        assert "description" in form, key


def test_every_reference_is_defined() -> None:
    whole = schema()
    named = {
        form["$ref"].removeprefix("#/$defs/") for form in forms(whole) if isinstance(form.get("$ref"), str)
    }
    assert named <= set(whole["$defs"])


def test_a_clause_may_be_of_every_kind() -> None:
    assert set(KINDS) <= set(schema()["$defs"]["clause"]["properties"])


def test_two_schemas_share_nothing() -> None:
    first = schema()
    first["$defs"].clear()
    assert schema()["$defs"]
