"""Invariants asked together: what comes after what, and what is told where nothing is found."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flowtrace.binding import Binding
from flowtrace.checks.run import KINDS, Checking
from flowtrace.checks.yours import WORLD, yours
from flowtrace.errors import AskingError
from flowtrace.facts import Source
from flowtrace.findings import Finding, Judgement, Severity, Verdict
from flowtrace.graph.program import Program
from flowtrace.sources.samples import read_common, read_samples
from flowtrace.spec.load import load_engines, load_specs, shipped
from flowtrace.spec.model import Specs
from tests.draft.layouts import CONFIGS, IDS, TENSORS, write

EARLIER, LATER = "eagle3/backbone-returns-a-pair", "eagle3/aux-reaches-logits"
SAMPLES = shipped().parent / "samples"


@pytest.fixture(scope="module")
def specs() -> Specs:
    return load_specs(load_engines([SAMPLES / "engine.yaml"])[0], [shipped()])


@pytest.fixture(scope="module")
def sources(specs: Specs) -> Sequence[Source]:
    """A model that breaks the earlier invariant, and so the later one as well."""
    package = specs.engine.package
    samples = read_samples(SAMPLES, EARLIER, package, read_common(SAMPLES, package))
    return next(sample.sources for sample in samples if sample.path.name == "breaks.py")


def judged(specs: Specs, sources: Sequence[Source], *ids: str) -> list[Judgement]:
    chosen = [invariant for invariant in specs.invariants if invariant.id in ids]
    return list(Checking(Binding(Program(sources), specs, None)).judgements(chosen))


def test_one_fault_is_told_once(specs: Specs, sources: Sequence[Source]) -> None:
    told = {each.invariant: each.verdict for each in judged(specs, sources, EARLIER, LATER)}
    assert told == {EARLIER: Verdict.BROKEN, LATER: Verdict.NOT_APPLICABLE}


def test_nothing_holds_in_a_file_that_python_cannot_read(specs: Specs, sources: Sequence[Source]) -> None:
    broken = b"\n\ndef nobody_asks_for():\n    x = = 1\n"
    spoiled = [replace(s, data=s.data + broken) if s.file == "models/single.py" else s for s in sources]
    (told,) = judged(specs, spoiled, EARLIER)
    assert told.verdict is Verdict.UNKNOWN
    assert told.finding is not None
    assert told.finding.message == "Python can't parse this file"


def test_what_concerns_some_drafts_weighs_as_for_any_class_while_no_draft_is_given(specs: Specs) -> None:
    named = frozenset({"Short"})
    (told,) = of_sample(specs, "eagle3/last-layer-can-be-captured", "breaks.py", named=named)
    assert (told.named, told.severity) == (True, Severity.INFO)


def of_sample(specs: Specs, invariant: str, sample: str, **given: Any) -> list[Finding]:
    """The findings of one invariant in one of its samples."""
    package = specs.engine.package
    samples = read_samples(SAMPLES, invariant, package, read_common(SAMPLES, package))
    sources = next(each.sources for each in samples if each.path.name == sample)
    chosen = [each for each in specs.invariants if each.id == invariant]
    checking = Checking(Binding(Program(sources), specs, None), **given)
    return [each.finding for each in checking.judgements(chosen) if each.finding is not None]


def test_class_that_is_named_for_a_target_has_to_have_the_setter(specs: Specs) -> None:
    named = yours(None, "Plain", None)
    specs = replace(specs, worlds={**specs.worlds, WORLD: named.world(specs.worlds)})
    (told,) = of_sample(specs, "eagle3/named-target-can-capture", "not-applicable.py", yours=named)
    assert told.message == "Plain neither defines, inherits nor delegates watch_layers"


FORWARDING = b"""
from torch import nn


class Inner(nn.Module):
    pass


class Forwarding:
    def __init__(self, config):
        self.inner = Inner()

    def __getattr__(self, name):
        return getattr(self.inner, name)


