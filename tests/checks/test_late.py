"""A run whose time is up: what was judged stays as it was, all else is unknown, in one process and in two."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

from flowtrace.binding import Binding
from flowtrace.checks import halves
from flowtrace.checks.halves import Judged, judged
from flowtrace.checks.run import Checking
from flowtrace.findings import Verdict
from flowtrace.flow import run
from flowtrace.flow.run import Limits
from flowtrace.graph.program import Program
from flowtrace.sources.samples import read_common, read_samples
from flowtrace.spec.load import load_engines, load_specs, shipped

SAMPLES = shipped().parent / "samples"
SPECS = load_specs(load_engines([SAMPLES / "engine.yaml"])[0], [shipped()])
CHOSEN = tuple(one for one in SPECS.invariants if one.id.startswith("eagle3/"))
PACKAGE = SPECS.engine.package
SAMPLE = next(
    each.sources
    for each in read_samples(
        SAMPLES, "eagle3/backbone-returns-a-pair", PACKAGE, read_common(SAMPLES, PACKAGE)
    )
    if each.path.name == "breaks.py"
)


def ended(until: float, *, two: bool) -> Judged:
    """The judgements of a run that ends when each process has looked at the clock so many times."""
    ticks = count(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
        patch.setattr(halves, "_can_split", lambda: two)
        checking = Checking(Binding(Program(SAMPLE), SPECS, None, Limits(until=until)))
        return judged(checking, CHOSEN, lambda judgement: None)


@pytest.fixture(scope="module")
def whole() -> Judged:
    return ended(1e9, two=False)


@pytest.fixture(scope="module", params=[False, True], ids=["one process", "two processes"])
def part(request: pytest.FixtureRequest) -> Judged:
    """The judgements of a run that its time ended half way."""
    return ended(40, two=request.param)


def told(found: Judged) -> set[tuple[str, str, Verdict]]:
    """What was judged in time."""
    reached = (one for one in found.judgements if not (one.finding and one.finding.unreached))
    return {(one.invariant, one.subject, one.verdict) for one in reached}


def test_a_run_knows_whether_its_time_ended_it(whole: Judged, part: Judged) -> None:
    assert (whole.late, part.late) == (False, True)


def test_what_was_reached_is_what_a_whole_run_tells(whole: Judged, part: Judged) -> None:
    assert told(part) < told(whole)


def test_something_was_reached(part: Judged) -> None:
    assert {Verdict.HOLDS, Verdict.BROKEN} <= {verdict for _, _, verdict in told(part)}


def test_every_invariant_is_told_of(part: Judged) -> None:
    assert {each.invariant for each in part.judgements} == {one.id for one in CHOSEN}


@pytest.mark.parametrize("two", [False, True])
def test_without_time_nothing_is_held_or_broken(two: bool) -> None:
    verdicts = {each.verdict for each in ended(0, two=two).judgements}
    assert verdicts == {Verdict.UNKNOWN, Verdict.NOT_APPLICABLE}
