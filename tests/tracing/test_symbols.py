"""What a user calls a symbol, and what is said of one that is not there."""

from __future__ import annotations

import pytest

from flowtrace.errors import InputError
from tests.tracing.toy import toy


def _found(text: str, files: dict[str, str] | None = None) -> str:
    node = toy(files).trace(text, depth=0).symbol
    return f"{node.kind} {node.key}"


def _said(text: str, files: dict[str, str] | None = None) -> str:
    with pytest.raises(InputError) as caught:
        toy(files).trace(text)
    return str(caught.value)


def test_class_is_found_by_its_name() -> None:
    assert _found("Draft") == "class models/draft.py:Draft"


def test_inherited_method_is_the_definition_in_the_base() -> None:
    assert _found("Draft.set_head") == "function models/base.py:Model.set_head"


def test_attribute_belongs_to_the_class_it_was_asked_through() -> None:
    assert _found("Draft.fc") == "attribute models/draft.py:Draft.fc"


def test_function_is_found_by_its_name() -> None:
    assert _found("launch") == "function worker.py:launch"


def test_bare_member_is_a_name() -> None:
    assert _found("token_map") == "name token_map"


def test_file_tells_two_classes_apart() -> None:
    files = {"models/other.py": "class Draft:\n    pass\n"}
    assert _found("models/other.py:Draft", files) == "class models/other.py:Draft"


def test_module_tells_two_classes_apart() -> None:
    files = {"models/other.py": "class Draft:\n    pass\n"}
    assert _found("other.Draft", files) == "class models/other.py:Draft"


def test_name_of_two_classes_lists_both() -> None:
    said = _said("Draft", {"models/other.py": "class Draft:\n    pass\n"})
    assert said.splitlines() == [
        "Draft is ambiguous; name one of these 2:",
        "  models/draft.py:Draft",
        "  models/other.py:Draft",
    ]


def test_attribute_of_very_many_classes_lists_them() -> None:
    many = "".join(f"class C{n}:\n    def __init__(self):\n        self.shared = {n}\n" for n in range(70))
    assert _said("shared", {"many.py": many}).startswith("shared is ambiguous; name one of these 70:\n")


def test_unknown_member_names_its_nearest() -> None:
    assert _said("Draft.heda") == "models/draft.py: Draft has no heda; did you mean head?"


def test_unknown_name_names_the_nearest_of_the_tree() -> None:
    assert _said("token_mpa") == "Nothing in the tree is called token_mpa; did you mean token_map?"


def test_text_that_is_no_symbol_is_told() -> None:
    assert _said("a b").startswith("'a b' names no symbol")


def test_file_that_is_not_there_is_told() -> None:
    assert _said("nowhere.py:Draft") == "No analysed file is nowhere.py."