MODELS = Forwarding
"""


def test_what_is_asked_of_an_object_without_the_member_is_not_there(specs: Specs) -> None:
    named = yours(None, "Forwarding", None)
    specs = replace(specs, worlds={**specs.worlds, WORLD: named.world(specs.worlds)})
    chosen = [each for each in specs.invariants if each.id == "eagle3/named-target-can-capture"]
    sources = (Source("models/forwarding.py", "toy.models.forwarding", FORWARDING),)
    checking = Checking(Binding(Program(sources), specs, None), yours=named)
    assert [each.verdict for each in checking.judgements(chosen)] == [Verdict.BROKEN]


def test_width_that_fits_plain_drafts_concerns_some_drafts(specs: Specs) -> None:
    told = of_sample(specs, "eagle3/buffers-as-wide-as-fc", "breaks.py")
    assert {each.some_drafts for each in told} == {True}


def test_worker_that_keeps_no_draft_head_concerns_any_draft(specs: Specs) -> None:
    told = of_sample(specs, "eagle3/worker-keeps-draft-head", "breaks.py")
    assert {each.some_drafts for each in told} == {False}


def test_what_explains_a_fault_counts_when_it_is_not_chosen(specs: Specs, sources: Sequence[Source]) -> None:
    assert [each.verdict for each in judged(specs, sources, LATER)] == [Verdict.NOT_APPLICABLE]


def test_nothing_is_told_of_what_is_not_chosen(specs: Specs, sources: Sequence[Source]) -> None:
    assert {each.invariant for each in judged(specs, sources, LATER)} == {LATER}


def test_the_later_one_is_broken_by_itself(specs: Specs, sources: Sequence[Source]) -> None:
    alone = [replace(each, after=()) if each.id == LATER else each for each in specs.invariants]
    told = judged(replace(specs, invariants=tuple(alone)), sources, LATER)
    assert [each.verdict for each in told] == [Verdict.BROKEN]


def test_invariants_that_come_after_each_other_are_asked_once(specs: Specs) -> None:
    both = [replace(each, after=(LATER,)) if each.id == EARLIER else each for each in specs.invariants]
    told = judged(replace(specs, invariants=tuple(both)), (), EARLIER, LATER)
    assert sorted(each.invariant for each in told) == [LATER, EARLIER]


def test_one_fault_of_a_draft_is_told_once(specs: Specs, tmp_path: Path) -> None:
    tensors = {**TENSORS["modelopt_layers"], "d2t": np.array(IDS)}
    draft = write(tmp_path, dict(CONFIGS["modelopt_layers"]), tensors)
    ids = ("drafts/d2t-holds-offsets", "drafts/d2t-leads-into-vocab")
    chosen = [invariant for invariant in specs.invariants if invariant.id in ids]
    checking = Checking(Binding(Program(()), specs, None), yours=yours(str(draft), None, None))
    told = {each.invariant: each.verdict for each in checking.judgements(chosen)}
    assert told == {ids[0]: Verdict.BROKEN, ids[1]: Verdict.NOT_APPLICABLE}


def unbound(specs: Specs) -> Finding:
    (told,) = judged(specs, (), "eagle3/draft-ids-mapped-once")
    assert told.finding is not None
    return told.finding


def test_unbound_names_the_role_and_no_path(specs: Specs) -> None:
    assert unbound(specs).message == (
        "nothing in this release is drafting (bound in the engine file as roles.drafting): "
        "the code has moved, or the role is out of date"
    )


def test_an_error_of_our_own_names_the_invariant_and_what_it_was_asked_of(
    specs: Specs, sources: Sequence[Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("head less")

    monkeypatch.setitem(KINDS, "returns", fails)
    with pytest.raises(AskingError, match=rf"^{EARLIER}, asked of \S+::\w+: ValueError: head less$"):
        judged(specs, sources, EARLIER)


def test_an_error_of_our_own_comes_through_a_pickle() -> None:
    told = pickle.loads(pickle.dumps(AskingError("a/b, asked of x: ValueError", "flowtrace/flow/run.py:3")))
    assert (str(told), told.place) == ("a/b, asked of x: ValueError", "flowtrace/flow/run.py:3")
