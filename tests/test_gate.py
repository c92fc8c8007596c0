"""The gate from end to end, on two releases of a small package of our own: only the package is made up.

One worker of the old release never lends the target's head, which is known; in the new one another worker replaces
the draft's own head. The old one then stands for a third that has mended this.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from flowtrace.cli import main
from flowtrace.spec.load import shipped

SAMPLES = shipped().parent / "samples"
KEEPS = "eagle3/worker-keeps-draft-head"
KNOWN = "eagle3/worker-lends-target-head"
Gate = Callable[..., int]


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """`gate("old", ...)` checks that release against known.json, and its SARIF log is in out.sarif."""
    _release(tmp_path / "old", 'getattr(self.draft_runner.model, "borrows_head", False)')
    _release(tmp_path / "new", 'hasattr(self.draft_runner.model, "borrows_head")')
    monkeypatch.chdir(tmp_path)

    def check(release: str, *flags: str) -> int:
        told = ("--baseline", "known.json", "--output", "sarif=out.sarif", "--fail-on", "warning", "-q")
        return main(("check", release, *_ENGINE, *_ASKED, *told, *flags))

    return check


_ENGINE = ("--engine", "toyengine", "--spec", str(SAMPLES / "engine.yaml"))
_ASKED = ("--select", f"{KEEPS},{KNOWN}")


WORKERS = """\
from toy.drafting.base import WorkerBase


class Known(WorkerBase):
    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if {test}:
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.draft_runner.model.take_embed(embed)
"""


def _release(folder: Path, test: str) -> None:
    """A package whose worker lends the head where a test is true."""
    shutil.copytree(SAMPLES / "common", folder / "toy")
    (folder / "toy" / "drafting" / "workers.py").write_text(WORKERS.format(test=test))


def _results() -> list[tuple[str, str]]:
    """The rule and the level of each result in the log, sorted."""
    runs = json.loads(Path("out.sarif").read_text())["runs"]
    return sorted((each["ruleId"], each["level"]) for run in runs for each in run["results"])


def _expiring(date: str) -> None:
    file = Path("flowtrace.toml")
    file.write_text(re.sub("(?<=expires = ).*", date, file.read_text()))


def test_a_regression_fails_until_it_is_suppressed_and_again_when_that_expires(
    gate: Gate, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate("old", "--write-baseline") == 0
    assert gate("old") == 0

    assert gate("new") == 1
    assert _results() == [(KEEPS, "error")]

    reason = ("--reason", "Mended upstream.", "--expires", "9999-12-31")
    assert main(("suppress", "new", *_ENGINE, "--add", KEEPS, *reason)) == 0
    assert gate("new") == 0
    assert _results() == []

    _expiring("2020-01-01")
    assert gate("new") == 1
    assert _results() == [(KEEPS, "error"), ("flowtrace/expired-suppression", "warning")]

    _expiring("9999-12-31")
    capsys.readouterr()
    assert gate("old") == 1
    assert "warning flowtrace/unused-suppression" in capsys.readouterr().out


def test_the_upgrade_has_one_new_finding(gate: Gate) -> None:
    diff = ("diff", "old", "new", *_ENGINE, *_ASKED, "--format", "json", "--output", "json=diff.json")
    assert main(diff) == 1
    told = json.loads(Path("diff.json").read_text())
    assert [each["invariant"] for each in told["findings"]["new"]] == [KEEPS]
    assert [each["invariant"] for each in told["findings"]["unchanged"]] == [KNOWN]
    assert main(("diff", "new", "old", *_ENGINE, *_ASKED)) == 0
