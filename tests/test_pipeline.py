"""What the report says of the tree itself: where it lies, and the comments in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from flowtrace.facts import Ignore
from flowtrace.findings import Report
from flowtrace.pipeline import Options, check
from flowtrace.spec.load import shipped
from tests.sources.toy import write_archive

MODEL = b"MODELS = []\nx = 1  # flowtrace: ignore[A1] it is a toy\n"
FILES = {"toy/__init__.py": b"", "toy/models/one.py": MODEL}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the package in `src`; beside it the samples' engine, which knows it."""
    engine = tmp_path / "specs" / "engines" / "toyengine.yaml"
    engine.parent.mkdir(parents=True)
    engine.write_bytes((shipped().parent / "samples" / "engine.yaml").read_bytes())
    for name, content in FILES.items():
        file = tmp_path / "work" / "src" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def checked(here: Path, tree: str) -> Report:
    return check(tree, Options(engine="toyengine", specs=(here / "specs",), select=("drafts/",)))


def test_location_is_below_the_working_directory(here: Path) -> None:
    assert checked(here, "src/toy").location == "src/toy"


def test_location_is_the_package_in_a_checkout(here: Path) -> None:
    assert checked(here, "src").location == "src/toy"


def test_a_tree_elsewhere_has_no_location(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here / "specs")
    assert checked(here, str(here / "work" / "src")).location is None


def test_an_archive_has_no_location(here: Path) -> None:
    write_archive(here / "work" / "toy-1.0-py3-none-any.whl", FILES)
    assert checked(here, "toy-1.0-py3-none-any.whl").location is None


def test_comments_of_the_tree_are_in_the_report(here: Path) -> None:
    assert checked(here, "src").ignores == (Ignore("models/one.py", 2, 2, 2, ("A1",), "it is a toy"),)


# --- what a page needs besides


def test_asked_is_what_was_given(here: Path) -> None:
    assert checked(here, "src/toy").asked == {"select": "drafts/", "spec": str(here / "specs")}


def test_without_a_wish_for_it_there_is_no_table(here: Path) -> None:
    assert checked(here, "src/toy").targets is None


def test_a_table_can_be_asked_for(here: Path) -> None:
    options = Options(engine="toyengine", specs=(here / "specs",), select=("drafts/",), targets=True)
    table = check("src/toy", options).targets
    assert (table.engine, table.rows) == ("toyengine", ()) if table else False


GETS = """\
id: house/gets
says: Every model hands out its head.
why: It is asked for.
remedy: Define it.
severity: error
for: {class: registered}
has: head.getter
"""


@pytest.mark.parametrize(("around", "lines"), [(0, [4]), (2, [2, 3, 4, 5, 6])])
def test_lines_around_a_cited_one_are_kept_on_request(here: Path, around: int, lines: list[int]) -> None:
    (here / "specs" / "gets.yaml").write_text(GETS)
    (here / "work/src/toy/models/one.py").write_text(
        "import nn\n\n\nclass A(nn.Module): ...\nMODELS = [A]\nx = 1\n"
    )
    options = Options(engine="toyengine", specs=(here / "specs",), select=("house/",), around=around)
    assert [line for _, line in check("src/toy", options).excerpts] == lines


def test_no_page_no_template_engine(here: Path) -> None:
    words = ["check", "src/toy", "--engine", "toyengine", "--spec", str(here / "specs"), "--format", "json"]
    program = f"import sys; from flowtrace.cli import main; main({words}); sys.exit('jinja2' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
