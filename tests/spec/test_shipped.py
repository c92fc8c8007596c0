"""The specs that come with the program: complete, of the right shape, and quick to load."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from flowtrace.spec.lint import lint
from flowtrace.spec.load import load_engines, load_specs, read, shipped
from flowtrace.spec.model import KINDS, Engine, Invariant, Specs

FILES = sorted(shipped().rglob("*.yaml"))


@pytest.fixture(scope="module")
def engine() -> Engine:
    (engine,) = load_engines([shipped()])
    return engine


@pytest.fixture(scope="module")
def specs(engine: Engine) -> Specs:
    return load_specs(engine, [shipped()])


def on_checkpoints(each: Invariant) -> bool:
    return any("checkpoint" in clause.kinds for clause in each.clauses)


def test_all_invariants_are_there(specs: Specs) -> None:
    assert len([each for each in specs.invariants if not on_checkpoints(each)]) == 43


def test_all_demands_on_checkpoints_are_there(specs: Specs) -> None:
    found = [each for each in specs.invariants if on_checkpoints(each)]
    assert len(found) == 35
    assert {each.needs for each in found} == {"draft"}
    assert sorted({ref for each in found for ref in each.refs}) == [
        *("K10", "K11", "K12", "K13", "K14", "K3", "K4", "K5", "K6", "K7", "K8", "K9")
    ]


def test_all_refs_are_there(specs: Specs) -> None:
    refs = [ref for each in specs.invariants if not on_checkpoints(each) for ref in each.refs]
    assert ", ".join(sorted(refs)) == (
        "C1, C2, C3, C4, C5, C8, D1, D10, D2, D3, D4, D4, D5, D6, D7, D8, D9, K2, K7, K8, "
        "T1, T1, T1, T10, T2, T3, T4, T5, T6, T7, T8, T9, W1, W1, W10, W2, W3, W3, W4, W5, W5, W6, W7, W9"
    )


def test_every_kind_is_used(specs: Specs) -> None:
    assert {kind for each in specs.invariants for clause in each.clauses for kind in clause.kinds} == set(
        KINDS
    )


def test_worlds_are_there(specs: Specs) -> None:
    assert sorted(specs.worlds) == [
        "five_aux",
        "five_by_number",
        "five_on_top",
        "last_id",
        "named_ids",
        "no_aux",
        "no_head",
        "no_map",
        "padded_head",
        "plain",
        "tied",
        "wide_target",
    ]


def test_five_aux_is_a_wide_target(specs: Specs) -> None:
    assert specs.worlds["five_aux"].configs["draft"]["target_hidden_size"] == 11


def test_targets_table_has_its_columns(specs: Specs) -> None:
    assert specs.targets is not None
    assert list(specs.targets.columns) == [
        "kind",
        "setter",
        "captures_in_forward",
        "get_embed_and_head",
        "eagle3",
    ]


def test_engine_has_its_roles(engine: Engine) -> None:
    assert (engine.id, engine.package, engine.root) == ("sglang", "sglang", "srt")
    assert len(engine.roles) == 57


def test_nothing_to_mend(engine: Engine) -> None:
    assert lint(engine, [shipped()]) == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_schema_accepts(path: Path) -> None:
    from jsonschema import Draft202012Validator

    from flowtrace.spec.schema import schema

    Draft202012Validator(schema()).validate(read(path).data)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_why_and_remedy_name_no_release(path: Path) -> None:
    data = read(path).data
    assert not any(mark in data.get(key, "") for key in ("why", "remedy") for mark in ("0.4.", "0.5.", "#"))


def test_loading_is_quick() -> None:
    begin = time.perf_counter()
    load_specs(load_engines([shipped()])[0], [shipped()])
    assert time.perf_counter() - begin < 0.5  # takes 0.015 s; a machine may be busy
