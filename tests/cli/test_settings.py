"""Which settings file is found, what it settles, and what it is told when it is wrong."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flowtrace.cli.settings import Settings, found
from flowtrace.cli.status import FailOn
from flowtrace.errors import InputError
from flowtrace.findings import Severity
from flowtrace.suppressions import Suppression

WHOLE = """\
[tool.flowtrace]
engine = "toy"
spec = ["specs"]
select = ["A1"]
ignore = ["B1", "B2"]
fail-on = "warning"
target = "Ash"
unbound = "warning"
"""


def written(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text)
    return file


def problem(folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        found(folder)
    return str(caught.value)


def test_every_setting_is_read(tmp_path: Path) -> None:
    file = written(tmp_path, "pyproject.toml", WHOLE)
    assert found(tmp_path) == Settings(
        file=file,
        engine="toy",
        specs=(tmp_path / "specs",),
        select=("A1",),
        ignore=("B1", "B2"),
        target="Ash",
        fail_on=FailOn.WARNING,
        unbound=Severity.WARNING,
    )


def test_a_folder_above_counts(tmp_path: Path) -> None:
    file = written(tmp_path, "pyproject.toml", WHOLE)
    assert found(tmp_path / "deep" / "below").file == file


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    written(tmp_path, "pyproject.toml", WHOLE)
    near = written(tmp_path / "near", "flowtrace.toml", 'engine = "near"\n')
    assert found(tmp_path / "near") == Settings(file=near, engine="near")


def test_a_file_of_our_own_wins_over_pyproject(tmp_path: Path) -> None:
    written(tmp_path, "pyproject.toml", WHOLE)
    assert found(tmp_path).file != written(tmp_path, "flowtrace.toml", "") == found(tmp_path).file


def test_a_pyproject_that_does_not_speak_of_us_is_passed_over(tmp_path: Path) -> None:
    file = written(tmp_path, "pyproject.toml", WHOLE)
    written(tmp_path / "near", "pyproject.toml", '[project]\nname = "x"\n')
    assert found(tmp_path / "near").file == file


def test_an_unknown_setting_names_the_nearest(tmp_path: Path) -> None:
    text = '[tool.other]\nselct = 1\n\n[tool.flowtrace]\nselct = ["A1"]\n'
    file = written(tmp_path, "pyproject.toml", text)
    assert problem(tmp_path) == f"{file}:5: there is no setting 'selct'; did you mean 'select'?"


def test_a_setting_like_no_other_lists_them_all(tmp_path: Path) -> None:
    file = written(tmp_path, "flowtrace.toml", "zzz = 1\n")
    assert problem(tmp_path) == (
        f"{file}:1: there is no setting 'zzz'; it can be"
        " engine, target, fail-on, unbound, unused-suppression, spec, select, ignore, suppress"
    )


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    file = written(tmp_path, "flowtrace.toml", 'engine = 1\nspec = "specs"\nfail-on = "eror"\n')
    assert problem(tmp_path).splitlines() == [
        f"{file}:1: 'engine' must be a string",
        f"{file}:2: 'spec' must be a list of strings",
        f"{file}:3: 'fail-on' can't be 'eror'; did you mean 'error'?",
    ]


def test_a_file_that_is_no_toml_is_told_with_its_place(tmp_path: Path) -> None:
    file = written(tmp_path, "pyproject.toml", "[tool.flowtrace\n")
    assert problem(tmp_path).startswith(f"{file}: can't be read as TOML: ")


def test_our_table_must_be_a_table(tmp_path: Path) -> None:
    file = written(tmp_path, "pyproject.toml", "[tool]\nflowtrace = 3\n")
    assert problem(tmp_path) == f"{file}: 'tool.flowtrace' must be a table"


SUPPRESS = """\
[[tool.flowtrace.suppress]]
invariant = "W1"
file = "models/*"
symbol = "Ash.*"
reason = " known "
owner = "serving"
expires = 2030-12-31
count = 3
"""


def test_suppressions_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "pyproject.toml", SUPPRESS)
    monkeypatch.chdir(tmp_path)
    assert found(tmp_path).suppressions == (
        Suppression(
            invariant="W1",
            reason="known",
            place=("pyproject.toml", 1),
            file="models/*",
            symbol="Ash.*",
            owner="serving",
            expires=date(2030, 12, 31),
            count=3,
        ),
    )


def test_every_problem_of_every_suppression_is_told_with_its_line(tmp_path: Path) -> None:
    text = (
        '[[suppress]]\ninvariant = "W1"\n\n'
        '[[suppress]]\nreasn = "x"\ninvariant = ""\nreason = " "\ncount = 0\nexpires = "soon"\nowner = 3\n'
    )
    file = written(tmp_path, "flowtrace.toml", text)
    assert problem(tmp_path).splitlines() == [
        f"{file}:1: a suppression needs a 'reason'",
        f"{file}:4: a suppression has no 'reasn'; did you mean 'reason'?",
        f"{file}:4: a suppression needs an 'invariant'",
        f"{file}:4: a suppression needs a 'reason'",
        f"{file}:4: 'owner' must be a string",
        f"{file}:4: 'count' must be a whole number above 0",
        f"{file}:4: 'expires' must be a date such as 2030-12-31",
    ]


def test_suppressions_written_in_one_line_are_read(tmp_path: Path) -> None:
    written(tmp_path, "flowtrace.toml", 'suppress = [{invariant = "W1", reason = "known"}]\n')
    assert [each.invariant for each in found(tmp_path).suppressions] == ["W1"]


@pytest.mark.parametrize("value", ["3", "{}", '["W1"]'])
def test_suppressions_must_be_tables(tmp_path: Path, value: str) -> None:
    written(tmp_path, "flowtrace.toml", f"suppress = {value}\n")
    assert "must be a" in problem(tmp_path)


@pytest.mark.parametrize(("word", "unused"), [("error", Severity.ERROR), ("off", None)])
def test_what_an_unused_suppression_weighs_can_be_settled(
    tmp_path: Path, word: str, unused: Severity | None
) -> None:
    written(tmp_path, "flowtrace.toml", f'unused-suppression = "{word}"\n')
    assert found(tmp_path).unused is unused
