"""Which findings of two lists are taken for the same."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Finding, Verdict
from flowtrace.pairing import pairs
from tests.report.answers import KEEPS

MOVED = replace(KEEPS, file="serve/other.py", fingerprint="2")


def test_an_equal_fingerprint_is_enough() -> None:
    new = replace(KEEPS, line=99)
    assert pairs([KEEPS], [new]) == [(KEEPS, new)]


def test_a_finding_is_recognised_in_another_file() -> None:
    assert pairs([KEEPS], [MOVED]) == [(KEEPS, MOVED)]


def test_a_message_may_name_the_file_it_moved_to() -> None:
    old = replace(KEEPS, message="calls it in serve/a.py:3")
    new = replace(MOVED, message="calls it in serve/deep/b.py:40")
    assert pairs([old], [new]) == [(old, new)]


def test_another_message_is_another_finding() -> None:
    assert pairs([KEEPS], [replace(MOVED, message="something else")]) == []


def test_another_symbol_is_another_finding() -> None:
    assert pairs([KEEPS], [replace(MOVED, symbol="Other.start")]) == []


def test_another_verdict_is_another_finding() -> None:
    assert pairs([KEEPS], [replace(MOVED, verdict=Verdict.UNKNOWN)]) == []


def test_no_finding_is_paired_twice() -> None:
    second = replace(MOVED, file="serve/third.py", fingerprint="3")
    assert pairs([KEEPS], [MOVED, second]) == [(KEEPS, MOVED)]


def test_a_fingerprint_goes_before_a_likeness() -> None:
    same = replace(KEEPS, line=1)
    old: list[Finding] = [replace(KEEPS, fingerprint="9"), KEEPS]
    assert pairs(old, [MOVED, same]) == [(old[0], MOVED), (KEEPS, same)]


def test_a_message_may_name_another_class_and_another_way_there() -> None:
    old = replace(
        KEEPS, message="Ash reaches self.run.start, though the Oak it wraps does not", fingerprint="8"
    )
    new = replace(KEEPS, message="Ash reaches self.go, though the ElmTree it wraps does not", fingerprint="9")
    assert pairs([old], [new]) == [(old, new)]


def test_other_numbers_are_another_finding() -> None:
    old = replace(KEEPS, message="the width is 21 where 33 is wanted", fingerprint="8")
    new = replace(KEEPS, message="the width is 21 where 55 is wanted", fingerprint="9")
    assert pairs([old], [new]) == []
