"""The order and the fingerprints of findings."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Finding, Severity, Verdict, fingerprinted

FINDING = Finding("toy/a", (), Severity.ERROR, Verdict.UNKNOWN, "a.py", 3, 0, "A.f", "see models/b.py:17")


def fingerprints(*findings: Finding) -> list[str]:
    return [each.fingerprint for each in fingerprinted(findings)]


def test_moved_lines_keep_the_fingerprint() -> None:
    assert fingerprints(FINDING) == fingerprints(replace(FINDING, line=90, message="see models/b.py:18"))


def test_another_file_in_the_message_is_another_fingerprint() -> None:
    assert fingerprints(FINDING) != fingerprints(replace(FINDING, message="see models/c.py:17"))


def test_equal_findings_are_told_apart_in_source_order() -> None:
    later = replace(FINDING, line=9)
    assert fingerprints(later, FINDING) == fingerprints(FINDING, later)
    assert len(set(fingerprints(FINDING, later))) == 2
