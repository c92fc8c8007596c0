"""Two processes and one: the same judgements, whatever becomes of the second."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf
from typing import NoReturn

import pytest

from flowtrace.binding import Binding
from flowtrace.checks import halves
from flowtrace.checks.halves import Judged, judged
from flowtrace.checks.run import Checking
from flowtrace.findings import Judgement, Verdict
from flowtrace.flow.run import Limits
from flowtrace.graph.program import Program
from flowtrace.sources.samples import read_common, read_samples
from flowtrace.spec.load import load_engines, load_specs, shipped
from flowtrace.spec.model import Invariant

SAMPLES = shipped().parent / "samples"
SPECS = load_specs(load_engines([SAMPLES / "engine.yaml"])[0], [shipped()])
CHOSEN = tuple(invariant for invariant in SPECS.invariants if invariant.id.startswith("eagle3/"))


def checking(also: bytes = b"", until: float = inf) -> Checking:
    """A run over a model that breaks an invariant on registered classes; its file may say something else besides."""
    package = SPECS.engine.package
    samples = read_samples(SAMPLES, "eagle3/backbone-returns-a-pair", package, read_common(SAMPLES, package))
    sources = next(sample.sources for sample in samples if sample.path.name == "breaks.py")
    said = [replace(one, data=one.data + also) if b"MODELS = " in one.data else one for one in sources]
    return Checking(Binding(Program(said), SPECS, None, Limits(until=until)))


def told(found: Judged) -> list[tuple[str, str, str]]:
    return [(each.invariant, each.subject, each.verdict.value) for each in found.judgements]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """What one process tells; from then on there are two."""
    monkeypatch.setattr(halves, "_can_split", lambda: False)
    found = told(judged(checking(), CHOSEN, lambda judgement: None))
    monkeypatch.setattr(halves, "_can_split", lambda: True)
    return found


def test_two_processes_tell_what_one_does(alone: list[tuple[str, str, str]]) -> None:
    assert told(judged(checking(), CHOSEN, lambda judgement: None)) == alone


def test_each_invariant_is_judged_once() -> None:
    units = halves._units(checking(), CHOSEN)
    assert sorted(one.id for unit in units for one in unit) == sorted(one.id for one in CHOSEN)


def test_an_invariant_is_judged_where_those_before_it_are() -> None:
    unit = next(
        u for u in halves._units(checking(), CHOSEN) if "eagle3/aux-reaches-logits" in [i.id for i in u]
    )
    assert "eagle3/backbone-returns-a-pair" in [invariant.id for invariant in unit]


def test_what_may_be_in_a_file_that_cannot_be_parsed_is_not_unbound() -> None:
    whole, broken = (judged(checking(also), CHOSEN, lambda judgement: None) for also in (b"", b"def (:"))
    verdicts = [{each.verdict for each in found.judgements} for found in (whole, broken)]
    assert (Verdict.UNBOUND in verdicts[0], Verdict.UNBOUND in verdicts[1]) == (True, False)


def test_a_second_process_that_is_killed_leaves_its_share_to_the_first(
    alone: list[tuple[str, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, whole = os.getpid(), Checking.judgements

    def dies(self: Checking, invariants: Iterable[Invariant]) -> Iterator[Judgement]:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(self, invariants)

    monkeypatch.setattr(Checking, "judgements", dies)
    assert told(judged(checking(), CHOSEN, lambda judgement: None)) == alone


def test_a_second_process_that_stands_still_is_not_waited_for_when_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, whole = os.getpid(), Checking.judgements

    def stops(self: Checking, invariants: Iterable[Invariant]) -> Iterator[Judgement]:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGSTOP)
        return whole(self, invariants)

    monkeypatch.setattr(halves, "_can_split", lambda: True)
    monkeypatch.setattr(halves, "_OVERDUE", 0.1)
    monkeypatch.setattr(Checking, "judgements", stops)
    found = judged(checking(until=0.0), CHOSEN, lambda judgement: None)
    assert (found.late, {each.invariant for each in found.judgements}) == (True, {one.id for one in CHOSEN})


def test_an_error_in_the_second_process_is_raised_in_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first, whole = os.getpid(), Checking.judgements

    def fails(self: Checking, invariants: Iterable[Invariant]) -> Iterator[Judgement]:
        if os.getpid() != first:
            _fail()
        return whole(self, invariants)

    monkeypatch.setattr(halves, "_can_split", lambda: True)
    monkeypatch.setattr(Checking, "judgements", fails)
    with pytest.raises(ValueError, match="in the second"):
        judged(checking(), CHOSEN, lambda judgement: None)


def _fail() -> NoReturn:
    raise ValueError("in the second")
