"""Which releases of a package the index has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.sources.listing import releases, within
from tests.sources.toy import TOY


@pytest.fixture(autouse=True)
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for the package index, with four wheels."""
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    for version in ("1.10", "1.2", "2.0rc1", "1.9.post1"):
        (tmp_path / f"toyengine-{version}-py3-none-any.whl").touch()
    (tmp_path / "toyengine-1.11-cp312-cp312-manylinux_2_34_x86_64.whl").touch()
    return tmp_path


def refusal(package: str, **bounds: str) -> str:
    with pytest.raises(InputError) as caught:
        releases(package, [TOY], **bounds)
    return str(caught.value)


def test_releases_are_in_order_without_prereleases() -> None:
    assert releases("toyengine", [TOY]) == ("1.2", "1.9.post1", "1.10", "1.11")


def test_both_bounds_are_included() -> None:
    assert releases("toyengine", [TOY], since="1.9.post1", until="1.10") == ("1.9.post1", "1.10")


def test_an_empty_range_names_the_newest() -> None:
    assert refusal("toyengine", since="3") == "toyengine has no release in that range; the newest is 2.0rc1."


def test_a_version_that_is_none_is_refused() -> None:
    assert refusal("toyengine", since="new") == "'new' is not a version such as 0.5.9 or 0.5.9.post1."


def test_a_requirement_is_no_package() -> None:
    assert refusal("toyengine>1").startswith("'toyengine>1': name the package alone")


def test_a_package_of_no_known_engine_is_refused() -> None:
    assert refusal("stranger").startswith(
        "'stranger' is neither an existing path nor a known engine's package"
    )


def test_an_index_without_it_says_so(index: Path) -> None:
    for wheel in index.glob("*.whl"):
        wheel.unlink()
    assert refusal("toyengine").startswith("The releases of toyengine can't be listed: ")


def test_requirement_allows_releases_in_order(tmp_path: Path) -> None:
    assert within("toyengine>=1.9", [TOY], tmp_path) == (
        *("toyengine==1.9.post1", "toyengine==1.10", "toyengine==1.11"),
    )


def test_without_an_index_kept_wheels_are_the_releases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "nothing"))
    kept = tmp_path / "wheels"
    kept.mkdir()
    for version in ("1.3", "1.2"):
        (kept / f"toyengine-{version}-py3-none-any.whl").touch()
    assert within("toyengine>=1.1", [TOY], kept) == ("toyengine==1.2", "toyengine==1.3")


def test_requirement_that_allows_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^toyengine>=3 allows no release; the newest is 2.0rc1\.$"):
        within("toyengine>=3", [TOY], tmp_path)
