"""Marks of a sample against the report of its check."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.expectations import Mark, asked, marks, mismatches, unproven, version
from flowtrace.facts import Source
from flowtrace.findings import Finding, Report, Severity, Tally, Verdict
from flowtrace.sources.samples import Sample
from flowtrace.spec.model import Clause, Engine, Invariant, Origin, Specs

HOLDS = {"a/b": Tally(holds=1)}


def sample(*lines: str) -> Sample:
    path = Path("samples/a/b/x.py")
    return Sample(path, "a/b", (Source("m.py", "toy.m", "\n".join(lines).encode()),), {"m.py": path})


def invariant(name: str, *after: str, needs: str | None = None) -> Invariant:
    clause = Clause(kinds={"does": {"call": "x"}})
    return Invariant(
        id=name, refs=(), says="", why="", remedy="", severity="error", clauses=(clause,), after=after,
        needs=needs, origin=Origin("specs/a/b.yaml", 3),
    )  # fmt: skip


def specs(*invariants: Invariant) -> Specs:
    engine = Engine(id="toy", package="toy", root="", version=(), registry={}, roles={})
    return Specs(engine, invariants or (invariant("a/b"), invariant("a/c")), {})


def finding(line: int, verdict: Verdict = Verdict.BROKEN, name: str = "a/b", file: str = "m.py") -> Finding:
    return Finding(name, (), Severity.ERROR, verdict, file, line, 0, "X.run", "it is wrong")


def report(*findings: Finding, tallies: dict[str, Tally] | None = None) -> Report:
    unknown = tuple(each for each in findings if each.verdict is Verdict.UNKNOWN)
    told = tuple(each for each in findings if each.verdict is not Verdict.UNKNOWN)
    return Report(
        tree="", engine="toy", package="toy", version=None, findings=told, undecided=unknown,
        tallies=tallies or {}, skipped=(), hashes={}, files_read=1, files_parsed=1, seconds=0,
    )  # fmt: skip


def told(given: Sample, answer: Report) -> list[str]:
    found = mismatches(given, marks(given, specs()), answer)
    return [f"{each.path}:{each.line}: {each.text}" for each in found]


def test_a_mark_is_read_from_its_line() -> None:
    assert marks(sample("x = 1", "x = 2  # breaks: a/b"), specs()) == (Mark("m.py", 2, "breaks", "a/b"),)


def test_a_mark_may_name_several() -> None:
    assert [each.invariant for each in marks(sample("x  # unknown: a/b, a/c"), specs())] == ["a/b", "a/c"]


def test_other_comments_are_no_marks() -> None:
    assert marks(sample("# note: see a/b", "# type: ignore", "# file: a/b.py"[:6]), specs()) == ()


def test_a_misspelt_mark_is_an_error() -> None:
    with pytest.raises(InputError, match=r"x\.py:1: 'break' is no mark; did you mean 'breaks'\?"):
        marks(sample("x = 1  # break: a/b"), specs())


def test_a_misspelt_invariant_is_an_error() -> None:
    with pytest.raises(InputError, match=r"x\.py:1: there is no invariant 'a/bb'; did you mean 'a/b'\?"):
        marks(sample("x = 1  # breaks: a/bb"), specs())


def test_a_sample_is_newer_than_all_unless_it_says() -> None:
    assert (version(sample("x")), version(sample("x", "# version: 0.5.9"))) == (None, "0.5.9")


def test_only_what_a_sample_is_about_is_asked() -> None:
    chain = specs(invariant("a/b", "a/c"), invariant("a/c", "a/d"), invariant("a/d"), invariant("a/e"))
    assert [each.id for each in asked(sample(), (), chain).invariants] == ["a/b", "a/c", "a/d"]


def test_what_is_marked_is_asked_too() -> None:
    assert [each.id for each in asked(sample(), [Mark("m.py", 1, "breaks", "a/c")], specs()).invariants] == [
        "a/b",
        "a/c",
    ]


def test_a_found_break_agrees() -> None:
    assert told(sample("x  # breaks: a/b"), report(finding(1))) == []


def test_a_break_elsewhere_is_two_mismatches() -> None:
    assert told(sample("x  # breaks: a/b", "y"), report(finding(2))) == [
        "samples/a/b/x.py:1: expected breaks a/b",
        "samples/a/b/x.py:2: unexpected breaks a/b: it is wrong",
    ]


def test_an_unknown_is_no_break() -> None:
    assert told(sample("x  # breaks: a/b"), report(finding(1, Verdict.UNKNOWN))) == [
        "samples/a/b/x.py:1: expected breaks a/b",
        "samples/a/b/x.py:1: unexpected unknown a/b: it is wrong",
    ]


def test_a_known_gap_stays_silent() -> None:
    assert told(sample("x  # todo-breaks: a/b"), report(tallies=HOLDS)) == []


def test_a_closed_gap_is_told() -> None:
    assert told(sample("x  # todo-breaks: a/b"), report(finding(1))) == [
        "samples/a/b/x.py:1: the gap is closed, make it `# breaks: a/b`"
    ]


def test_silence_must_be_an_answer() -> None:
    assert told(sample("x"), report(tallies={"a/b": Tally(not_applicable=2)})) == [
        "samples/a/b/x.py:1: expected 1 holds a/b, got 2 not applicable"
    ]


def test_what_holds_is_silent() -> None:
    assert told(sample("x"), report(tallies=HOLDS)) == []


def test_as_many_hold_as_are_marked() -> None:
    lines = ("x  # breaks: a/b", "y  # holds: a/b", "z  # holds: a/b")
    assert told(sample(*lines), report(finding(1), tallies=HOLDS)) == [
        "samples/a/b/x.py:1: expected 2 holds a/b, got 1 holds"
    ]


def test_not_applicable_agrees() -> None:
    given = sample("# not-applicable: a/b")
    assert told(given, report(tallies={"a/b": Tally(not_applicable=1)})) == []


def test_not_applicable_must_not_hold() -> None:
    assert told(sample("# not-applicable: a/b"), report(tallies=HOLDS)) == [
        "samples/a/b/x.py:1: expected not-applicable a/b, got 1 holds"
    ]


def test_unbound_agrees_wherever_it_is_told() -> None:
    assert told(sample("# unbound: a/b"), report(finding(7, Verdict.UNBOUND, file="engine.yaml"))) == []


def test_unbound_is_told() -> None:
    answer = report(finding(7, Verdict.UNBOUND), tallies={"a/b": Tally(unbound=1)})
    assert told(sample("x"), answer) == [
        "samples/a/b/x.py:1: expected 1 holds a/b, got 1 unbound",
        "samples/a/b/x.py:1: unexpected unbound a/b",
    ]


def test_what_is_only_asked_before_does_not_count() -> None:
    assert told(sample("x"), report(finding(1, Verdict.UNBOUND, "a/c"), tallies=HOLDS)) == []


def test_a_finding_in_a_common_file_is_told_at_the_sample() -> None:
    assert told(sample("x"), report(finding(4, file="common.py"), tallies=HOLDS)) == [
        "samples/a/b/x.py:1: unexpected breaks a/b: it is wrong (in common.py:4)"
    ]


def test_an_invariant_must_be_seen_to_break_and_to_stay_silent() -> None:
    tried = [(sample("x"), ())]
    assert [each.text for each in unproven([invariant("a/b")], tried)] == ["no sample breaks a/b"]


def test_a_known_gap_counts_as_a_break() -> None:
    tried = [(sample(), ()), (sample(), [Mark("m.py", 1, "todo-breaks", "a/b")])]
    assert unproven([invariant("a/b")], tried) == ()


def test_an_invariant_without_samples_is_told_where_it_is_written() -> None:
    first = unproven([invariant("a/b")], [])[0]
    assert (str(first.path), first.line, first.text) == (
        "specs/a/b.yaml",
        3,
        "no sample breaks a/b",
    )


def test_what_needs_a_draft_has_no_samples() -> None:
    assert unproven([invariant("a/b", needs="draft")], []) == ()
