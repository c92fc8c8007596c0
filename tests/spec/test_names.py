"""Names that nothing answers to, and demands that lack what their kind needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowtrace.errors import SpecError
from flowtrace.spec.load import load_engines, load_specs
from flowtrace.spec.model import Engine
from tests.spec.toy import ENGINE, Load, Told, Write

GOOD = """\
id: topic/door
says: Doors open.
for: maker
has: opener
"""


def only(problems: list[str]) -> str:
    (problem,) = problems
    return problem.splitlines()[0]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("assume: {loked: true}", "5:10: there is no guard 'loked' in engine toy; did you mean 'locked'?"),
        ("given: plian", "5:8: there is no world 'plian'"),
        ("after: [topic/dor]", "5:9: there is no invariant 'topic/dor'; did you mean 'topic/door'?"),
        (
            "over: lifecycle.makr",
            "5:7: there is no lifecycle 'lifecycle.makr' in engine toy; did you mean 'lifecycle.maker'?",
        ),
        ("prepared: {opner: {}}", "5:12: there is no role 'opner' in engine toy; did you mean 'opener'?"),
        ("prepared: opner", "5:11: there is no role 'opner' in engine toy; did you mean 'opener'?"),
        ("receiver: the.dor", "5:11: there is no receiver 'the.dor' in engine toy; did you mean 'the.door'?"),
        (
            "severity: {makr: error}",
            "5:12: there is no role or clause 'makr' in engine toy; did you mean 'maker'?",
        ),
        ("until: '0.x'", "5:8: '0.x' is not a version"),
    ],
)
def test_unknown_name_beside_a_kind_is_told(told: Told, line: str, problem: str) -> None:
    assert only(told(f"{GOOD}{line}\n")) == problem


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("has: [opener, opner]", "4:15: there is no role 'opner' in engine toy; did you mean 'opener'?"),
        (
            "does: {call: opner}",
            "4:14: there is no role 'opner' in engine toy; did you mean 'opener'?"
            " (a plain name is written '*.opner')",
        ),
        (
            "does: {call: opener, within: opner}",
            "4:30: there is no role 'opner' in engine toy; did you mean 'opener'?",
        ),
        ("order: [opner, closer]", "4:9: there is no role 'opner' in engine toy; did you mean 'opener'?"),
        (
            "order: [{call: closer, with: widht}, opener]",
            "4:30: there is no role 'widht' in engine toy; did you mean 'width'?",
        ),
        (
            "feeds: {writer: opener, reader: forward, by: mrk}",
            "4:46: there is no channel 'mrk' in engine toy; did you mean 'mark'?",
        ),
        (
            "equals: {at: widht, value: 1}",
            "4:14: there is no role 'widht' in engine toy; did you mean 'width'?",
        ),
        (
            "flows: {from: widht, to: {argument: 0, of: opener}}",
            "4:15: there is no role 'widht' in engine toy; did you mean 'width'?",
        ),
        (
            "flows: {from: {config: drft}, to: {read: x}}",
            "4:24: there is no config 'drft'; did you mean 'draft'?",
        ),
        (
            "flows: {to: {argument: 0, of: opner}, avoid: x}",
            "4:31: there is no role 'opner' in engine toy; did you mean 'opener'?",
        ),
        (
            "loads: {tensors: {a: [1]}, then: {opner: 1}}",
            "4:35: there is no role 'opner' in engine toy; did you mean 'opener'?",
        ),
    ],
)
def test_unknown_name_in_a_body_is_told(told: Told, body: str, problem: str) -> None:
    assert only(told(GOOD.replace("has: opener", body))) == problem


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            "has: opener\nreturns: {called_in: x}",
            "5:1: 'has' and 'returns' are two demands; make each a clause under 'all'",
        ),
        (
            "has: opener\nall: [{has: closer}]",
            "5:1: 'has' and 'all' are two demands; make each a clause under 'all'",
        ),
        ("agree: [width]", "4:1: 'agree' needs 'with', the value that the others agree with"),
        ("equals: {value: 1}", "4:1: 'equals' needs 'at', the value looked at"),
        ("equals: {cases: [{value: 1}]}", "4:1: 'equals' needs 'at', the value looked at"),
        ("has: opener\nwith: width", "4:1: beside 'has', 'with' is a mapping of arguments, not a value"),
        ("since: '2'\nuntil: '1'\nhas: opener", "5:8: this range ends before it begins: since 2, until 1"),
    ],
)
def test_incomplete_demand_is_told(told: Told, body: str, problem: str) -> None:
    assert only(told(GOOD.replace("has: opener", body))) == problem


def test_demand_without_a_subject_is_told(told: Told) -> None:
    assert only(told(GOOD.replace("for: maker\n", ""))) == "3:1: whom is 'has' asked of? 'for' is missing"


def test_subject_may_stand_in_the_clause(load: Load) -> None:
    text = GOOD.replace("for: maker\n", "").replace("has: opener", "all: [{for: maker, has: opener}]")
    assert load(text).invariants[0].clauses[0].subject == "maker"


def test_call_may_be_a_pattern(load: Load) -> None:
    text = GOOD.replace("has: opener", "does: {call: '*.norm'}")
    assert load(text).invariants[0].clauses[0].kinds == {"does": {"call": "*.norm"}}


def test_id_given_twice_is_told(load: Load, write: Write, toy: Engine, tmp_path: Path) -> None:
    load(GOOD)
    second = write("zoo/door.yaml", GOOD)
    with pytest.raises(SpecError) as caught:
        load_specs(toy, [tmp_path])
    assert only(list(caught.value.problems)) == (
        f"{second}:1:1: the invariant 'topic/door' is already in {tmp_path / 'topic' / 'door.yaml'}"
    )


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ("{a: {rows: b}}", "1:19: there is no term 'b'; known: a"),
        ("{a: {sum: [1, b]}, b: {half: a}}", "1:9: 'a' stands for itself: a -> b -> a"),
        ("{a: {rws: {tensor: b}}}", "1:13: unknown key 'rws' in 'a'; did you mean 'rows'?"),
    ],
)
def test_wrong_term_is_told(told: Told, terms: str, problem: str) -> None:
    assert told(f"terms: {terms}\n")[0].splitlines()[0] == problem


def test_unknown_term_in_a_demand_is_told(told: Told) -> None:
    demand = "checkpoint: {holds: {equals: [{rows: wdth}, {config: width}]}}"
    assert only(told(GOOD.replace("has: opener", demand))) == "4:38: there is no term 'wdth'"


@pytest.mark.parametrize(
    ("worlds", "problem"),
    [
        ("{a: {is: b}}", "1:18: there is no world 'b'; known: a"),
        ("{a: {is: b}, b: {is: a}}", "1:10: 'a' stands for itself: a -> b -> a"),
        ("{a: {drft: {}}}", "1:14: unknown key 'drft' in 'a'; did you mean 'draft'?"),
    ],
)
def test_wrong_world_is_told(told: Told, worlds: str, problem: str) -> None:
    assert told(f"worlds: {worlds}\n")[0].splitlines()[0] == problem


def test_unknown_invariant_in_the_targets_table_is_told(told: Told) -> None:
    table = "for: maker\ncolumns: {all: {worst_of: [W1]}}\n"
    assert only(told(table)) == "2:28: there is no invariant or ref 'W1'"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("  x: {class: makr}", "17:14: there is no role 'makr' in this file; did you mean 'maker'?"),
        (
            "  x: {any_of: [maker, opnr]}",
            "17:23: there is no role 'opnr' in this file; did you mean 'opener'?",
        ),
        (
            "  x: {class: maker, unless: makr}",
            "17:29: there is no role 'makr' in this file; did you mean 'maker'?",
        ),
        (
            "  x: {call: open, receiver: dor}",
            "17:29: there is no receiver 'dor' in this file; known: the.door",
        ),
        (
            "  x: {left_by: opener, in: mrk}",
            "17:28: there is no role or channel 'mrk' in this file; did you mean 'mark'?",
        ),
        ("  x: {class: x}", "17:3: 'x' stands for itself: x -> x"),
        (
            "  x: {under: here}",
            "17:6: one of these keys is needed in 'x': class, class_name, any_of, subclass_of, "
            "function, calls, calls_any, method, attribute, call, context, object, argument, buffer, key, "
            "left_by, largest, captured_by, length_of",
        ),
        (
            "  x: {class: any, since: 1.0}",
            "17:26: 'since' must be a version in quotes, such as \"0.5.9\", not 1.0",
        ),
    ],
)
def test_wrong_role_of_an_engine_is_told(write: Write, line: str, problem: str) -> None:
    path = write("engines/toy.yaml", f"{ENGINE}{line}\n")
    with pytest.raises(SpecError) as caught:
        load_engines([path])
    assert only(list(caught.value.problems)).removeprefix(f"{path}:") == problem


def test_lifecycle_of_no_role_is_told(write: Write) -> None:
    path = write("engines/toy.yaml", ENGINE.replace("  maker: [__init__", "  makr: [__init__"))
    with pytest.raises(SpecError, match="11:3: there is no role 'makr' in this file; did you mean 'maker'"):
        load_engines([path])


def test_engine_given_twice_is_told(write: Write, toy: Engine, tmp_path: Path) -> None:
    second = write("other.yaml", ENGINE)
    with pytest.raises(SpecError) as caught:
        load_engines([tmp_path])
    assert f"the engine '{toy.id}' is already in {second}" in str(caught.value)
