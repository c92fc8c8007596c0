"""A toy engine, a way to write spec files, and a way to ask what is told about them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from flowtrace.errors import SpecError
from flowtrace.spec.load import load_engines, load_specs
from flowtrace.spec.model import Engine, Specs
from tests.spec.toy import ENGINE, Load, Told, Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file below the spec folder and returns its path."""

    def written(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(dedent(text).encode() if isinstance(text, str) else text)
        return path

    return written


@pytest.fixture
def toy(write: Write) -> Engine:
    """The toy engine."""
    (engine,) = load_engines([write("engines/toy.yaml", ENGINE)])
    return engine


@pytest.fixture
def load(write: Write, toy: Engine, tmp_path: Path) -> Load:
    """Loads the spec folder with this text as the invariant topic/door."""

    def loaded(text: str) -> Specs:
        write("topic/door.yaml", text)
        return load_specs(toy, [tmp_path])

    return loaded


@pytest.fixture
def told(load: Load, tmp_path: Path) -> Told:
    """The problems with this text as the invariant topic/door, their path shortened to line and column."""

    def problems(text: str) -> list[str]:
        with pytest.raises(SpecError) as caught:
            load(text)
        return [each.replace(f"{tmp_path / 'topic' / 'door.yaml'}:", "") for each in caught.value.problems]

    return problems
