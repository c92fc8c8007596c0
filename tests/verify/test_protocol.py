from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowtrace.findings import Step
from flowtrace.outcomes import Seen
from flowtrace.verify.protocol import ProtocolError, Request, result
from tests.verify import toy


def test_a_request_says_what_is_asked_and_where_the_answer_goes() -> None:
    text = Request("heads", "cpu", {"way": "short"}, tp=2).text(Path("/there"))
    assert json.loads(text) == {
        "protocol": 1,
        "probe": "heads",
        "device": "cpu",
        "tp": 2,
        "params": {"way": "short"},
        "folder": "/there",
        "output": "/there/output",
        "result": "/there/result.json",
    }


def test_an_answer_keeps_its_evidence() -> None:
    step = {"file": "a.py", "line": 7, "symbol": "A.f", "what": "calls g"}
    told = {"ref": "A1", "file": "a.py", "line": 1, "symbol": "A", "verdict": "holds", "saw": "yes"}
    answer = result(json.dumps(toy.result(answers=[{**told, "evidence": [step]}]))).answers[0]
    assert (answer.seen, answer.evidence) == (Seen.HOLDS, (Step("a.py", 7, "A.f", "calls g"),))


def test_an_error_is_one_line_with_the_innermost_place() -> None:
    error = {
        "kind": "ValueError",
        "message": "no",
        "steps": [{"file": "a.py", "line": 1}, {"file": "b.py", "line": 2}],
    }
    assert result(json.dumps(toy.result(error=error))).error == "ValueError: no (b.py:2)"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "does not keep to the protocol"),
        ("[]", "does not keep to the protocol"),
        ('{"protocol": 1}', "KeyError: 'answers'"),
        ('{"protocol": 99}', "it speaks protocol 99"),
        (json.dumps(toy.result(answers=[{"ref": "A1"}])), "KeyError: 'file'"),
    ],
)
def test_what_is_no_result_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        result(text)


def test_an_unknown_verdict_is_refused() -> None:
    told = {
        "ref": "A1",
        "file": "",
        "line": 1,
        "symbol": "A",
        "verdict": "perhaps",
        "saw": "",
        "evidence": [],
    }
    with pytest.raises(ProtocolError, match="perhaps"):
        result(json.dumps(toy.result(answers=[told])))
