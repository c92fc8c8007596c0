"""What a store gives back: what was written under the key, whole, or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flowtrace.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "answers", limit=1000)


def test_what_was_written_is_read(store: Store) -> None:
    store.write("a", b"answer")
    assert store.read("a") == b"answer"


def test_nothing_is_read_under_another_key(store: Store) -> None:
    store.write("a", b"answer")
    assert store.read("b") is None


def test_writing_again_replaces(store: Store) -> None:
    store.write("a", b"old")
    store.write("a", b"new")
    assert store.read("a") == b"new"


@pytest.mark.parametrize("damage", [b"", b"x" * 10, b"x" * 100])
def test_a_damaged_entry_is_none(store: Store, damage: bytes) -> None:
    store.write("a", b"answer")
    (store.folder / "a").write_bytes(damage)
    assert store.read("a") is None


def test_an_entry_cut_short_is_none(store: Store) -> None:
    store.write("a", b"answer")
    whole = (store.folder / "a").read_bytes()
    (store.folder / "a").write_bytes(whole[:-1])
    assert store.read("a") is None


def test_the_longest_unused_entry_goes_first(store: Store) -> None:
    for age, key in enumerate(["young", "middle", "old"]):
        store.write(key, bytes(300))
        os.utime(store.folder / key, (1_000_000 - age, 1_000_000 - age))
    store.write("new", bytes(300))
    assert sorted(os.listdir(store.folder)) == ["middle", "new", "young"]


def test_what_a_killed_run_left_half_written_counts_and_goes(store: Store) -> None:
    store.write("a", bytes(300))
    left = store.folder / ".writing-x"
    left.write_bytes(bytes(900))
    os.utime(left, (1, 1))
    store.write("b", bytes(300))
    assert sorted(os.listdir(store.folder)) == ["a", "b"]


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file")
    store.write("a", b"answer")
    assert store.read("a") is None


def test_only_the_user_may_read_the_folder(store: Store) -> None:
    store.write("a", b"answer")
    assert store.folder.stat().st_mode & 0o077 == 0


WRITING = """
import itertools, sys
from pathlib import Path
from flowtrace.store import Store
store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for number in itertools.count():
    store.write("a", str(number % 10).encode() * 100_000)
"""


def test_runs_at_once_that_are_killed_leave_an_entry_that_is_whole(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(10):
        runs = [
            subprocess.Popen([sys.executable, "-c", WRITING, str(tmp_path)], stdout=subprocess.PIPE)
            for _ in range(2)
        ]
        for run in runs:
            assert run.stdout is not None
            run.stdout.readline()
        time.sleep(0.003 * number)
        for run in runs:
            run.kill()
            run.communicate()
        content = store.read("a")
        assert content is None or (len(content) == 100_000 and len(set(content)) == 1)
