"""What a sample says on its lines, and what a check of it reports -> where the two differ.

A mark is a comment such as `# breaks: topic/name` on the line of the finding. Runs no checks, reads no files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from flowtrace.errors import InputError
from flowtrace.findings import Report, Tally, Verdict
from flowtrace.sources.samples import Sample
from flowtrace.spec.model import Invariant, Specs
from flowtrace.spec.problems import nearest

_ON_THE_LINE = ("breaks", "unknown", "todo-breaks")
_OF_THE_WHOLE = ("holds", "not-applicable", "unbound")
_WORDS = (*_ON_THE_LINE, *_OF_THE_WHOLE)

_TOPIC = r"[a-z0-9][\w.-]*/[a-z0-9][\w.-]*"
_MARK = re.compile(rf"#\s*([a-z-]+):\s*({_TOPIC}(?:\s*,\s*{_TOPIC})*)")
_VERSION = re.compile(r"^# version: *(\S+)\s*$", re.MULTILINE)

_NEEDED = {"breaks": {"breaks", "todo-breaks"}, "keeps": {"holds", "not-applicable"}}
_VERDICTS = {Verdict.BROKEN: "breaks", Verdict.UNKNOWN: "unknown", Verdict.UNBOUND: "unbound"}


@dataclass(frozen=True, order=True)
class Mark:
    """One expectation: in which file of the sample's package and on which line, what, of which invariant."""

    file: str
    line: int
    word: str
    invariant: str


@dataclass(frozen=True, order=True)
class Mismatch:
    """One difference between a sample and the report of its check, where it shows in the sample."""

    path: Path
    line: int
    text: str


def marks(sample: Sample, specs: Specs) -> tuple[Mark, ...]:
    """The expectations of a sample, in order; a misspelt one is an error, since it would expect nothing."""
    ids = {invariant.id for invariant in specs.invariants}
    return tuple(
        mark
        for source in sample.sources
        if source.file in sample.written
        for mark in _marks(source.file, source.data.decode("utf-8"), sample.written[source.file], ids)
    )


def version(sample: Sample) -> str | None:
    """The release that the sample is taken for: what its line `# version: X` says, else newer than all."""
    for source in sample.sources:
        if source.file in sample.written and (found := _VERSION.search(source.data.decode("utf-8"))):
            return found[1]
    return None


def asked(sample: Sample, expected: Iterable[Mark], specs: Specs) -> Specs:
    """The specs with only the invariants that the sample is about, and those that must hold before them."""
    by_id = {invariant.id: invariant for invariant in specs.invariants}
    pending = _about(sample, expected)
    chosen: set[str] = set()
    while pending:
        chosen |= pending
        pending = {before for each in pending for before in by_id[each].after} - chosen
    return replace(specs, invariants=tuple(each for each in specs.invariants if each.id in chosen))


def mismatches(sample: Sample, expected: Sequence[Mark], report: Report) -> tuple[Mismatch, ...]:
    """Where the report of `asked` differs from what the sample expects, in order."""
    about = _about(sample, expected)
    found = {
        Mark(each.file, each.line, _VERDICTS[each.verdict], each.invariant): each.message
        for each in (*report.findings, *report.undecided)
        if each.invariant in about
    }
    return tuple(
        sorted(
            {
                *_on_the_lines(sample, expected, found),
                *_of_the_whole(sample, expected, {mark for mark in found if mark.word == "unbound"}),
                *_without_an_answer(sample, expected, report),
            }
        )
    )


def unproven(
    invariants: Iterable[Invariant], tried: Iterable[tuple[Sample, Sequence[Mark]]]
) -> tuple[Mismatch, ...]:
    """The invariants that no sample breaks, or that no sample keeps silent.

    One that is only asked of a user's draft or target is left out: samples bring none.
    """
    shown: dict[str, set[str]] = {}
    for sample, expected in tried:
        words = {mark.word for mark in expected if mark.invariant == sample.topic}
        shown.setdefault(sample.topic, set()).update(words or {"holds"})
    return tuple(
        Mismatch(Path(each.origin.path), each.origin.line, f"no sample {what} {each.id}")
        for each in invariants
        for what, words in _NEEDED.items()
        if not each.needs and words.isdisjoint(shown.get(each.id, ()))
    )


