from __future__ import annotations

from dataclasses import replace

import pytest

from flowtrace.findings import Severity, Step, Verdict
from flowtrace.outcomes import Outcome, Seen, Standing
from flowtrace.verify.judge import ordered, outcome
from flowtrace.verify.protocol import Answer
from flowtrace.verify.static import Static
from tests.verify.toy import ANSWER, FIRST, KEEPS, PROBE, WORKER, finding, static


def _outcome(answer: Answer = ANSWER, said: Static | None = None, differing: tuple[str, ...] = ()) -> Outcome:
    return outcome(answer, PROBE, [KEEPS, FIRST], said, differing)


@pytest.mark.parametrize(
    ("said", "seen", "standing"),
    [
        (static(finding()), Seen.BROKEN, Standing.CONFIRMED),
        (static(finding()), Seen.HOLDS, Standing.REFUTED),
        (static(holds=[WORKER]), Seen.HOLDS, Standing.CONFIRMED),
        (static(holds=[WORKER]), Seen.BROKEN, Standing.REFUTED),
        (static(finding(verdict="unknown")), Seen.BROKEN, Standing.SEEN),
        (static(), Seen.BROKEN, Standing.SEEN),
        (static(not_applicable=[WORKER]), Seen.BROKEN, Standing.SEEN),
        (None, Seen.BROKEN, Standing.SEEN),
        (static(finding()), Seen.INCONCLUSIVE, Standing.INCONCLUSIVE),
    ],
)
def test_the_two_verdicts_side_by_side(said: Static | None, seen: Seen, standing: Standing) -> None:
    assert _outcome(replace(ANSWER, seen=seen), said).standing is standing


def test_a_demand_may_be_the_id_of_an_invariant() -> None:
    assert _outcome(replace(ANSWER, demand="toy/keeps-head"), static(finding())).static is Verdict.BROKEN


def test_an_answer_about_a_made_up_checkpoint_is_compared_with_nothing() -> None:
    assert _outcome(replace(ANSWER, of_checkpoint=True), static(finding())).static is None


@pytest.mark.parametrize("file", ["serve/worker.py", "serve/runner.py"])
def test_other_code_than_was_checked_proves_nothing(file: str) -> None:
    answer = replace(ANSWER, evidence=(Step("serve/runner.py", 1, "run", "calls"),))
    judged = _outcome(answer, static(finding()), (file,))
    assert (judged.standing, judged.seen) == (Standing.INCONCLUSIVE, Seen.BROKEN)
    assert judged.reason == f"{file} that ran is not the one of the tree"


def test_a_differing_file_that_is_not_cited_does_no_harm() -> None:
    assert _outcome(ANSWER, static(finding()), ("serve/other.py",)).standing is Standing.CONFIRMED


def test_what_holds_on_some_ways_refutes_nothing() -> None:
    judged = _outcome(replace(ANSWER, seen=Seen.HOLDS, ways="eagerly"), static(finding()))
    assert judged.standing is Standing.INCONCLUSIVE
    assert judged.reason == "it was run eagerly only, and held: it was replaced"


def test_what_breaks_on_one_way_is_broken() -> None:
    assert _outcome(replace(ANSWER, ways="eagerly"), static(finding())).standing is Standing.CONFIRMED


def test_it_weighs_what_the_finding_weighs() -> None:
    assert _outcome(ANSWER, static(finding(severity="info"))).severity is Severity.INFO


def test_without_a_finding_it_weighs_the_least_the_spec_says() -> None:
    assert _outcome(replace(ANSWER, demand="A2")).severity is Severity.WARNING


def test_a_question_of_no_spec_weighs_as_an_error() -> None:
    assert _outcome(replace(ANSWER, demand="loop")).severity is Severity.ERROR


def test_disagreements_come_first_and_open_questions_last() -> None:
    outcomes = [replace(_outcome(), standing=each) for each in reversed(Standing)]
    assert [each.standing for each in ordered(outcomes)] == [
        Standing.REFUTED,
        Standing.CONFIRMED,
        Standing.SEEN,
        Standing.INCONCLUSIVE,
    ]
