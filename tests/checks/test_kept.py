"""Judgements kept between runs: the same ones come back, for the same question only, whatever the store holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from flowtrace.binding import Binding
from flowtrace.checks import halves, kept
from flowtrace.checks.halves import Judged
from flowtrace.checks.kept import kept_or_judged
from flowtrace.checks.run import Checking
from flowtrace.checks.yours import Yours, yours
from flowtrace.facts import Source
from flowtrace.flow.run import Limits
from flowtrace.graph.program import Program
from flowtrace.pipeline import Options, check
from flowtrace.sources.samples import read_common, read_samples
from flowtrace.spec.load import load_engines, load_specs, shipped
from flowtrace.spec.model import Specs
from flowtrace.store import Store
from tests.draft.layouts import layout

SAMPLES = shipped().parent / "samples"
SPECS = load_specs(load_engines([SAMPLES / "engine.yaml"])[0], [shipped()])
CHOSEN = tuple(one for one in SPECS.invariants if one.id.startswith("eagle3/backbone"))


def sources() -> Sequence[Source]:
    package = SPECS.engine.package
    samples = read_samples(SAMPLES, CHOSEN[0].id, package, read_common(SAMPLES, package))
    return next(sample.sources for sample in samples if sample.path.name == "breaks.py")


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that judgements were made and not found."""
    times: list[int] = []
    whole = halves.judged

    def counted(*given: object) -> Judged:
        times.append(1)
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(kept, "judged", counted)
    return times


@pytest.fixture
def asked(tmp_path: Path) -> Callable[..., Judged]:
    """The judgements of a sample's sources, out of one store."""

    def ask(
        of: Sequence[Source] | None = None,
        specs: Specs = SPECS,
        version: str | None = None,
        hand: Yours | None = None,
        until: float = inf,
    ) -> Judged:
        given = sources() if of is None else of
        binding = Binding(Program(given), specs, version, Limits(until=until))
        checking = Checking(binding, yours=hand or Yours())
        return kept_or_judged(checking, CHOSEN, given, Store(tmp_path), lambda judgement: None)

    return ask


def test_what_is_kept_is_what_was_judged(asked: Callable[..., Judged], evaluated: list[int]) -> None:
    assert (asked(), len(evaluated)) == (asked(), 1)


def test_another_byte_is_another_question(asked: Callable[..., Judged], evaluated: list[int]) -> None:
    asked()
    first, *rest = sources()
    asked([replace(first, data=first.data + b"\n"), *rest])
    assert len(evaluated) == 2


def test_another_version_is_another_question(asked: Callable[..., Judged], evaluated: list[int]) -> None:
    asked()
    asked(version="0.5.9")
    assert len(evaluated) == 2


def test_other_specs_are_another_question(asked: Callable[..., Judged], evaluated: list[int]) -> None:
    asked()
    asked(specs=replace(SPECS, engine=replace(SPECS.engine, closed=("*.norm",))))
    assert len(evaluated) == 2


def test_a_named_target_is_another_question(asked: Callable[..., Judged], evaluated: list[int]) -> None:
    asked()
    asked(hand=Yours(target="Single"))
    assert len(evaluated) == 2


def test_nothing_is_kept_of_a_draft(
    asked: Callable[..., Judged], evaluated: list[int], tmp_path: Path
) -> None:
    folder = layout(tmp_path, "speculators")
    for _ in range(2):
        asked(hand=yours(str(folder), None, None))
    assert len(evaluated) == 2


def test_nothing_is_kept_of_a_run_that_its_time_ended(
    asked: Callable[..., Judged], evaluated: list[int], tmp_path: Path
) -> None:
    late = asked(until=0.0)
    assert (late.late, list(tmp_path.iterdir()), asked().late) == (True, [], False)


def test_an_entry_of_another_shape_is_evaluated_anew(
    asked: Callable[..., Judged], evaluated: list[int], tmp_path: Path
) -> None:
    expected = asked()
    (entry,) = tmp_path.iterdir()
    Store(tmp_path).write(entry.name, b'{"judgements": [{"invariant": 3}]}')
    assert asked() == expected
    assert len(evaluated) == 2


@pytest.mark.parametrize("version", ["0.4.5", "0.5.2"])
def test_a_release_is_told_as_without_a_cache(
    release: Callable[[str], Path], tmp_path: Path, version: str
) -> None:
    told = [
        replace(check(str(release(version)), Options(cache=cache)), seconds=0)
        for cache in (None, tmp_path, tmp_path)
    ]
    assert told[0] == told[1] == told[2]