def _marks(file: str, text: str, path: Path, ids: set[str]) -> Iterator[Mark]:
    for number, line in enumerate(text.split("\n"), start=1):
        for word, listed in _MARK.findall(line):
            names = re.split(r"\s*,\s*", listed)
            if word in _WORDS:
                for name in names:
                    if name not in ids:
                        hint = nearest(name, ids, listed=0)
                        raise InputError(f"{path}:{number}: there is no invariant '{name}'{hint}")
                    yield Mark(file, number, word, name)
            elif ids.intersection(names):  # else a comment of another kind, such as `# file: models/x.py`
                raise InputError(f"{path}:{number}: '{word}' is no mark{nearest(word, _WORDS)}")


def _about(sample: Sample, expected: Iterable[Mark]) -> set[str]:
    return {sample.topic, *(mark.invariant for mark in expected)}


def _on_the_lines(sample: Sample, expected: Sequence[Mark], found: dict[Mark, str]) -> Iterator[Mismatch]:
    gaps = {replace(mark, word="breaks"): mark for mark in expected if mark.word == "todo-breaks"}
    wanted = {mark for mark in expected if mark.word in ("breaks", "unknown")}
    for mark in wanted - found.keys():
        yield _mismatch(sample, mark, f"expected {mark.word} {mark.invariant}")
    for mark, message in found.items():
        if mark in gaps:
            yield _mismatch(sample, mark, f"the gap is closed, make it `# breaks: {mark.invariant}`")
        elif mark not in wanted and mark.word != "unbound":
            yield _mismatch(sample, mark, f"unexpected {mark.word} {mark.invariant}: {message}")


def _of_the_whole(sample: Sample, expected: Sequence[Mark], found: set[Mark]) -> Iterator[Mismatch]:
    wanted = {mark.invariant: mark for mark in expected if mark.word == "unbound"}
    unbound = {mark.invariant for mark in found}
    for invariant in wanted.keys() - unbound:
        yield _mismatch(sample, wanted[invariant], f"expected unbound {invariant}")
    for invariant in unbound - wanted.keys():
        yield Mismatch(sample.path, 1, f"unexpected unbound {invariant}")


def _without_an_answer(sample: Sample, expected: Sequence[Mark], report: Report) -> Iterator[Mismatch]:
    """Silence is no answer: what has no mark must hold, or be marked as not applicable."""
    for invariant in _about(sample, expected):
        words = {mark.word for mark in expected if mark.invariant == invariant}
        tally = report.tallies.get(invariant, Tally())
        holding = sum(mark.word == "holds" and mark.invariant == invariant for mark in expected)
        if tally.holds < (holding if words else 1):
            yield Mismatch(sample.path, 1, f"expected {holding or 1} holds {invariant}, got {_given(tally)}")
        elif words == {"not-applicable"} and (tally.holds or not tally.not_applicable):
            yield Mismatch(sample.path, 1, f"expected not-applicable {invariant}, got {_given(tally)}")


def _given(tally: Tally) -> str:
    verdicts = {
        "holds": tally.holds,
        "broken": tally.broken,
        "unknown": tally.unknown,
        "not applicable": tally.not_applicable,
        "unbound": tally.unbound,
    }
    return ", ".join(f"{count} {name}" for name, count in verdicts.items() if count) or "no verdict"


def _mismatch(sample: Sample, mark: Mark, text: str) -> Mismatch:
    """The mismatch where it is written; in a common file, at the sample that made it show."""
    if mark.file in sample.written:
        return Mismatch(sample.written[mark.file], mark.line, text)
    return Mismatch(sample.path, 1, f"{text} (in {mark.file}:{mark.line})")
