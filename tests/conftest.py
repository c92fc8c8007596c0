"""Fixtures that tests of several kinds need."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from platformdirs import user_cache_path

from flowtrace.errors import InputError
from flowtrace.sources.release import fetch_release


@pytest.fixture(scope="session")
def release() -> Callable[[str], Path]:
    """`release("0.5.9")` is the wheel of that SGLang release, where `flowtrace check sglang==0.5.9` keeps it.

    One that can't be fetched skips the test, or fails it with FLOWTRACE_REAL=1.
    """
    wheels = user_cache_path("flowtrace") / "wheels"
    missing: dict[str, str] = {}  # asked once: without a network pip takes its time to give up

    def wheel(version: str) -> Path:
        if version not in missing:
            try:
                return fetch_release(Requirement(f"sglang=={version}"), wheels, None)
            except InputError as error:
                missing[version] = str(error)
        if os.environ.get("FLOWTRACE_REAL") == "1":
            pytest.fail(missing[version])
        pytest.skip(missing[version])

    return wheel
