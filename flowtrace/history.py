"""Reports of many releases, one after the other -> when each invariant broke and was fixed.

Of each report only numbers are kept, so that many releases need no more memory than one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flowtrace.findings import Finding, Report, Tally, Verdict


@dataclass(frozen=True)
class Answer:
    """What one release says of one invariant: the worst verdict, and how many findings there are."""

    verdict: Verdict
    findings: int = 0


@dataclass(frozen=True)
class Release:
    """One release: its version and the answers by invariant; `failure` tells why there are none."""

    version: str
    answers: Mapping[str, Answer]
    incomplete: bool = False
    failure: str = ""


@dataclass(frozen=True)
class Course:
    """One invariant over all releases; None stands for a release that could not be checked.

    `turns` are the releases that have findings when the one checked before had none (True), or the other way
    round (False).
    """

    invariant: str
    answers: tuple[Answer | None, ...]
    turns: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class History:
    """The answer of `releases`: the releases, oldest first, and a course for each invariant that broke."""

    package: str
    releases: tuple[Release, ...]
    courses: tuple[Course, ...]


def release(version: str, report: Report, *, named: bool = False) -> Release:
    """The numbers of a report; with `named` only findings about the class the user named count."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.named or not named:
            found.setdefault(finding.invariant, []).append(finding)
    return Release(
        version=version,
        answers={
            name: _answer(tally, found.get(name, []), named) for name, tally in sorted(report.tallies.items())
        },
        incomplete=bool(report.gaps),
    )


def history(package: str, releases: Sequence[Release]) -> History:
    """The courses of all invariants that were broken or unbound somewhere, sorted by id."""
    names = sorted({name for each in releases for name, answer in each.answers.items() if answer.findings})
    return History(package, tuple(releases), tuple(_course(name, releases) for name in names))


def _answer(tally: Tally, findings: Sequence[Finding], named: bool) -> Answer:
    if any(each.verdict is Verdict.BROKEN for each in findings):
        return Answer(Verdict.BROKEN, len(findings))
    if findings:
        return Answer(Verdict.UNBOUND, len(findings))
    if tally.unknown and not named:
        return Answer(Verdict.UNKNOWN)
    return Answer(Verdict.HOLDS if tally.holds else Verdict.NOT_APPLICABLE)


def _course(invariant: str, releases: Sequence[Release]) -> Course:
    answers: list[Answer | None] = []
    turns: list[tuple[str, bool]] = []
    broken = False
    for each in releases:
        answer = None if each.failure else each.answers.get(invariant, Answer(Verdict.NOT_APPLICABLE))
        answers.append(answer)
        if answer is not None and bool(answer.findings) is not broken:
            broken = not broken
            turns.append((each.version, broken))
    return Course(invariant, tuple(answers), tuple(turns))
