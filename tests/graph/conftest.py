"""The programs that samples/language holds, one feature of Python each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from flowtrace.facts import Source
from flowtrace.graph.program import Program
from flowtrace.sources.samples import read_samples
from tests.graph.program import Asked

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


@pytest.fixture(scope="session")
def sources() -> dict[str, tuple[Source, ...]]:
    """The sources of each language sample by its name."""
    found = {sample.path.stem: sample.sources for sample in read_samples(SAMPLES, "language", "toy", ())}
    marked = found["byte_order_mark"]
    found["byte_order_mark"] = tuple(replace(each, data=b"\xef\xbb\xbf" + each.data) for each in marked)
    return found


@pytest.fixture(scope="session")
def asked(sources: dict[str, tuple[Source, ...]]) -> Callable[[str], Asked]:
    """`asked("mro")` is the program of samples/language/mro.py, ready to be asked about its first module."""
    return lambda name: Asked(Program(sources[name]), f"toy.models.{name}")
