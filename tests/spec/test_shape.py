"""Files of the wrong shape: unknown and missing keys, other types, all in our words."""

from __future__ import annotations

import pytest

from tests.spec.toy import Load, Told

GOOD = """\
id: topic/door
says: Doors open.
for: maker
has: opener
"""


def first(problems: list[str]) -> str:
    return problems[0].splitlines()[0]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("wyh: x", "5:1: unknown key 'wyh'; did you mean 'why'?"),
        ("severity: eror", "5:11: 'eror' is not one of error, warning, info; did you mean 'error'?"),
        (
            "severity: {default: eror}",
            "5:21: 'eror' is not one of error, warning, info; did you mean 'error'?",
        ),
        ("since: 0.5", "5:8: 'since' must be a version in quotes, such as \"0.5.9\", not 0.5"),
        ("since: newest", "5:8: 'newest' is not a version"),
        ("why: [a]", "5:6: 'why' must be text, not a list"),
        ("why: 1", "5:6: 'why' must be text, not 1"),
        ("why: true", "5:6: 'why' must be text, not true"),
        ("why: ''", "5:6: 'why' is empty"),
        ("refs: []", "5:7: 'refs' is empty"),
        ("refs: [1]", "5:8: an item of 'refs' must be one word, not 1"),
        ("refs: W1 W2", "5:7: 'refs' must be one word, not 'W1 W2'"),
        ("needs: drft", "5:8: 'drft' is not one of draft, target; did you mean 'draft'?"),
        ("from: afar", "5:7: 'afar' is not one of construction"),
    ],
)
def test_wrong_line_is_told(told: Told, line: str, problem: str) -> None:
    assert first(told(f"{GOOD}{line}\n")) == problem


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("does: {cal: opener}", "unknown key 'cal' in 'does'; did you mean 'call'?"),
        (
            "does: {receiver: the.door}",
            "one of these keys is needed in 'does': call, write, return, raise, log, reached",
        ),
        ("feeds: {writer: opener}", "'reader' and 'by' are missing in 'feeds'"),
        ("loads: {names: own}", "'names' goes with 'fate', which is not here"),
        (
            "loads: {names: own, fate: [lost]}",
            "'lost' is not one of loaded, raises, logged, silent, skipped_on_purpose",
        ),
        ("equals: {at: width}", "one of these keys is needed in 'equals': value, cases"),
        ("flows: {to: {read: x}}", "one of these keys is needed in 'flows': from, through, avoid"),
        (
            "checkpoint: {when: {present: 1}}",
            "one of these keys is needed in 'checkpoint': holds, never",
        ),
        (
            "checkpoint: {holds: {risng: 1}}",
            "unknown key 'risng' in 'holds'; did you mean 'rising'?",
        ),
        ("checkpoint: {holds: {equals: [1]}}", "'equals' needs 2 items, not 1"),
        ("checkpoint: {holds: {equals: [1, 2, 3]}}", "'equals' takes 2 items, not 3"),
        (
            "checkpoint: {holds: {rising: {config: a, sum: [1]}}}",
            "'rising' takes 1 key, not 2",
        ),
        ("returns: forward", "'returns' must be a mapping, not 'forward'"),
        (
            "all: [{in: x}]",
            "one of these keys is needed in an item of 'all': has, does, never, flows, order, feeds, "
            "assigned, returns, equals, agree, reads, loads, checkpoint",
        ),
    ],
)
def test_wrong_body_is_told(told: Told, body: str, problem: str) -> None:
    assert problem in [first([each]).split(": ", 1)[1] for each in told(GOOD.replace("has: opener", body))]


def test_missing_keys_are_told(told: Told) -> None:
    assert first(told("says: Doors open.\nfor: maker\nhas: opener\n")) == "1:1: 'id' is missing"


def test_invariant_without_a_demand_is_told(told: Told) -> None:
    assert first(told("id: topic/door\nsays: Doors open.\n")).startswith(
        "1:1: one of these keys is needed: has, does,"
    )


def test_id_is_topic_and_name(told: Told) -> None:
    assert first(told(GOOD.replace("topic/door", "Door"))) == (
        "1:5: 'id' must be a topic and a name in small letters, such as topic/what-holds, not 'Door'"
    )


@pytest.mark.parametrize("text", ["- a\n", "a: 1\n", "just words\n"])
def test_file_of_no_kind_is_told(told: Told, text: str) -> None:
    assert first(told(text)) == (
        "1:1: no key here tells what kind of spec file this is: "
        "engine (engine), worlds (worlds), targets (columns), terms (terms), mutants (mutants), "
        "invariant (id or says)"
    )


def test_long_text_is_cut_in_the_message(told: Told) -> None:
    (problem,) = told(GOOD + "needs: " + "x" * 100 + "\n")
    assert first([problem]).endswith(f"'{'x' * 57}...' is not one of draft, target")


def test_severity_by_role_and_clause_is_accepted(load: Load) -> None:
    severity = {"maker": "error", "late": "info", "default": "warning", "named": "error"}
    text = GOOD.replace("has: opener", "all: [{name: late, has: opener}]")
    assert load(f"{text}severity: {severity}\n").invariants[0].severity == severity
