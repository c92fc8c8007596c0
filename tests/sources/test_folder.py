"""Folders and checkouts: which package is found in them, what of it is read, and what is refused."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.facts import Source
from flowtrace.findings import Skipped
from flowtrace.sources import Tree, open_tree
from tests.sources.toy import FILES, OTHER, SOURCES, TOY, below, opened, refusal, write


def test_package_folder(tmp_path: Path) -> None:
    package = write(tmp_path, FILES) / "toyengine"
    assert opened(package) == Tree(str(package), "toyengine", "1.2.3", SOURCES, (), package)


def test_engine_is_returned_as_given(tmp_path: Path) -> None:
    assert open_tree(str(write(tmp_path, FILES)), [OTHER, TOY])[0] is TOY


def test_relative_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, FILES) / "toyengine")
    assert opened(".").location == tmp_path / "toyengine"


def test_existing_path_wins_over_requirement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, FILES))
    assert opened("toyengine").location == tmp_path / "toyengine"


def test_package_folder_under_another_name(tmp_path: Path) -> None:
    package = (write(tmp_path, FILES) / "toyengine").rename(tmp_path / "patched")
    assert opened(package).sources == SOURCES


def test_link_to_package_folder(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "current").symlink_to(tmp_path / "toyengine")
    assert opened(tmp_path / "current").sources == SOURCES


def test_checkout(tmp_path: Path) -> None:
    assert opened(write(tmp_path, below("repo/python", FILES))).location == tmp_path / "repo/python/toyengine"


def test_shallowest_package_wins(tmp_path: Path) -> None:
    write(tmp_path, below("a/deep/copy", FILES))
    write(tmp_path, below("python", FILES))
    assert opened(tmp_path).location == tmp_path / "python/toyengine"


def test_two_packages_at_one_depth(tmp_path: Path) -> None:
    write(tmp_path, below("new", FILES))
    write(tmp_path, below("old", FILES))
    assert refusal(tmp_path) == (
        f"{tmp_path} holds several packages, none nearer than the others: "
        f"{tmp_path}/new/toyengine (toy), {tmp_path}/old/toyengine (toy). Name one of them."
    )


def test_many_packages_are_not_all_listed(tmp_path: Path) -> None:
    for number in range(6):
        write(tmp_path, below(f"v{number}", FILES))
    assert "v3/toyengine (toy) and 2 more." in refusal(tmp_path)


def test_packages_of_two_engines(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "otherengine/srt/a.py": b""})
    assert "otherengine (oth), " in refusal(tmp_path, TOY, OTHER)


def test_engine_forced(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "otherengine/srt/a.py": b""})
    assert open_tree(str(tmp_path), [TOY, OTHER], engine="oth")[1].package == "otherengine"


def test_unknown_engine(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^There is no engine 'x'; known: oth, toy\.$"):
        open_tree(str(tmp_path), [TOY, OTHER], engine="x")


@pytest.mark.parametrize("folder", ["build/lib", "dist", ".hidden", "venv", "node_modules", "a/b/c/d/e/f/g"])
def test_copies_are_not_searched(tmp_path: Path, folder: str) -> None:
    write(tmp_path, below(folder, FILES))
    assert "holds no package of a known engine" in refusal(tmp_path)


def test_virtual_environment_in_a_checkout_is_not_searched(tmp_path: Path) -> None:
    write(tmp_path, below("myenv/lib", FILES))
    write(tmp_path, {"myenv/pyvenv.cfg": b""})
    assert "holds no package of a known engine" in refusal(tmp_path)


def test_virtual_environment_named_is_searched(tmp_path: Path) -> None:
    write(tmp_path, below(".venv/lib/python3.11/site-packages", FILES))
    write(tmp_path, {".venv/pyvenv.cfg": b""})
    assert opened(tmp_path / ".venv").sources == SOURCES


def test_folder_of_that_name_without_python_is_no_package(tmp_path: Path) -> None:
    write(tmp_path, {"docs/toyengine/srt/index.md": b""})
    write(tmp_path, below("python", FILES))
    assert opened(tmp_path).location == tmp_path / "python/toyengine"


def test_folder_links_are_not_searched(tmp_path: Path) -> None:
    write(tmp_path, below("elsewhere", FILES))
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "repo/again").symlink_to(tmp_path / "repo")
    assert "holds no package of a known engine" in refusal(tmp_path / "repo")


def test_too_many_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flowtrace.sources.folder._FOLDER_LIMIT", 3)
    write(tmp_path, {f"{name}/x/y.py": b"" for name in "abc"})
    assert "holds too many folders to search; name the package folder itself." in refusal(tmp_path)


def test_folder_link_below_root_is_told(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "toyengine/srt/loop").symlink_to(tmp_path / "toyengine")
    assert opened(tmp_path).skipped == (Skipped("srt/loop", 1, "a link, not followed"),)


def test_file_link_is_read(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "toyengine/srt/same.py").symlink_to(tmp_path / "toyengine/srt/__init__.py")
    assert Source("srt/same.py", "toyengine.srt.same", b"x = 1\n") in opened(tmp_path).sources


def test_link_loop_is_told(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    (tmp_path / "toyengine/srt/a.py").symlink_to("a.py")
    skipped = opened(tmp_path).skipped
    assert [(skip.file, skip.reason[:14]) for skip in skipped] == [("srt/a.py", "can't be read:")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_pipe_is_not_opened(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    os.mkfifo(tmp_path / "toyengine/srt/pipe.py")
    assert opened(tmp_path).skipped == (Skipped("srt/pipe.py", 1, "not a regular file"),)


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_unreadable_folder_and_file_are_told(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "toyengine/srt/a.py": b"", "toyengine/srt/b/c.py": b""})
    (tmp_path / "toyengine/srt/a.py").chmod(0)
    (tmp_path / "toyengine/srt/b").chmod(0)
    skipped = opened(tmp_path).skipped
    (tmp_path / "toyengine/srt/b").chmod(stat.S_IRWXU)
    assert skipped == (
        Skipped("srt/a.py", 1, "can't be read: Permission denied"),
        Skipped("srt/b", 1, "can't be listed: Permission denied"),
    )


def test_oversize_file_is_told(tmp_path: Path) -> None:
    with (write(tmp_path, FILES) / "toyengine/srt/huge.py").open("wb") as file:
        file.truncate(20 * 2**20 + 1)
    assert opened(tmp_path).skipped == (Skipped("srt/huge.py", 1, "larger than 20 MiB"),)


def test_binary_junk_is_just_bytes(tmp_path: Path) -> None:
    write(tmp_path, {"toyengine/srt/junk.py": b"\xef\xbb\xbf\0\xff"})
    assert opened(tmp_path).sources == (Source("srt/junk.py", "toyengine.srt.junk", b"\xef\xbb\xbf\0\xff"),)


def test_hidden_files_are_no_modules(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "toyengine/srt/._llama.py": b"", "toyengine/srt/.cache/a.py": b""})
    assert opened(tmp_path).sources == SOURCES


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names of any bytes")
def test_name_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    with open(os.fsencode(tmp_path) + b"/toyengine/srt/\xff.py", "wb"):
        pass
    assert opened(tmp_path).skipped == (Skipped(r"srt/\xff.py", 1, "its name is not UTF-8"),)


def test_nothing_readable(tmp_path: Path) -> None:
    (tmp_path / "toyengine/srt").mkdir(parents=True)
    (tmp_path / "toyengine/srt/a.py").symlink_to("a.py")
    assert f"{tmp_path}: no Python file of toyengine can be read; srt/a.py: can't" in refusal(tmp_path)


def test_missing_path_names_the_nearest_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no/such") == (
        f"{tmp_path}/no/such does not exist; the nearest folder that does is {tmp_path}."
    )


def test_missing_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal("toyengine-1-py3-none-any.whl").startswith("toyengine-1-py3-none-any.whl does not exist; ")


def test_empty_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is an empty folder."


def test_folder_of_something_else(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": b""})
    assert refusal(tmp_path) == (
        f"{tmp_path} holds no package of a known engine (toyengine/srt with Python files). "
        "Name the package folder, a folder that holds it, a wheel or a requirement."
    )


def test_folder_inside_a_package(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    message = refusal(tmp_path / "toyengine/srt/models")
    assert message.endswith(f"It lies inside a package: name {tmp_path}/toyengine.")


@pytest.mark.parametrize("name", ["README.md", "model.py", "noending"])
def test_file_of_another_kind(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: b""})
    assert refusal(tmp_path / name) == (
        f"{tmp_path}/{name} is neither a folder nor an archive (.whl, .zip, .tar.gz, .tgz)."
    )
