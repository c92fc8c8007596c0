"""Faults planted in the shipped samples: which are found, and what is told of equivalent edits."""

from __future__ import annotations

import pytest

from flowtrace import expectations
from flowtrace.mutation import Laboratory
from flowtrace.rewrite import alike, faults
from flowtrace.scores import Score
from flowtrace.sources.samples import read_common, read_samples
from flowtrace.spec.load import load_engines, load_specs, shipped

SAMPLES = shipped().parent / "samples"
(ENGINE,) = load_engines([SAMPLES / "engine.yaml"])
SPECS = load_specs(ENGINE, [shipped()])
COMMON = read_common(SAMPLES, ENGINE.package)


def score(invariant: str, sample: str, operator: str = "", limit: int = 0) -> Score:
    """How an invariant does with a sample of its own; only with one operator, where one is named."""
    asked = next(each for each in SPECS.invariants if each.id == f"eagle3/{invariant}")
    found = read_samples(SAMPLES, asked.id, ENGINE.package, COMMON)
    one = next(each for each in found if each.path.name == f"{sample}.py")
    laboratory = Laboratory(one.sources, SPECS, expectations.version(one))
    return laboratory.scored(asked, {operator} if operator else (), limit)


# One sample of each operator: which invariant it violates, in which sample.
PLANTED = {
    "drop call": ("worker-keeps-draft-head", "holds"),
    "drop write": ("draft-logits-over-draft-vocab", "holds"),
    "drop method": ("target-offers-embed-and-head", "holds"),
    "drop delegation": ("wrapper-offers-capture", "not-applicable"),
    "drop argument": ("aux-reaches-logits", "holds"),
    "swap": ("worker-keeps-draft-head", "holds"),
    "negate": ("worker-keeps-draft-head", "holds"),
    "settle": ("worker-keeps-draft-head", "holds"),
    "set": ("draft-recurs-before-norm", "holds"),
    "misname": ("setter-raises-the-flag", "holds"),
    "unwrap": ("fusion-by-width", "holds"),
    "unadd": ("marks-are-one-later", "holds"),
    "exchange": ("draft-recurs-before-norm", "holds"),
    "late": ("sharing-before-graphs", "inherited"),
    "repeat": ("draft-ids-mapped-once", "holds"),
    "drop item": ("eagle3-is-an-eagle", "holds"),
    "drop return": ("embedding-kept-when-widths-differ", "early-return"),
    "drop assignment": ("logits-store-aux", "by-branch"),
    "reread": ("runner-reads-draft-aux-config", "holds"),
    "constant": ("fc-takes-all-aux-states", "always-three"),
    "single": ("target-offers-embed-and-head", "holds"),
}


def test_no_operator_is_left_out() -> None:
    assert set(PLANTED) == set(faults.OPERATORS)


@pytest.mark.parametrize("operator", PLANTED)
def test_a_fault_of_each_operator_is_found(operator: str) -> None:
    done = score(*PLANTED[operator], operator)
    assert done.faults
    assert done.missed == ()


@pytest.mark.parametrize("operator", alike.OPERATORS)
def test_an_equivalent_edit_stays_silent(operator: str) -> None:
    done = score("worker-keeps-draft-head", "holds", operator)
    assert (done.alarms, done.lost) == ((), ())


def test_what_is_broken_already_is_not_broken_anew() -> None:
    assert score("worker-keeps-draft-head", "breaks").faults == ()


def test_a_limit_counts_for_each_operator() -> None:
    done = score("worker-keeps-draft-head", "holds", limit=1)
    operators = [trial.operator for trial in done.faults]
    assert operators == sorted(set(operators), key=operators.index)


def test_an_invariant_that_needs_a_draft_says_so() -> None:
    laboratory = Laboratory(COMMON, SPECS, None)
    asked = next(each for each in SPECS.invariants if each.id == "eagle3/draft-fusion-norms-honoured")
    assert laboratory.scored(asked).reason == "it needs a draft"


def test_a_trial_tells_its_place() -> None:
    (trial,) = score("worker-keeps-draft-head", "holds", "drop call").faults
    assert (trial.file, trial.line, trial.symbol) == ("drafting/worker.py", 15, "Worker.share")


def test_the_specs_name_no_operator_that_is_not_there() -> None:
    named = set()
    for ways in SPECS.mutants.values():
        for fault in ways:
            (operator,) = fault.keys() & {"drop", *faults.OPERATORS}
            named |= {f"drop {what}" for what in fault["drop"]} if operator == "drop" else {operator}
    assert named <= set(faults.OPERATORS)


def test_every_invariant_asked_without_a_draft_in_hand_has_faults_but_one() -> None:
    asked = {each.id for each in SPECS.invariants if each.id.startswith("eagle3/") and not each.needs}
    assert asked - set(SPECS.mutants) == {"eagle3/last-layer-can-be-captured"}
