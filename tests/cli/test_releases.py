"""`flowtrace releases`: which releases it checks, and what it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from flowtrace.errors import InputError, SpecError
from flowtrace.sources import listing
from tests.cli.conftest import CommandLine
from tests.report.answers import RED


@pytest.fixture(autouse=True)
def _index(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package index with three releases of toy."""

    def releases(
        package: str, engines: Sequence[object], *, since: str, until: str | None
    ) -> tuple[str, ...]:
        assert (package, since, until) == ("toy", "1.0", None)
        return ("1.0", "1.1", "1.2")

    monkeypatch.setattr(listing, "releases", releases)


def test_each_release_is_checked(flowtrace: CommandLine) -> None:
    flowtrace.reports = {"toy==1.1": RED}
    out = flowtrace("releases", "toy", "--since", "1.0").out
    assert "(1) toy/keeps-head: broken in 1.1, fixed in 1.2\n" in out


def test_findings_are_no_failure(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("releases", "toy", "--since", "1.0").status == 0


def test_a_release_that_cannot_be_read_is_passed_over(flowtrace: CommandLine) -> None:
    flowtrace.failures = {"toy==1.1": InputError("toy==1.1 can't be fetched")}
    run = flowtrace("releases", "toy", "--since", "1.0")
    assert (run.status, "note: 1.1: toy==1.1 can't be fetched\n" in run.out) == (0, True)


def test_a_spec_that_is_wrong_ends_it(flowtrace: CommandLine) -> None:
    flowtrace.failures = {"toy==1.1": SpecError(("a.yaml:1:1: one",))}
    assert flowtrace("releases", "toy", "--since", "1.0").status == 2


def test_a_first_release_is_demanded(flowtrace: CommandLine) -> None:
    assert flowtrace("releases", "toy").status == 2


def test_the_answer_is_written_to_files_too(flowtrace: CommandLine) -> None:
    flowtrace("releases", "toy", "--since", "1.0", "--output", "markdown=out.md")
    assert Path("out.md").read_text().startswith("### flowtrace: toy releases\n")
