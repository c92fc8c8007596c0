"""Sample folders to packages in memory."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from flowtrace.facts import Source
from flowtrace.sources.samples import read_common, read_samples, samples_beside, strays


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "samples"


def write(file: Path, text: str = "") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text))
    return file


def test_a_file_is_placed_by_its_first_line(root: Path) -> None:
    write(root / "a/b/holds.py", "# file: models/x.py\nX = 1\n")
    (sample,) = read_samples(root, "a/b", "toy", ())
    assert sample.sources == (Source("models/x.py", "toy.models.x", b"# file: models/x.py\nX = 1\n"),)


def test_a_file_that_says_nothing_keeps_its_name(root: Path) -> None:
    write(root / "a/b/holds.py", "X = 1\n")
    (sample,) = read_samples(root, "a/b", "toy", ())
    assert [(each.file, each.module) for each in sample.sources] == [("holds.py", "toy.holds")]


def test_a_file_holds_several_with_its_own_lines(root: Path) -> None:
    write(root / "a/b/holds.py", "# file: x.py\nX = 1\n# file: y/__init__.py\nY = 2\n")
    (sample,) = read_samples(root, "a/b", "toy", ())
    assert [(each.module, each.data) for each in sample.sources] == [
        ("toy.x", b"# file: x.py\nX = 1\n"),
        ("toy.y", b"\n\n# file: y/__init__.py\nY = 2\n"),
    ]


def test_a_folder_is_one_sample(root: Path) -> None:
    one = write(root / "a/b/holds/models/x.py")
    two = write(root / "a/b/holds/y.py")
    (sample,) = read_samples(root, "a/b", "toy", ())
    assert (sample.path, sample.written) == (root / "a/b/holds", {"models/x.py": one, "y.py": two})


def test_samples_come_in_order(root: Path) -> None:
    for name in ("holds.py", "breaks.py", "notes.txt"):
        write(root / "a/b" / name)
    assert [each.path.name for each in read_samples(root, "a/b", "toy", ())] == ["breaks.py", "holds.py"]


def test_an_invariant_may_have_none(root: Path) -> None:
    assert read_samples(root, "a/b", "toy", ()) == ()


def test_common_files_lie_under_the_own(root: Path) -> None:
    write(root / "common/x.py", "X = 0\n")
    write(root / "common/y.py", "Y = 0\n")
    write(root / "a/b/holds.py", "# file: x.py\n")
    (sample,) = read_samples(root, "a/b", "toy", read_common(root, "toy"))
    assert {each.file: each.data for each in sample.sources} == {
        "x.py": b"# file: x.py\n",
        "y.py": b"Y = 0\n",
    }


def test_folders_of_no_invariant_are_strays(root: Path) -> None:
    for name in ("a/known/holds.py", "a/typo/holds.py", "language/mro.py", "common/x.py"):
        write(root / name)
    assert strays(root, {"a/known"}) == (root / "a/typo",)


@pytest.mark.parametrize("place", ["specs/samples", "samples"])
def test_samples_lie_in_or_beside_a_spec_folder(tmp_path: Path, place: str) -> None:
    write(tmp_path / "specs/a/b.yaml")
    write(tmp_path / place / "engine.yaml")
    assert samples_beside(tmp_path / "specs") == tmp_path / place


def test_samples_of_a_single_spec(tmp_path: Path) -> None:
    spec = write(tmp_path / "specs/a/b.yaml")
    write(tmp_path / "samples/engine.yaml")
    assert samples_beside(spec) == tmp_path / "samples"


def test_there_may_be_no_samples(tmp_path: Path) -> None:
    write(tmp_path / "specs/a/b.yaml")
    assert samples_beside(tmp_path / "specs") is None
