from __future__ import annotations

from dataclasses import replace

import pytest

from flowtrace.errors import InputError
from flowtrace.verify.plan import Terms, chosen, device_of, planned, skipped
from tests.verify.toy import FIRST, KEEPS, PROBE, finding, static

_OTHER = replace(PROBE, id="order", refs=("toy/built-first",))
_NAMED = replace(PROBE, id="planted", refs=(), named=True)
_ALL = (PROBE, _OTHER, _NAMED)


def _ids(*select: str) -> list[str]:
    return [each.id for each in chosen(_ALL, [KEEPS, FIRST], select).probes]


def test_without_a_selection_all_run_but_those_to_be_named() -> None:
    assert _ids() == ["heads", "order"]


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("A1", ["heads"]),
        ("toy/keeps-head", ["heads"]),
        ("A2", ["order"]),
        ("toy/", ["heads", "order"]),
        ("planted", ["planted"]),
    ],
)
def test_a_word_is_a_ref_an_id_a_topic_or_a_probe(word: str, ids: list[str]) -> None:
    assert _ids(word) == ids


def test_only_what_was_selected_is_told() -> None:
    assert chosen(_ALL, [KEEPS, FIRST], ("A1",)).demands == frozenset({"A1", "toy/keeps-head"})


def test_an_unknown_word_is_an_error() -> None:
    with pytest.raises(InputError, match="no invariant is meant by 'A9'"):
        _ids("A9")


def test_a_selection_that_no_probe_answers_is_an_error() -> None:
    with pytest.raises(InputError, match="No probe can run what is meant by A2"):
        chosen((PROBE,), [KEEPS, FIRST], ("A2",))


@pytest.mark.parametrize(
    ("devices", "terms", "device"),
    [
        (("cpu", "cuda"), Terms(), "cpu"),
        (("cpu", "cuda"), Terms(cuda=True), "cuda"),
        (("meta", "cuda"), Terms(cuda=True), "meta"),
        (("cuda",), Terms(), None),
        (("cpu",), Terms(device="meta"), None),
        (("meta", "cpu"), Terms(device="cpu"), "cpu"),
    ],
)
def test_the_device(devices: tuple[str, ...], terms: Terms, device: str | None) -> None:
    assert device_of(replace(PROBE, devices=devices), terms) == device


def test_a_probe_without_its_device_says_so() -> None:
    assert skipped(PROBE, Terms(device="cuda")) == "it does not run on cuda (it runs on cpu)"


def test_a_probe_that_needs_a_draft_says_so() -> None:
    assert skipped(replace(PROBE, needs=("draft",)), Terms()) == "it needs --draft"


def test_a_probe_of_each_class_has_a_process_for_each() -> None:
    probe = replace(PROBE, classes=("One", "Two"), each=True)
    assert [(each.subject, each.request.params) for each in planned([probe], None, Terms())] == [
        ("One", {"target": "One"}),
        ("Two", {"target": "Two"}),
    ]


def test_a_probe_of_classes_is_asked_about_those_of_findings_too() -> None:
    (process,) = planned([replace(PROBE, classes=("One",))], static(finding()), Terms())
    assert process.request.params["targets"] == [
        {"symbol": "One", "file": "", "refs": []},
        {"symbol": "Worker", "file": "serve/worker.py", "refs": ["A1"]},
    ]


def test_a_class_that_a_probe_always_asks_for_is_asked_for_everything() -> None:
    (process,) = planned([replace(PROBE, classes=("Worker",))], static(finding()), Terms())
    assert process.request.params["targets"] == [{"symbol": "Worker", "file": "", "refs": []}]


def test_what_the_user_gave_reaches_the_probe_that_needs_it() -> None:
    (process,) = planned(
        [replace(PROBE, needs=("draft",))], None, Terms(given={"draft": "/d", "target": "/t"})
    )
    assert process.request.params == {"draft": "/d", "target": "/t"}
