from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.verify import real

_OUTCOME = {
    "demand": "A1",
    "symbol": "Worker",
    "seen": "broken",
    "static": "broken",
    "standing": "confirmed",
    "saw": "it was replaced",
    "reason": None,
    "probe": "heads",
    "evidence": [{"file": "serve/worker.py", "line": 3}],
}

_TABLE = """\
# scripts/verify --write 2.0
A1 Worker broken (check: broken) heads
"""


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(real, "_TABLES", tmp_path)
    (tmp_path / "2.0.txt").write_text(_TABLE)
    return tmp_path


def _status(
    tables: Path,
    *arguments: str,
    ending: str = "answered",
    label: str = "",
    findings_of: str | None = None,
    **entries: Any,
) -> int:
    file = tables / "answer.json"
    run = {"ending": ending, "probe": "heads", "message": "it hung"}
    told = {"outcomes": [{**_OUTCOME, **entries}], "runs": [run], "findings_of": findings_of}
    file.write_text(json.dumps(told))
    return real.main(["2.0", f"{label}{file}", *arguments])


def test_what_was_expected_passes(tables: Path) -> None:
    assert _status(tables) == 0


def test_another_verdict_fails_and_is_shown(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _status(tables, seen="holds") == 1
    assert "+A1 Worker holds (check: broken) heads" in capsys.readouterr().out


def test_an_inconclusive_answer_is_missing_and_its_reason_told(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _status(tables, seen="inconclusive") == 1
    assert "+A1 undecided: it was replaced" in capsys.readouterr().out


def test_a_disagreement_fails_whatever_the_table_says(tables: Path) -> None:
    assert _status(tables, standing="refuted") == 1


def test_what_another_release_was_found_to_do_may_be_refuted(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _status(tables, standing="refuted", seen="holds", findings_of="toy==1.0", label="1.0's=")
    assert "+1.0's: A1 Worker holds (check: broken) heads serve/worker.py:3" in capsys.readouterr().out


def test_a_lost_probe_fails(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _status(tables, ending="timed out") == 1
    assert "timed out: heads: it hung" in capsys.readouterr().out


def test_the_table_can_be_renewed(tables: Path) -> None:
    assert _status(tables, "--write", seen="holds") == 0
    assert "A1 Worker holds (check: broken) heads\n" in (tables / "2.0.txt").read_text()
