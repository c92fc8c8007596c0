from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.findings import Severity, Verdict
from flowtrace.verify.static import Said, Static, Subject, parsed, read
from tests.verify.toy import WORKER, finding, findings, static

_ASKED = Subject("serve/worker.py", "Worker.start")
_OTHER = "serve/worker.py::Other"
_ELSEWHERE = "serve/other.py::Elsewhere"


def _verdict(told: Static, *, by_class: bool = True) -> Verdict | None:
    said = told.of(["toy/keeps-head"], _ASKED, by_class=by_class)
    return said.verdict if isinstance(said, Said) else said


@pytest.mark.parametrize("word", ["holds", "not applicable", "unknown"])
def test_the_verdict_on_the_class_itself_is_meant(word: str) -> None:
    told = static(**{word.replace(" ", "_"): [WORKER]}, broken=[_OTHER])
    assert _verdict(told) is Verdict(word)


def test_a_finding_belongs_to_its_subject_wherever_it_lies() -> None:
    told = static(finding(file="serve/base.py", symbol="Base.start"))
    assert _verdict(told) is Verdict.BROKEN


def test_a_finding_tells_how_much_it_weighs() -> None:
    said = static(finding(severity="info")).of(["toy/keeps-head"], _ASKED, by_class=True)
    assert isinstance(said, Said)
    assert said.severity is Severity.INFO


def test_a_call_is_a_subject_of_its_function() -> None:
    assert _verdict(static(holds=["serve/worker.py::Worker.start:61:8"])) is Verdict.HOLDS


def test_a_broken_subject_whose_finding_was_taken_out_is_broken() -> None:
    assert _verdict(static(broken=[WORKER])) is Verdict.BROKEN


def test_another_class_of_the_file_is_not_meant_where_classes_count() -> None:
    assert _verdict(static(broken=[_OTHER])) is None


def test_another_class_of_the_file_is_meant_where_they_do_not() -> None:
    assert _verdict(static(broken=[_OTHER]), by_class=False) is Verdict.BROKEN


def test_the_only_subject_is_meant_wherever_it_is() -> None:
    assert _verdict(static(holds=[_ELSEWHERE]), by_class=False) is Verdict.HOLDS


def test_one_of_several_elsewhere_is_not_meant() -> None:
    told = static(holds=[_ELSEWHERE, "serve/third.py::Third"])
    assert _verdict(told, by_class=False) is None


def test_the_only_one_it_applies_to_is_the_only_one() -> None:
    told = static(holds=[_ELSEWHERE], not_applicable=["serve/third.py::Third"])
    assert _verdict(told, by_class=False) is Verdict.HOLDS


def test_broken_weighs_more_than_holding() -> None:
    told = static(broken=[WORKER], holds=["serve/worker.py::Worker.stop"])
    assert _verdict(told) is Verdict.BROKEN


def test_an_unbound_demand_says_so() -> None:
    assert _verdict(static(finding(verdict="unbound", subject=""))) is Verdict.UNBOUND


def test_an_invariant_that_was_not_asked_says_nothing() -> None:
    assert _verdict(static()) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "x is not JSON"),
        ("[]", "it holds no findings"),
        ("{}", "it holds no findings"),
        (json.dumps({**findings(), "schema": 7}), "x has schema 7; this program reads 1"),
        (json.dumps({"findings": [], "invariants": {}}), "x tells no judgements: write it again"),
        (
            json.dumps(findings({"invariant": "a"})),
            "x is not as this version's `check --format json` writes it",
        ),
        (json.dumps(findings(finding(verdict="odd"))), "x is not as this version's `check"),
    ],
)
def test_what_check_does_not_write_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parsed(text, "x")


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the findings can't be read"):
        read(tmp_path / "none.json")
