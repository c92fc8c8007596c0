"""Requirements: which are refused, how releases are fetched and kept, and a real one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from flowtrace.errors import InputError, OutOfTime
from flowtrace.sources import Tree, open_tree
from flowtrace.spec.model import Engine
from tests.sources.toy import (
    METADATA,
    SOURCES,
    TOY,
    UNVERSIONED,
    below,
    opened,
    refusal,
    write,
    write_archive,
)

NEITHER = "is neither an existing path nor a requirement like toyengine==1.2.3."
STRANGER = "is neither an existing path nor a known engine's package (toyengine)."
NO_EXTRAS = "extras and markers only choose dependencies; write toyengine>=1.0."
NO_URL = "is a URL: download the wheel or clone the repository, and name that."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"'' {NEITHER}"),
        ("toyengine==", f"'toyengine==' {NEITHER}"),
        ("a\0b", f"'a\\x00b' {NEITHER}"),
        ("stranger==1.0", f"'stranger==1.0' {STRANGER}"),
        ("toyengine[all]>=1.0", f"'toyengine[all]>=1.0': {NO_EXTRAS}"),
        ('toyengine>=1.0; python_version>"3"', f"'toyengine>=1.0; python_version>\"3\"': {NO_EXTRAS}"),
        ("toyengine @ https://x.y/z.whl", f"'toyengine @ https://x.y/z.whl' {NO_URL}"),
        ("git+ssh://x.y/z", f"'git+ssh://x.y/z' {NO_URL}"),
    ],
)
def test_requirement_refused(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for the package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def add_wheel(index: Path, version: str, tag: str = "py3-none-any") -> None:
    info = f"toyengine-{version}.dist-info"
    write_archive(
        index / f"toyengine-{version}-{tag}.whl",
        UNVERSIONED
        | {
            f"{info}/METADATA": METADATA.replace(b"1.2.3", version.encode()),
            f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: " + tag.encode() + b"\n",
            f"{info}/RECORD": b"",
        },
    )


def fetched(text: str, cache: Path, said: list[str] | None = None) -> Tree:
    return open_tree(text, [TOY], cache=cache, report=None if said is None else said.append)[1]


def unfetched(text: str, cache: Path) -> str:
    with pytest.raises(InputError) as caught:
        fetched(text, cache)
    assert [path.name for path in cache.rglob("*")] == ["wheels"]  # nothing half done stays
    return str(caught.value)


def test_pinned_release_is_fetched_once(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "1.2.3")
    wheel = tmp_path / "cache/wheels/toyengine-1.2.3-py3-none-any.whl"
    said: list[str] = []
    first = fetched("toyengine==1.2.3", tmp_path / "cache", said)
    (index / wheel.name).unlink()
    again = fetched("toyengine==1.2.3", tmp_path / "cache", said)
    assert first == again == Tree("toyengine==1.2.3", "toyengine", "1.2.3", SOURCES, (), wheel)
    assert said == ["fetching toyengine==1.2.3"]


def test_unpinned_release_is_asked_for_every_time(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "1.2.3")
    first = fetched("toyengine>=1", tmp_path).version
    add_wheel(index, "1.3.0")
    assert (first, fetched("toyengine>=1", tmp_path).version) == ("1.2.3", "1.3.0")


def test_wheel_for_another_interpreter_serves(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "1.2.3", "cp312-cp312-manylinux_2_34_x86_64")
    assert fetched("toyengine==1.2.3", tmp_path).sources == SOURCES


def test_no_such_release(index: Path, tmp_path: Path) -> None:
    for version in ("1.0", "1.1", "1.2", "1.4", "1.5"):
        add_wheel(index, version)
    assert unfetched("toyengine==1.3", tmp_path / "cache") == (
        "toyengine==1.3 can't be fetched: no such release, or none as a wheel; near it: 1.1, 1.2, 1.4."
    )


def test_no_wheel(index: Path, tmp_path: Path) -> None:
    write_archive(index / "toyengine-1.0.tar.gz", below("toyengine-1.0", {"setup.py": b"exit('ran')"}))
    assert unfetched("toyengine==1.0", tmp_path / "cache") == (
        "toyengine==1.0 can't be fetched: the package index has no wheel of toyengine. "
        "pip: ERROR: No matching distribution found for toyengine==1.0"
    )


def test_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    message = "toyengine can't be fetched: the package index can't be reached. pip: WARNING: "
    assert unfetched("toyengine", tmp_path / "cache").startswith(message)


def test_pip_is_not_waited_for_longer_than_the_run_may_take(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "1.2")
    with pytest.raises(OutOfTime, match=r"up before pip had toyengine==1\.2"):
        open_tree("toyengine==1.2", [TOY], cache=tmp_path / "cache", until=time.monotonic())


def test_python_without_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv.create(tmp_path / "bare", with_pip=False, symlinks=os.name != "nt")
    python = tmp_path / "bare" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    monkeypatch.setattr(sys, "executable", str(python))
    assert unfetched("toyengine==1.0", tmp_path / "cache") == (
        f"toyengine==1.0 can't be fetched: {python} has no pip; "
        "install it (uv pip install pip, or python -m ensurepip)."
    )


def test_pip_in_the_working_folder_is_not_run(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_wheel(index, "1.2.3")
    write(tmp_path, {"repo/pip.py": b"raise SystemExit('ran')"})
    monkeypatch.chdir(tmp_path / "repo")
    assert fetched("toyengine==1.2.3", tmp_path).version == "1.2.3"


def test_cache_folder_that_is_a_file(tmp_path: Path) -> None:
    write(tmp_path, {"cache": b""})
    with pytest.raises(InputError, match=r"^The cache folder .*cache.wheels can't be used: "):
        fetched("toyengine", tmp_path / "cache")


def test_two_runs_at_once(index: Path, tmp_path: Path) -> None:
    add_wheel(index, "1.2.3")
    program = f"""
from pathlib import Path
from flowtrace.sources import open_tree
from flowtrace.spec.model import Engine
engine = Engine("toy", "toyengine", "srt", ("dist-info",), {{}}, {{}})
print(open_tree("toyengine", [engine], cache=Path({str(tmp_path / "cache")!r}))[1].version)
"""
    command = [sys.executable, "-c", program]
    root = Path(__file__).parents[2]
    runs = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [run.communicate()[0] for run in runs] == ["1.2.3\n", "1.2.3\n"]
    assert os.listdir(tmp_path / "cache/wheels") == ["toyengine-1.2.3-py3-none-any.whl"]


SGLANG = Engine("sglang", "sglang", "srt", ("_version.py", "dist-info"), {}, {})


def test_real_release(release: Callable[[str], Path]) -> None:
    tree = opened(release("0.4.5"), SGLANG)
    assert (tree.version, len(tree.sources), tree.skipped) == ("0.4.5", 252, ())


def test_real_release_is_the_same_unpacked(release: Callable[[str], Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(release("0.4.5")) as wheel:
        wheel.extractall(tmp_path)
    assert opened(tmp_path / "sglang", SGLANG).sources == opened(release("0.4.5"), SGLANG).sources
