"""config.json: its values and lines, and what can't be read as one, each with its place."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from flowtrace.draft.config import Config, read_config, read_target
from flowtrace.errors import InputError


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "config.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_config(path)
    return str(caught.value).replace(f"{path.parent}/", "")


def test_values_are_as_the_file_has_them(tmp_path: Path) -> None:
    path = written(tmp_path, '{"a": {"b": [1, null]}, "c": 1e-5}')
    assert read_config(path).values == {"a": {"b": [1, None]}, "c": 1e-05}


def test_folder_stands_for_its_config(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, "{}").parent).path == tmp_path / "config.json"


TEXT = """\
{
  "a": "}, \\"b\\": 1",
  "deep": {"list": [
    {"x": 1},
    {"x": 2, "y":
      3}]},
  "b": true
}
"""


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("a",), 2),
        (("b",), 7),
        (("deep", "list"), 3),
        (("deep", "list", "0", "x"), 4),
        (("deep", "list", "1", "y"), 5),
        (("deep", "list", "7"), 3),
        (("gone",), 1),
    ],
)
def test_key_has_its_line(tmp_path: Path, keys: tuple[str, ...], line: int) -> None:
    assert read_config(written(tmp_path, TEXT)).line(keys) == line


def test_infinity_is_read_as_engines_read_it(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, '{"limits": [0.0, Infinity]}')).values == {"limits": [0.0, inf]}


def test_key_given_twice_is_noted(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, '{"a": 1, "a": 2}'))
    assert config.values == {"a": 2}
    assert config.notes == ("config.json: the key a is there twice, and the last one counts",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "config.json:1:1: this is not JSON: Expecting value"),
        ('{"a": 1,\n "b" 2}', "config.json:2:6: this is not JSON: Expecting ':' delimiter"),
        (
            '{"a": 1,\n "b": [0, NaN]}',
            "config.json:2:11: NaN is no value that JSON knows, nor one to configure with",
        ),
        ('{"NaN":\nNaN}', "config.json:2:1: NaN is no value that JSON knows, nor one to configure with"),
        ("[1]", "config.json:1:1: a configuration is a JSON object, not a list"),
        ('"a"', "config.json:1:1: a configuration is a JSON object, not a text"),
        ("null", "config.json:1:1: a configuration is a JSON object, not null"),
        (b'{"a":\n"\xff"}', "config.json:2: this is not UTF-8 text (byte 7)"),
        (
            '{"a": ' + "[" * 51 + "]" * 51 + "}",
            "config.json: more than 50 lists and objects inside one another",
        ),
        ('{"a": ' + "[" * 200_000, "config.json: more than 50 lists and objects inside one another"),
        ('{"a": ' + "1" * 5000 + "}", "config.json: a number has more than 100 digits"),
        (
            "{" + " " * 10_000_000 + "}",
            "config.json is larger than 10,000,000 bytes, which no configuration needs to be",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_unusable_text_is_told(tmp_path: Path, text: str | bytes, message: str) -> None:
    assert refused(written(tmp_path, text)) == message


def test_fifty_levels_are_read(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, '{"a": ' + "[" * 49 + "]" * 49 + "}")).values


def test_folder_without_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^there is no config\.json in /"):
        read_config(tmp_path)


def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "config.json")
    assert refused(tmp_path / "config.json") == "config.json is no regular file"


def test_other_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "weights.gguf"
    path.touch()
    assert refused(path) == "weights.gguf is no JSON file; name the model's folder or its config.json"


def test_target_is_a_config(tmp_path: Path) -> None:
    written(tmp_path, '{"hidden_size": 8}')
    target = read_target(str(tmp_path))
    assert isinstance(target, Config)
    assert target.values == {"hidden_size": 8}


def test_target_is_a_class_name() -> None:
    assert read_target("KimiK25ForConditionalGeneration") == "KimiK25ForConditionalGeneration"


def test_target_that_is_nothing_is_told() -> None:
    with pytest.raises(InputError) as caught:
        read_target("moonshotai/Kimi-K2.5")
    assert str(caught.value) == (
        "there is no target moonshotai/Kimi-K2.5: neither a folder with a config.json, nor such a file, "
        "nor a class name"
    )
