"""Answers: verdicts, findings and tables, as frozen plain values, their order and their fingerprints.

Nothing here looks at source or specs; reporters read these values and nothing else.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from flowtrace.facts import Ignore

_CITED_LINE = re.compile(r"(?<=\.py):\d+")


class Verdict(str, Enum):
    """What is known of one invariant for one subject."""

    HOLDS = "holds"
    BROKEN = "broken"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"
    UNBOUND = "unbound"


class Severity(str, Enum):
    """How much a broken invariant weighs."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error."""
        return ("info", "warning", "error").index(self.value)


@dataclass(frozen=True)
class Step:
    """One step of the path through the code: where, in which symbol, what happens, under which guard."""

    file: str
    line: int
    symbol: str
    what: str
    guard: str | None = None


@dataclass(frozen=True)
class Finding:
    """A verdict worth telling about one subject of one invariant.

    `file` is relative to the analysed package; with `outside` it is a file of the user's own, such as the one
    with the suppressions, as the working directory sees it. `line` is 1-based, `column` 0-based; `symbol` is
    qualified in its file; `message` says what is wrong here, with names. `fingerprint` survives moved lines.
    `subject` is the key of the one that was asked, file and symbol: the fault may lie in a part or a base of it.
    `some_drafts` is set while no draft is in hand and it depends on the draft whether it is concerned.
    """

    invariant: str
    refs: tuple[str, ...]
    severity: Severity
    verdict: Verdict
    file: str
    line: int
    column: int
    symbol: str
    message: str
    says: str = ""
    why: str = ""
    remedy: str = ""
    evidence: tuple[Step, ...] = ()
    fingerprint: str = ""
    named: bool = False  # the user named this class with --target or --draft
    outside: bool = False
    subject: str = ""
    unreached: bool = False  # undecided because the time given to the run was up
    some_drafts: bool = False


@dataclass(frozen=True)
class Confirmed:
    """Something that holds for the draft in hand: what, and the steps that show it."""

    invariant: str
    refs: tuple[str, ...]
    message: str
    evidence: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Judgement:
    """One invariant asked of one subject: the verdict, and for a broken or unknown one its finding.

    `confirmed` is there for one that holds for a draft in hand and has something to show.
    """

    invariant: str
    subject: str
    verdict: Verdict
    finding: Finding | None = None
    confirmed: Confirmed | None = None


@dataclass(frozen=True)
class Tally:
    """How often each verdict was given for one invariant."""

    holds: int = 0
    broken: int = 0
    unknown: int = 0
    not_applicable: int = 0
    unbound: int = 0


@dataclass(frozen=True)
class Skipped:
    """A file that was not analysed, and why; `needed` when a role, a base or an entered helper wanted it."""

    file: str
    line: int
    reason: str
    needed: bool = False


@dataclass(frozen=True)
class Suppressed:
    """A finding that the user wants hidden, the reason given, and where it is written: file and line."""

    finding: Finding
    reason: str
    place: str


class Works(str, Enum):
    """Whether a pair can work in a release."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Pairing:
    """The answer for the target, and the draft, that the user named: whether they can work, in one sentence."""

    works: Works
    sentence: str


@dataclass(frozen=True)
class Report:
    """The whole answer of `check`: findings and undecided questions in order, tallies and what was read.

    `version` is None when the tree tells none and is then taken as newer than all. `hashes` maps each cited
    file to the SHA-256 of its bytes. `location` is the package folder as the working directory sees it,
    posix, when it lies below it. `ignores` are the comments of the tree that silence findings; what a
    suppression or a baseline took out of `findings` and `undecided` is in `suppressed` and `inherited`.
    `asked` is what the user gave besides the tree; `targets` is there when it was asked for.
    `judgements` are all that were made, by invariant and subject, whatever was taken out. `late` says what was
    left undone when the time given to the run was up; it is empty when nothing was.
    """

    tree: str
    engine: str
    package: str
    version: str | None
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    tallies: Mapping[str, Tally]
    skipped: tuple[Skipped, ...]
    hashes: Mapping[str, str]
    files_read: int
    files_parsed: int
    seconds: float
    notes: tuple[str, ...] = ()
    excerpts: Mapping[tuple[str, int], str] = field(
        default_factory=dict
    )  # (file, line) -> text: cited, or near one
    location: str | None = None
    ignores: tuple[Ignore, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    inherited: tuple[Finding, ...] = ()
    confirmed: tuple[Confirmed, ...] = ()  # what holds for the draft in hand
    pairing: Pairing | None = None  # when a target was named
    asked: Mapping[str, str] = field(default_factory=dict)  # name of an option -> what was given for it
    targets: Table | None = None
    judgements: tuple[Judgement, ...] = ()
    late: str = ""

    @property
    def gaps(self) -> tuple[str, ...]:
        """Why this is not the whole answer, in sentences without a full stop; empty when it is."""
        needed = [each for each in self.skipped if each.needed]
        more = f" (and {len(needed) - 1} more)" if needed[1:] else ""
        found = [
            f"a needed file can't be parsed: {each.file}:{each.line}: {each.reason}{more}"
            for each in needed[:1]
        ]
        return (*found, *([self.late] if self.late else []))


@dataclass(frozen=True)
class Row:
    """One registered class in the table of `targets`: file and class, then a cell for each column."""

    file: str
    symbol: str
    cells: Mapping[str, str]


@dataclass(frozen=True)
class Table:
    """The answer of `targets`: named columns, one row for each registered class, sorted by file and class."""

    tree: str
    engine: str
    version: str | None
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def fingerprinted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in report order, each with its fingerprint.

    A fingerprint is 16 hexadecimal digits of SHA-256 over invariant, verdict, file, symbol and message (but
    not the lines it cites); equal ones get an ordinal, in source order.
    """
    seen: Counter[str] = Counter()
    result = []
    for finding in ordered(findings):
        message = _CITED_LINE.sub("", finding.message)
        key = "\0".join((finding.invariant, finding.verdict.value, finding.file, finding.symbol, message))
        ordinal = seen[key]
        seen[key] += 1
        digest = hashlib.sha256(f"{key}\0{ordinal}".encode()).hexdigest()[:16]
        result.append(replace(finding, fingerprint=digest))
    return tuple(result)


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings as reports have them: heaviest first, then by invariant and place."""
    return tuple(sorted(findings, key=_order))


def _order(finding: Finding) -> tuple[object, ...]:
    return (
        -finding.severity.rank,
        finding.invariant,
        finding.file,
        finding.line,
        finding.column,
        finding.symbol,
        finding.message,
    )


def tallied(judgements: Iterable[Judgement]) -> dict[str, Tally]:
    """Invariant id -> how often each verdict was given, sorted by id."""
    counts: dict[str, Counter[Verdict]] = {}
    for judgement in judgements:
        counts.setdefault(judgement.invariant, Counter())[judgement.verdict] += 1
    return {
        invariant: Tally(
            holds=count[Verdict.HOLDS],
            broken=count[Verdict.BROKEN],
            unknown=count[Verdict.UNKNOWN],
            not_applicable=count[Verdict.NOT_APPLICABLE],
            unbound=count[Verdict.UNBOUND],
        )
        for invariant, count in sorted(counts.items())
    }
