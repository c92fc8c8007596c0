"""What the JSON answers hold, and that equal answers give equal bytes."""

from __future__ import annotations

import json
from dataclasses import replace

from flowtrace import __version__
from flowtrace.findings import Judgement, Verdict
from flowtrace.report import as_json
from tests.report.answers import GREEN, KEEPS, LATE, NEEDED, RED, TABLE, undecided


def test_the_report_has_these_keys() -> None:
    assert list(json.loads(as_json.report(GREEN))) == [
        *("confirmed", "engine", "findings", "hashes", "incomplete", "inherited", "invariants", "judgements"),
        *(
            "notes",
            "package",
            "pairing",
            "schema",
            "skipped",
            "summary",
            "suppressed",
            "tool",
            "tree",
            "undecided",
        ),
        "version",
    ]


def test_a_finding_has_all_its_fields() -> None:
    assert json.loads(as_json.report(RED))["findings"] == [
        {
            "invariant": "toy/keeps-head",
            "refs": ["A1"],
            "severity": "error",
            "verdict": "broken",
            "file": "serve/worker.py",
            "line": 12,
            "column": 9,
            "symbol": "Worker.start",
            "message": KEEPS.message,
            "says": KEEPS.says,
            "why": KEEPS.why,
            "remedy": KEEPS.remedy,
            "evidence": [
                {
                    "file": "serve/worker.py",
                    "line": 9,
                    "symbol": "Worker.start",
                    "what": "tests self.shares",
                    "guard": "shares is true: assumed",
                },
                {
                    "file": "serve/worker.py",
                    "line": 12,
                    "symbol": "Worker.start",
                    "what": "calls set_head on self.model",
                    "guard": None,
                },
            ],
            "fingerprint": "00d1ce00d1ce00d1",
            "named": False,
            "outside": False,
            "subject": "serve/worker.py::Worker",
            "some_drafts": False,
        }
    ]


def test_undecided_questions_are_no_findings() -> None:
    answer = json.loads(as_json.report(replace(GREEN, undecided=(undecided("Ash"),))))
    assert (answer["findings"], [each["verdict"] for each in answer["undecided"]]) == ([], ["unknown"])


def test_the_summary_counts_findings_invariants_judgements_and_files() -> None:
    assert json.loads(as_json.report(RED))["summary"] == {
        "findings": {"error": 1, "warning": 0, "info": 0},
        "undecided": 0,
        "inherited": 0,
        "suppressed": 0,
        "invariants": {"holds": 1, "broken": 1, "unknown": 0, "not_applicable": 0, "unbound": 0},
        "judgements": {"holds": 1202, "broken": 1, "unknown": 0, "not_applicable": 2, "unbound": 0},
        "files": {"read": 4719, "parsed": 416, "skipped": 0},
    }


def test_each_invariant_has_its_tally() -> None:
    assert json.loads(as_json.report(RED))["invariants"]["toy/keeps-head"] == {
        "holds": 2, "broken": 1, "unknown": 0, "not_applicable": 0, "unbound": 0,
    }  # fmt: skip


def test_each_invariant_tells_its_verdict_on_each_subject() -> None:
    verdicts = {
        "b.py::B": Verdict.HOLDS,
        "a.py::A": Verdict.HOLDS,
        "c.py::C": Verdict.NOT_APPLICABLE,
        "": Verdict.HOLDS,
    }
    made = tuple(Judgement("toy/keeps-head", subject, verdict) for subject, verdict in verdicts.items())
    assert json.loads(as_json.report(replace(GREEN, judgements=made)))["judgements"] == {
        "toy/keeps-head": {"holds": ["a.py::A", "b.py::B"], "not_applicable": ["c.py::C"]}
    }


def test_cited_files_have_hashes() -> None:
    assert json.loads(as_json.report(RED))["hashes"] == {"serve/worker.py": "ab" * 32}


def test_skipped_files_say_whether_they_were_needed() -> None:
    assert json.loads(as_json.report(replace(GREEN, skipped=(NEEDED,))))["skipped"] == [
        {"file": "models/broken.py", "line": 3, "reason": "invalid syntax", "needed": True}
    ]


def test_an_incomplete_answer_says_why() -> None:
    assert json.loads(as_json.report(LATE))["incomplete"] == [LATE.late]


def test_the_tool_and_the_schema_are_named() -> None:
    answer = json.loads(as_json.report(GREEN))
    assert (answer["schema"], answer["tool"]) == (1, {"name": "flowtrace", "version": __version__})


def test_a_slower_run_gives_the_same_bytes() -> None:
    assert as_json.report(RED) == as_json.report(replace(RED, seconds=99.0))


def test_only_ascii_is_written() -> None:
    assert as_json.report(replace(GREEN, notes=("\N{RIGHTWARDS ARROW}",))).isascii()


def test_the_table_has_a_key_for_each_column() -> None:
    assert json.loads(as_json.table(TABLE)) == {
        "schema": 1,
        "engine": "toy",
        "version": "2.0",
        "rows": [
            {"file": "models/a.py", "class": "Alpha", "kind": "target", "taps": "direct", "verdict": "holds"},
            {"file": "models/b.py", "class": "Beta", **TABLE.rows[1].cells},
            {"file": "models/c.py", "class": "Gamma", **TABLE.rows[2].cells},
        ],
        "notes": [],
    }


def test_an_unknown_version_is_null() -> None:
    assert json.loads(as_json.table(replace(TABLE, version=None)))["version"] is None
