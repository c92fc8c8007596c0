from __future__ import annotations

import json
from dataclasses import replace

import pytest

from flowtrace.findings import Severity, Step, Verdict
from flowtrace.outcomes import Ending, Examination, Outcome, ProbeRun, Seen, Standing, Unprobed, Verification
from flowtrace.report import verification, verification_json

CONFIRMED = Outcome(
    demand="A1",
    invariant="toy/keeps-head",
    file="serve/worker.py",
    line=12,
    symbol="Worker.start",
    static=Verdict.BROKEN,
    seen=Seen.BROKEN,
    standing=Standing.CONFIRMED,
    severity=Severity.ERROR,
    saw="its head was replaced",
    probe="heads",
    evidence=(Step("serve/worker.py", 12, "Worker.start", "calls set_head"),),
)
REFUTED = replace(CONFIRMED, seen=Seen.HOLDS, standing=Standing.REFUTED, saw="its head is its own")
HELD = replace(CONFIRMED, static=Verdict.HOLDS, seen=Seen.HOLDS, saw="its head is its own")
OPEN = replace(CONFIRMED, seen=Seen.INCONCLUSIVE, standing=Standing.INCONCLUSIVE, saw="it did not import")
RUN = ProbeRun(
    "heads", None, "cpu", Ending.ANSWERED, 2.0, stubbed=("kernels",), replaced=("kernels.tree: a twin",)
)
LOST = replace(
    RUN, ending=Ending.CRASHED, message="killed by SIGKILL without a result", log="/logs/heads.log"
)
ANSWER = Verification(
    tree="toy",
    engine="toy",
    interpreter="/env/bin/python",
    environment={"python": "3.11.2", "toy": "2.0", "package": "/env/toy"},
    outcomes=(CONFIRMED,),
    runs=(RUN,),
    seconds=7.0,
)


def _text(answer: Verification, *, verbose: bool = False) -> str:
    return "\n".join(each.plain for each in verification.report(answer, 100, verbose=verbose))


def test_a_confirmed_finding_shows_both_verdicts_and_where_it_ran() -> None:
    assert _text(ANSWER).splitlines()[:4] == [
        "confirmed  toy/keeps-head [A1]  (check: broken, run: broken)",
        "  serve/worker.py:12 Worker.start",
        "  its head was replaced (probe heads)",
        "    serve/worker.py:12 Worker.start  calls set_head",
    ]


def test_a_disagreement_is_the_first_line_and_the_loudest() -> None:
    first = verification.report(replace(ANSWER, outcomes=(CONFIRMED, REFUTED)), 100)[0]
    assert first.plain == " DISAGREEMENT  toy/keeps-head [A1]: the check says broken, the run says holds "
    assert str(first.spans[0].style) == "bold white on red"


def test_what_other_code_was_found_to_do_is_no_disagreement() -> None:
    text = _text(replace(ANSWER, outcomes=(REFUTED,), findings_of="toy==1.0"))
    assert text.startswith("refuted  toy/keeps-head")
    assert "refuted: toy==1.0 was checked, and other code ran" in text
    assert "DISAGREEMENT" not in text


def test_what_holds_is_a_row() -> None:
    assert "A1      Worker.start  holds  holds  heads" in _text(replace(ANSWER, outcomes=(HELD,)))


def test_verbose_shows_the_evidence_of_what_holds() -> None:
    assert "its head is its own (probe heads)" in _text(replace(ANSWER, outcomes=(HELD,)), verbose=True)


def test_open_questions_stand_with_their_reason() -> None:
    other = replace(OPEN, demand="A2")
    assert "  A1, A2 of Worker.start: it did not import" in _text(replace(ANSWER, outcomes=(OPEN, other)))


def test_the_reason_comes_before_what_was_seen() -> None:
    answer = replace(ANSWER, outcomes=(replace(OPEN, reason="serve/worker.py is another"),))
    assert "A1 of Worker.start: serve/worker.py is another" in _text(answer)


def test_many_alike_fold() -> None:
    many = tuple(replace(CONFIRMED, symbol=f"Worker{number}") for number in range(4))
    text = _text(replace(ANSWER, outcomes=many))
    assert "(check: broken, run: broken; 4 alike)" in text
    assert text.count("its head was replaced") == 1


def test_verbose_unfolds_them() -> None:
    many = tuple(replace(CONFIRMED, symbol=f"Worker{number}") for number in range(4))
    assert _text(replace(ANSWER, outcomes=many), verbose=True).count("its head was replaced") == 4


def test_a_lost_probe_says_how_and_where_its_output_is() -> None:
    text = _text(replace(ANSWER, runs=(LOST,)))
    assert "crashed  probe heads\n  killed by SIGKILL without a result\n  its output: /logs/heads.log" in text


def test_what_stood_in_is_listed() -> None:
    text = _text(ANSWER)
    assert "not installed, stubbed: kernels\nstubs called: none\nreplaced: kernels.tree: a twin" in text


def test_other_code_is_told() -> None:
    text = _text(replace(ANSWER, differing=("serve/worker.py",)))
    assert "other code ran than was checked: serve/worker.py. Nothing is concluded from these." in text


def test_what_was_not_run_is_told() -> None:
    text = _text(replace(ANSWER, unprobed=(Unprobed("toy/x", "Runner", "no probe asks this question"),)))
    assert "not run  1\n  toy/x of Runner: no probe asks this question" in text


def test_the_end_counts_and_names_what_ran() -> None:
    assert _text(ANSWER).splitlines()[-3:] == [
        "1 confirmed, 0 refuted, 0 seen without a verdict to compare, 0 inconclusive",
        "1 processes in 7 s; python 3.11.2, toy 2.0",
        "the code that ran: /env/toy",
    ]


def test_the_doctor() -> None:
    answer = Examination(
        "/env/bin/python", {"toy": "2.0"}, {"cpu": "yes", "cuda": "no: none"}, {"heads": "cpu"}
    )
    assert [each.plain for each in verification.examination(answer, 80)] == [
        "/env/bin/python: toy 2.0",
        "  cpu: yes",
        "  cuda: no: none",
        "",
        "probe  runs on",
        "-----  -------",
        "heads  cpu",
    ]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("outcomes", 0, "standing"), "confirmed"),
        (("outcomes", 0, "static"), "broken"),
        (("outcomes", 0, "evidence", 0, "line"), 12),
        (("runs", 0, "ending"), "answered"),
        (("environment", "toy"), "2.0"),
    ],
)
def test_json(path: tuple[str | int, ...], value: object) -> None:
    told = json.loads(verification_json.report(ANSWER))
    for key in path:
        told = told[key]
    assert told == value


def test_the_doctors_json() -> None:
    answer = Examination("/env/bin/python", {}, {"cpu": "yes"}, {"heads": "cpu"})
    assert json.loads(verification_json.examination(answer))["probes"] == {"heads": "cpu"}
