"""The code quality report: the fields that GitLab demands."""

from __future__ import annotations

import json
from dataclasses import replace

from flowtrace.report import gitlab
from tests.report.answers import GREEN, KEEPS, LATE, RED, UNBOUND, wrapper


def test_a_finding_has_the_fields_gitlab_demands() -> None:
    assert json.loads(gitlab.report(RED)) == [
        {
            "check_name": "toy/keeps-head",
            "description": f"{KEEPS.message} {KEEPS.remedy}",
            "fingerprint": "00d1ce00d1ce00d1",
            "location": {"path": "toy/serve/worker.py", "lines": {"begin": 12}},
            "severity": "critical",
        }
    ]


def test_a_warning_is_minor() -> None:
    (told,) = json.loads(gitlab.report(replace(GREEN, findings=(wrapper("Ash", 10),))))
    assert told["severity"] == "minor"


def test_what_has_no_place_is_at_the_package() -> None:
    (told,) = json.loads(gitlab.report(replace(RED, findings=(UNBOUND,))))
    assert told["location"] == {"path": "toy", "lines": {"begin": 1}}


def test_nothing_found_is_an_empty_list() -> None:
    assert gitlab.report(GREEN) == "[]\n"


def test_an_incomplete_answer_says_so_first() -> None:
    (gap, _) = json.loads(gitlab.report(LATE))
    assert (gap["check_name"], gap["location"]["path"], gap["severity"]) == (
        "flowtrace/incomplete",
        "toy",
        "blocker",
    )
