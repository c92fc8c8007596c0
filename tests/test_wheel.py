"""The wheel holds the specs and samples, and works without the repository around it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content, as an installation lays it out."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation")
    subprocess.run((*pip, "--wheel-dir", folder, ROOT), check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "unpacked")
    return folder / "unpacked"


def files(folder: Path, pattern: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob(pattern)}


def test_every_spec_is_in_the_wheel(unpacked: Path) -> None:
    assert files(unpacked / "flowtrace" / "specs", "*.yaml") == files(ROOT / "specs", "*.yaml")


def test_every_sample_is_in_the_wheel(unpacked: Path) -> None:
    assert files(unpacked / "flowtrace" / "samples", "*.py") == files(ROOT / "samples", "*.py")


def test_the_parts_of_the_page_are_in_the_wheel(unpacked: Path) -> None:
    folder = Path("flowtrace", "report", "html", "templates")
    assert files(unpacked / folder, "*.*") == files(ROOT / folder, "*.*")


def test_the_wheel_brings_no_second_package(unpacked: Path) -> None:
    assert [path.name for path in unpacked.iterdir() if path.suffix != ".dist-info"] == ["flowtrace"]


def test_the_license_is_in_the_wheel(unpacked: Path) -> None:
    assert len(list(unpacked.glob("*.dist-info/licenses/LICENSE"))) == 1


def test_the_shipped_specs_are_found(unpacked: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-c", "from flowtrace.cli import main; main(['spec', 'list'])"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert "eagle3/worker-keeps-draft-head" in done.stdout
