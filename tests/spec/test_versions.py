"""Ranges of releases."""

from __future__ import annotations

import pytest

from flowtrace.errors import InputError
from flowtrace.spec.versions import in_range


@pytest.mark.parametrize(
    ("since", "until", "version", "within"),
    [
        (None, None, "0.5.9", True),
        ("0.5.9", None, "0.5.9", True),
        ("0.5.9", None, "0.5.8", False),
        ("0.5.9", None, "0.5.10", True),
        (None, "0.5.22", "0.5.22", True),
        (None, "0.5.22", "0.5.23", False),
        (None, "0.4.6", "0.4.6.post5", False),
        (None, "0.4.6.post5", "0.4.6.post5", True),
        ("0.5.9", None, "0.5.9.dev3", False),
        (None, "0.5.9", "0.5.9+cu129", True),
        ("0.5.9", None, None, True),
        ("0.5.9", "0.5.22", None, False),
        (None, None, None, True),
    ],
)
def test_range(since: str | None, until: str | None, version: str | None, within: bool) -> None:
    assert in_range(since, until, version) is within


def test_no_version_is_told() -> None:
    with pytest.raises(InputError, match=r"'latest' is not a version such as 0\.5\.9"):
        in_range("0.5.9", None, "latest")
