"""The same tree gives the same bytes: whatever the seed of hashes, the order of files, the number of processes, the
order of spec folders, and whether it is a package folder, a checkout or a wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flowtrace.pipeline import Options, check
from flowtrace.report import as_json
from flowtrace.spec.load import shipped
from tests.sources.toy import write_archive

# A release read in its own order or another, and judged by one process or two.
PROGRAM = """
import os, sys
from flowtrace.pipeline import check_sources
from flowtrace.report import as_json
from flowtrace.sources import open_tree
from flowtrace.spec.load import load_engines, load_specs, shipped

engine, tree = open_tree(sys.argv[1], load_engines([shipped()]))
sources = tree.sources if sys.argv[2] == "in order" else tree.sources[::-1]
if sys.argv[3] == "one process":
    os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])
print(as_json.report(check_sources(load_specs(engine, [shipped()]), sources, tree.version)))
"""


def told(wheel: Path, order: str, processes: str, seed: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, wheel, order, processes],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="one process everywhere")
def test_seed_order_and_processes_change_no_byte(release: Callable[[str], Path]) -> None:
    wheel = release("0.4.5")
    assert told(wheel, "in order", "two processes", "1") == told(wheel, "backwards", "one process", "2")


ENGINE = (shipped().parent / "samples" / "engine.yaml").read_text("utf-8")
MODEL = b"import nn\n\n\nclass A(nn.Module): ...\n\n\nclass B(nn.Module): ...\n\n\nMODELS = [A, B]\n"
FILES = {"toy/__init__.py": b"", "toy/models/one.py": MODEL, "toy/models/two.py": MODEL.replace(b"A", b"C")}
SPEC = """\
id: {folder}/gets
says: Every model hands out its head.
why: It is asked for.
remedy: Define it.
severity: error
for: {{class: registered}}
has: head.getter
"""


@pytest.fixture
def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`answer(tree, folders)` is the JSON of a toy in which nothing hands out its head, without the tree's name."""
    for folder in ("house", "team"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "gets.yaml").write_text(SPEC.format(folder=folder))
    (tmp_path / "house" / "engine.yaml").write_text(ENGINE)
    for root in ("package", "checkout/python"):
        for name, content in FILES.items():
            (tmp_path / root / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / root / name).write_bytes(content)
    other = tmp_path / "checkout" / "kernels" / "python" / "toy_kernels"
    other.mkdir(parents=True)
    (other / "__init__.py").touch()
    write_archive(tmp_path / "toy-1.0-py3-none-any.whl", FILES)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    def ask(tree: str, *folders: str) -> Any:
        options = Options(
            engine="toyengine",
            as_version="1.0",
            specs=tuple(tmp_path / each for each in folders),
            select=("house/", "team/"),
        )
        return {**json.loads(as_json.report(check(str(tmp_path / tree), options))), "tree": ""}

    return ask


def test_the_order_of_spec_folders_changes_no_byte(answer: Callable[..., Any]) -> None:
    told = answer("package/toy", "house", "team")
    assert (len(told["findings"]), answer("package/toy", "team", "house")) == (8, told)


@pytest.mark.parametrize("tree", ["package", "checkout", "toy-1.0-py3-none-any.whl"])
def test_where_the_package_lies_changes_no_byte(answer: Callable[..., Any], tree: str) -> None:
    assert answer(tree, "house", "team") == answer("package/toy", "house", "team")
