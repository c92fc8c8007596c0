"""Documents as nouns: what clauses inherit, and the one form of each body."""

from __future__ import annotations

from flowtrace.spec.model import Clause
from tests.spec.toy import Load, Write


def clauses(load: Load, rest: str) -> tuple[Clause, ...]:
    return load(f"id: topic/door\nsays: Doors open.\nfor: maker\n{rest}").invariants[0].clauses


def test_does_and_never_are_one_clause(load: Load) -> None:
    (clause,) = clauses(load, "does: {call: opener}\nnever: {call: closer}\n")
    assert clause.kinds == {"does": {"call": "opener"}, "never": {"call": "closer"}}


def test_clause_inherits_and_merges_assumptions(load: Load) -> None:
    rest = "in: run\nassume: {locked: true}\nall: [{has: opener}, {assume: {locked: false}, has: closer}]\n"
    first, second = clauses(load, rest)
    assert (first.subject, first.method, first.assume) == ("maker", "run", {"locked": True})
    assert second.assume == {"locked": False}


def test_clause_replaces_its_subject(load: Load) -> None:
    _, second = clauses(load, "all: [{has: opener}, {for: width, has: closer}]\n")
    assert second.subject == "width"


def test_range_and_severity_stay_with_whom_they_are_given_to(load: Load) -> None:
    demands = "since: '1'\nall: [{has: opener}, {since: '2', severity: info, has: closer}]\n"
    (invariant,) = load(f"id: topic/door\nsays: Doors open.\nfor: maker\n{demands}").invariants
    assert invariant.since == "1"
    assert [(clause.since, clause.severity) for clause in invariant.clauses] == [(None, None), ("2", "info")]


def test_severity_is_error_unless_said(load: Load) -> None:
    assert (
        load("id: topic/door\nsays: Doors open.\nfor: maker\nhas: opener\n").invariants[0].severity == "error"
    )


def test_has_is_a_list_of_members_and_how(load: Load) -> None:
    (clause,) = clauses(load, "has: opener\nfrom: construction\ntaking: key\n")
    assert clause.kinds == {"has": {"members": ["opener"], "from": "construction", "taking": ["key"]}}


def test_agree_is_a_list_of_places(load: Load) -> None:
    (clause,) = clauses(load, "agree: [width, {at: width, over: target.hidden_size}]\nwith: width\n")
    assert clause.kinds == {"agree": [{"at": "width"}, {"at": "width", "over": "target.hidden_size"}]}
    assert (clause.compare, clause.arguments) == ("width", {})


def test_equals_has_complete_cases(load: Load, write: Write) -> None:
    write("topic/worlds.yaml", "worlds: {plain: {}, wide: {is: plain}}\n")
    (clause,) = clauses(load, "equals: {at: width, cases: [{given: wide, value: 3}, {value: null}]}\n")
    assert clause.kinds["equals"]["cases"] == [
        {"at": "width", "given": ("wide",), "value": 3},
        {"at": "width", "value": None},
    ]


def test_equals_with_one_value_has_one_case(load: Load) -> None:
    (clause,) = clauses(load, "equals: {at: width, value: 3}\n")
    assert clause.kinds["equals"]["cases"] == [{"at": "width", "value": 3}]


def test_receiver_is_put_into_the_actions(load: Load) -> None:
    (clause,) = clauses(load, "receiver: the.door\ndoes: {call: opener}\n")
    assert clause.kinds == {"does": {"call": "opener", "receiver": "the.door"}}


def test_with_is_arguments(load: Load) -> None:
    (clause,) = clauses(load, "with: {key: null}\nhas: opener\n")
    assert (clause.arguments, clause.compare) == ({"key": None}, None)


def test_prepared_may_be_a_word(load: Load) -> None:
    (clause,) = clauses(load, "prepared: opener\nhas: opener\n")
    assert clause.prepared == {"opener": {}}


def test_prepared_holds_arguments(load: Load) -> None:
    (clause,) = clauses(load, "prepared: {opener: {keys: [1, 2]}}\nhas: opener\n")
    assert clause.prepared == {"opener": {"keys": [1, 2]}}


def test_world_has_the_keys_of_the_one_it_is_like(load: Load, write: Write) -> None:
    write(
        "topic/worlds.yaml", "worlds: {a: {draft: {x: 1, y: 2}, target: {z: 3}}, b: {is: a, draft: {y: 5}}}\n"
    )
    specs = load("id: topic/door\nsays: Doors open.\nfor: maker\nhas: opener\n")
    assert specs.worlds["b"].configs == {"draft": {"x": 1, "y": 5}, "target": {"z": 3}}


def test_checkpoint_is_lists_of_single_conditions_without_names(load: Load, write: Write) -> None:
    write("topic/terms.yaml", "terms: {map: {tensor: d2t}, ids: {values: map}}\n")
    (clause,) = clauses(load, "checkpoint: {when: {present: map, rising: ids}, never: [{below: [ids, 3]}]}\n")
    ids = {"values": {"tensor": "d2t"}}
    assert clause.kinds["checkpoint"] == {
        "when": [{"present": {"tensor": "d2t"}}, {"rising": ids}],
        "never": [{"below": [ids, 3]}],
    }


def test_checkpoint_needs_no_subject(load: Load) -> None:
    text = "id: topic/door\nsays: Doors open.\nneeds: draft\ncheckpoint: {holds: {present: {config: a}}}\n"
    assert load(text).invariants[0].clauses[0].subject is None


def test_invariants_are_sorted_by_id(load: Load, write: Write) -> None:
    write("topic/arch.yaml", "id: topic/arch\nsays: Arches hold.\nfor: maker\nhas: opener\n")
    specs = load("id: topic/door\nsays: Doors open.\nfor: maker\nhas: opener\n")
    assert [each.id for each in specs.invariants] == ["topic/arch", "topic/door"]
