"""Files that can't be read, YAML's traps, and folders: each told with its place, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from flowtrace.errors import InputError, SpecError
from flowtrace.spec import load as loading
from flowtrace.spec.load import load_engines, load_specs, read, shipped
from flowtrace.spec.model import Engine
from tests.spec.toy import ENGINE, Load, Told, Write

GOOD = """\
id: topic/door
says: Doors open.
for: maker
has: opener
"""


def test_problem_quotes_its_line_with_a_caret(told: Told) -> None:
    assert told(GOOD.replace("maker", "mker")) == [
        "3:6: there is no role 'mker' in engine toy; did you mean 'maker'?\n  3 | for: mker\n    |      ^"
    ]


def test_problems_of_all_files_are_told_at_once(write: Write, toy: Engine, tmp_path: Path) -> None:
    write("a.yaml", "id: topic/a\nsays: A.\nfor: mker\nhas: opener\n")
    write("b.yaml", "id: [")
    write("c.yaml", "")
    with pytest.raises(SpecError) as caught:
        load_specs(toy, [tmp_path])
    assert [each.splitlines()[0].removeprefix(f"{tmp_path}/") for each in caught.value.problems] == [
        "a.yaml:3:6: there is no role 'mker' in engine toy; did you mean 'maker'?",
        "b.yaml:1:6: this is not YAML: while parsing a flow node, did not find expected node content",
        "c.yaml:1:1: the file is empty",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"", "1:1: the file is empty"),
        (b"# nothing\n", "1:1: the file is empty"),
        (b"null\n", "1:1: the file is empty"),
        (b"id: x\ny: \xff\n", "2:1: the file is not UTF-8 text (byte 9)"),
        (b"a: 1\n---\nb: 2\n", "2:1: a spec file holds one document; what follows `---` isn't read"),
        (b"a: 1\na: 2\n", "2:1: the key 'a' is here twice; the first is on line 1"),
        (b"on: 1\n", "1:1: as a key, `on` needs quotes: YAML reads it as true or false"),
        (b"3: 1\n", "1:1: as a key, `3` needs quotes: YAML reads it as a number"),
        (b"null: 1\n", "1:1: as a key, `null` needs quotes: YAML reads it as nothing"),
        (b"<<: {a: 1}\n", "1:1: `<<` merges another place in; write it out"),
        (
            b"? [a]\n: 1\n",
            "1:3: a key is a word, not a list, a mapping or an alias (a pattern with * needs quotes)",
        ),
        (b"a: yes\n", "1:4: YAML reads `yes` as true or false; write that, or put it in quotes"),
        (b"a: 2024-01-01\n", "1:4: YAML reads `2024-01-01` as a date; put it in quotes"),
        (b"a: 0x_\n", "1:4: YAML reads this as a number, which it isn't; put it in quotes"),
        (
            b"a: !!python/name:os.system\n",
            "1:4: the tag `!python/name:os.system` has no meaning in a spec file; leave it out",
        ),
        (b"a: &x 1\n", "1:4: `&x` marks a place to be repeated; write it out"),
        (b"a: &x [*x]\n", "1:4: `&x` marks a place to be repeated; write it out"),
        (b"a: *x\n", "1:4: `*x` repeats another place; write it out (a pattern with * needs quotes)"),
        (b"a: " + b"[" * 60 + b"]" * 60, "1:44: more than 40 lists and mappings inside one another"),
    ],
)
@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
def test_unusable_text_is_told(
    write: Write, monkeypatch: pytest.MonkeyPatch, loader: str, text: bytes, problem: str
) -> None:
    monkeypatch.setattr(loading, "_LOADER", getattr(yaml, loader))
    path = write("a.yaml", text)
    with pytest.raises(SpecError) as caught:
        load_specs(_engine_beside(path), [path])
    assert f"{path}:{problem}" in [each.splitlines()[0] for each in caught.value.problems]


def _engine_beside(path: Path) -> Engine:
    file = path.with_name("toy.yaml")
    file.write_text(ENGINE)
    return load_engines([file])[0]


def test_unquoted_pattern_is_named_as_the_cause(told: Told) -> None:
    (problem,) = told(GOOD.replace("has: opener", "never: {write: *.door}"))
    assert problem.splitlines()[0].endswith("; a pattern that begins with * needs quotes")


def test_text_that_ends_too_early_points_behind_its_last_letter(told: Told) -> None:
    assert told("id: [a, b\n")[0].splitlines()[1:] == ["  1 | id: [a, b", "    |          ^"]


def test_huge_file_is_refused(write: Write) -> None:
    path = write("a.yaml", b"a" * 1_000_001)
    assert read(path).problems[0].text == (
        f"{path}:1:1: the file is larger than 1,000,000 bytes, which no spec file needs to be"
    )


def test_dangling_link_is_told(tmp_path: Path, toy: Engine) -> None:
    (tmp_path / "gone.yaml").symlink_to("nowhere")
    with pytest.raises(SpecError, match=r"gone\.yaml:1:1: the file can't be read: No such file or directory"):
        load_specs(toy, [tmp_path])


def test_pipe_is_not_waited_for(tmp_path: Path, toy: Engine) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(SpecError, match=r"pipe\.yaml:1:1: the file is no regular file"):
        load_specs(toy, [tmp_path])


def test_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no spec file or folder .*nowhere"):
        load_engines([tmp_path / "nowhere"])


def test_folder_without_specs_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there are no spec files \(\.yaml, \.yml\) in "):
        load_engines([tmp_path])


def test_byte_order_mark_is_no_key(write: Write) -> None:
    assert read(write("a.yaml", b"\xef\xbb\xbfid: x\n")).data == {"id": "x"}


def test_a_file_given_twice_is_read_once(load: Load, toy: Engine, tmp_path: Path) -> None:
    load(GOOD)
    specs = load_specs(toy, [tmp_path, tmp_path / "topic" / "door.yaml"])
    assert [each.id for each in specs.invariants] == ["topic/door"]


def test_hidden_folders_are_left_out(load: Load, write: Write) -> None:
    write(".cache/a.yaml", "[")
    assert [each.id for each in load(GOOD).invariants] == ["topic/door"]


def test_engine_beside_the_specs_is_found(write: Write, tmp_path: Path) -> None:
    write("engine.yaml", ENGINE)
    assert [engine.id for engine in load_engines([tmp_path])] == ["toy"]


def test_invariant_knows_where_it_is_written(load: Load, tmp_path: Path) -> None:
    origin = load("# a door\n" + GOOD).invariants[0].origin
    assert (origin.path, origin.line, origin.column) == (str(tmp_path / "topic" / "door.yaml"), 2, 1)


def test_roles_know_where_they_are_written(toy: Engine) -> None:
    assert toy.origins["roles.opener"].line == 14


def test_shipped_specs_are_beside_the_package() -> None:
    assert (shipped() / "engines").is_dir()
