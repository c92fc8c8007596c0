"""The shipped samples: each is judged as its comments say, and each invariant has enough of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowtrace.cli.samples import tried
from flowtrace.spec.load import load_engines, load_specs, shipped

SAMPLES = shipped().parent / "samples"
(ENGINE,) = load_engines([SAMPLES / "engine.yaml"])
INVARIANTS = [each.id for each in load_specs(ENGINE, [shipped()]).invariants]
FILES = sorted(path for path in SAMPLES.rglob("*.py") if path.relative_to(SAMPLES).parts[0] != "common")


@pytest.mark.parametrize("invariant", INVARIANTS)
def test_samples_are_judged_as_they_say(invariant: str) -> None:
    assert tried(None, [invariant]).mismatches == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SAMPLES).as_posix())
def test_a_sample_is_small_and_says_what_it_shows(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert sum(line.startswith('"""') and line.endswith('"""') for line in lines) == 1
    assert len(lines) <= 80
