"""`--output`: which files are written, how, and what is refused before the analysis."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flowtrace.cli import files
from flowtrace.errors import InputError
from tests.cli.conftest import CommandLine
from tests.report.answers import RED


def refused(flowtrace: CommandLine, *outputs: str) -> str:
    """What a check with these outputs is told; it never reaches the pipeline."""
    run = flowtrace("check", "tree", *(word for each in outputs for word in ("--output", each)))
    assert (run.status, flowtrace.asked) == (2, {})
    return run.err.removeprefix("flowtrace: error: ").rstrip("\n")


def test_several_files_are_written_at_once(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    flowtrace(
        *("check", "tree", "--output", "sarif=a.sarif", "--output", "markdown=a.md"),
        *("--output", "junit=a.xml", "--output", "gitlab=b.json", "--output", "github=a.txt"),
    )
    assert {each.name: each.read_text()[:9] for each in Path().iterdir()} == {
        "a.sarif": '{\n  "$sch',
        "a.md": "### flowt",
        "a.xml": "<?xml ver",
        "b.json": "[\n  {\n   ",
        "a.txt": "::error f",
    }


def test_the_text_is_printed_all_the_same(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    run = flowtrace("check", "tree", "--output", "text=out.txt")
    assert (Path("out.txt").read_text(), run.status) == (run.out, 1)


def test_a_format_can_be_printed(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("check", "tree", "--format", "github").out.startswith(
        "::error file=toy/serve/worker.py,"
    )


def test_a_file_may_have_an_equals_sign(flowtrace: CommandLine) -> None:
    flowtrace("check", "tree", "--output", "json=a=b.json")
    assert Path("a=b.json").exists()


@pytest.mark.parametrize("given", ["sarif", "sarif=", "=out"])
def test_format_and_file_are_both_needed(flowtrace: CommandLine, given: str) -> None:
    assert refused(flowtrace, given).startswith(f"--output {given}: ")


def test_an_unknown_format_names_the_nearest(flowtrace: CommandLine) -> None:
    assert refused(flowtrace, "sarff=a") == (
        "--output sarff=a: there is no format 'sarff'; did you mean 'sarif'?"
    )


def test_a_missing_folder_is_told_before_the_analysis(flowtrace: CommandLine) -> None:
    assert refused(flowtrace, "json=none/a") == "none/a: can't be written: there is no folder none"


def test_a_folder_is_no_file(flowtrace: CommandLine) -> None:
    Path("out").mkdir()
    assert refused(flowtrace, "json=out") == "out: can't be written: it is a folder"


def test_one_file_is_written_once(flowtrace: CommandLine) -> None:
    assert refused(flowtrace, "json=a", "sarif=a") == "--output names a twice"


def test_a_failure_to_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out"
    file.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="out: can't be written: No space left on device"):
        files.save(file, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("out", "old")]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    files.save(tmp_path / "link", "new")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "target").read_text()) == (True, "new")


def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.touch(0o640)
    os.chmod(file, 0o640)
    files.save(file, "new")
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_new_file_is_as_the_umask_wants(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    files.save(tmp_path / "out", "new")
    os.umask(mask)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    files.save(Path(os.devnull), "new")
    assert not Path(os.devnull).is_file()
