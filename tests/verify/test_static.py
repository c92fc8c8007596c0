from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.findings import Verdict
from flowtrace.verify.static import Said, parsed, read
from tests.verify.toy import finding, findings, static

_IDS = ("toy/keeps-head",)
_WORKER = [("serve/worker.py", "Worker")]


def _verdict(said: Said | Verdict | None) -> Verdict | None:
    return said.verdict if isinstance(said, Said) else said


def test_a_finding_is_found_by_file_and_class() -> None:
    assert _verdict(static(finding()).of(_IDS, _WORKER, by_class=True)) is Verdict.BROKEN


def test_another_class_of_the_file_is_not_meant_where_classes_count() -> None:
    told = static(finding(symbol="Other.start"), holds=_IDS)
    assert told.of(_IDS, _WORKER, by_class=True) is Verdict.HOLDS


def test_any_place_of_the_file_is_meant_where_they_do_not() -> None:
    told = static(finding(symbol="Part.__init__"), holds=_IDS)
    assert _verdict(told.of(_IDS, _WORKER, by_class=False)) is Verdict.BROKEN


def test_a_finding_may_name_a_part() -> None:
    told = static(finding(symbol="Part"))
    places = [*_WORKER, ("serve/worker.py", "Part")]
    assert _verdict(told.of(_IDS, places, by_class=True)) is Verdict.BROKEN


def test_broken_weighs_more_than_unknown() -> None:
    told = static(finding(verdict="unknown"), finding())
    assert _verdict(told.of(_IDS, _WORKER, by_class=True)) is Verdict.BROKEN


def test_an_invariant_that_was_not_asked_says_nothing() -> None:
    assert static().of(_IDS, _WORKER, by_class=True) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "x is not JSON"),
        ("[]", "it holds no findings"),
        ("{}", "it holds no findings"),
        (json.dumps({**findings(), "schema": 7}), "x has schema 7; this program reads 1"),
        (json.dumps(findings({"invariant": "a"})), "a finding is not as `check` writes it"),
        (json.dumps(findings(finding(verdict="odd"))), "a finding is not as `check` writes it"),
    ],
)
def test_what_check_does_not_write_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parsed(text, "x")


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the findings can't be read"):
        read(tmp_path / "none.json")
