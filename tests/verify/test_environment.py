from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.verify import catalogue, environment
from flowtrace.verify.environment import Built, build
from tests.verify import toy

_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture(autouse=True)
def probe_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = toy.written(tmp_path / "probe")
    monkeypatch.setattr(catalogue, "folder", lambda engine: folder)
    monkeypatch.setattr(environment, "_index", lambda pins: [])
    return folder


def _built(folder: Path, requirement: str = "toy==2.0", said: list[str] | None = None) -> Built:
    say = said.append if said is not None else (lambda sentence: None)
    return build("toy", "toy", requirement, folder, Path(sys.executable), say)


def _accept_this_python(probe_folder: Path) -> None:
    file = probe_folder / "environments.toml"
    file.write_text(file.read_text().replace('"0.1"', f'"{_PYTHON}"'))


@pytest.mark.parametrize("requirement", ["toy", "toy>=2", "toy==2,==3", "other==2.0", "./toy", "toy==two"])
def test_setup_wants_one_release(requirement: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"names no release: --setup wants one such as toy==1\.2\.3"):
        _built(tmp_path / "env", requirement)


def test_a_release_of_no_known_environment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"No environment is known for 1\.0; there are some for >=2"):
        _built(tmp_path / "env", "toy==1.0")


def test_another_python_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"on Python 0.1, and .* is 3\.\d+; name another with --python"):
        _built(tmp_path / "env")
    assert not (tmp_path / "env").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "mine.txt").touch()
    with pytest.raises(InputError, match="exists and is no virtual environment"):
        _built(tmp_path / "env")


def test_the_steps(tmp_path: Path, probe_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _accept_this_python(probe_folder)
    commands: list[list[str]] = []
    monkeypatch.setattr(environment, "_run", lambda command, complaint: commands.append(list(command)))
    (tmp_path / "env").mkdir()
    said: list[str] = []
    built = _built(tmp_path / "env", said=said)
    assert built == Built(tmp_path / "env" / "bin" / "python", new=True)
    assert [each[1:3] for each in commands] == [["-m", "venv"], ["-m", "pip"], ["-m", "pip"]]
    assert commands[1][-1] == "one==1"
    assert commands[2][-2:] == ["--no-deps", "toy==2.0"]
    assert said == [
        f"building {tmp_path / 'env'}: toy==2.0 and 1 packages, about 1 MB to download and 2 MB on disk."
    ]


def test_pins_that_were_not_tried_with_a_release_are_told(
    tmp_path: Path, probe_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _accept_this_python(probe_folder)
    monkeypatch.setattr(environment, "_run", lambda command, complaint: None)
    (tmp_path / "env").mkdir()
    said: list[str] = []
    _built(tmp_path / "env", "toy==2.1", said)
    assert said[0].endswith("These pins were tried with 2.0, not with this release.")


def test_an_environment_that_is_there_is_not_built_again(tmp_path: Path) -> None:
    python = tmp_path / "env" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    record = {"release": "toy==2.0", "packages": ["one==1"]}
    (tmp_path / "env" / "flowtrace.json").write_text(json.dumps(record))
    assert _built(tmp_path / "env") == Built(python, new=False)


def test_what_pip_complains_of_is_told(tmp_path: Path) -> None:
    script = "print('noise'); print('ERROR: no wheel'); raise SystemExit(1)"
    with pytest.raises(InputError, match="pip can't: ERROR: no wheel"):
        environment._run([sys.executable, "-c", script], "pip can't")
