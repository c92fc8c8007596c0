"""A report and the suppressions of a project -> the report without what they hide, and findings of their own.

A suppression that hides nothing, has expired, hides more than it says or can't be understood is itself a
finding, with an id that begins with `flowtrace/`. Where suppressions are written is known to `settings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from glob import escape

from flowtrace.facts import Ignore
from flowtrace.findings import Finding, Report, Severity, Suppressed, Verdict, fingerprinted, ordered

# What flowtrace states of suppressions: id -> says, why, remedy.
OWN = {
    "flowtrace/unused-suppression": (
        "Every suppression hides a finding.",
        "It may hide another fault later, and nobody would know that the one it was written for is gone.",
        "Remove it.",
    ),
    "flowtrace/expired-suppression": (
        "No suppression outlives its date.",
        "What it hid was to be looked at again by now; it hides nothing any longer.",
        "Mend what it hid, or decide anew and give it another date.",
    ),
    "flowtrace/grown-suppression": (
        "A suppression hides no more findings than its count.",
        "A wide pattern goes on matching while what it hides grows.",
        "Look at what it hides; then narrow it, or raise its count.",
    ),
    "flowtrace/malformed-suppression": (
        "A comment that hides findings names invariants and a reason.",
        "It hides nothing, although it looks as if it did.",
        "Write it as: # flowtrace: ignore[ID] reason",
    ),
}


@dataclass(frozen=True)
class Suppression:
    """An entry of the project's file: which findings it hides, up to `count` of them, and why.

    `invariant`, `file` and `symbol` may be patterns; `place` is the file that holds the entry, as the working
    directory sees it, and its line.
    """

    invariant: str
    reason: str
    place: tuple[str, int]
    file: str = "*"
    symbol: str = "*"
    owner: str | None = None
    expires: date | None = None
    count: int = 1


Rule = Suppression | Ignore
Hits = dict[Rule, list[Finding]]


def applied(
    report: Report,
    suppressions: Sequence[Suppression],
    *,
    today: date,
    unused: Severity | None = Severity.WARNING,
    narrowed: bool = False,
) -> Report:
    """The report without what suppressions and the tree's comments hide, with findings about these.

    `unused` is how much an unused one weighs, None when nobody cares. In a `narrowed` run, those for
    invariants that were not asked can't be judged; in an incomplete one, that one hides too little tells nothing.
    """
    sound: list[Rule] = [
        *(each for each in suppressions if not _expired(each, today)),
        *(each for each in report.ignores if not _fault(each)),
    ]
    hits = _hits((*report.findings, *report.undecided), sound)
    hidden = {id(finding): rule for rule, findings in hits.items() for finding in findings}
    idle = [each for each in sound if each not in hits and _asked(each, report, narrowed) and not report.gaps]
    own = [
        *(_outdated(each) for each in suppressions if _expired(each, today)),
        *(_malformed(each, fault) for each in report.ignores if (fault := _fault(each))),
        *(_unused(each, unused) for each in idle if unused),
        *_grown(hits),
    ]
    kept = [each for each in report.findings if id(each) not in hidden]
    everything = (*report.findings, *report.undecided)
    return replace(
        report,
        findings=ordered((*kept, *fingerprinted(own))),
        undecided=tuple(each for each in report.undecided if id(each) not in hidden),
        suppressed=tuple(_suppressed(each, hidden[id(each)]) for each in everything if id(each) in hidden),
        notes=(*report.notes, *(() if report.gaps else _shrunk(hits))),
    )


def hiding(
    findings: Sequence[Finding], reason: str, owner: str | None, expires: date | None
) -> list[Suppression]:
    """Suppressions that hide these findings and no others of today: one for each place, sorted."""
    counts = Counter((one.invariant, escape(one.file), escape(one.symbol)) for one in findings)
    return [
        Suppression(invariant, reason, ("", 0), file, symbol, owner, expires, count)
        for (invariant, file, symbol), count in sorted(counts.items())
    ]


def _hits(findings: Iterable[Finding], rules: Sequence[Rule]) -> Hits:
    """Each rule that hides something, with what it hides; the first rule that matches a finding has it."""
    hits: Hits = {}
    for finding in findings:
        rule = next((each for each in rules if _hides(each, finding)), None)
        if rule is not None:
            hits.setdefault(rule, []).append(finding)
    return hits


def _hides(rule: Rule, finding: Finding) -> bool:
    if not any(_means(word, name) for word in _words(rule) for name in (finding.invariant, *finding.refs)):
        return False
    if isinstance(rule, Ignore):
        return finding.file == rule.file and rule.first <= finding.line <= rule.last
    return fnmatchcase(finding.file, rule.file) and fnmatchcase(finding.symbol, rule.symbol)


def _words(rule: Rule) -> tuple[str, ...]:
    return rule.invariants if isinstance(rule, Ignore) else (rule.invariant,)


def _means(word: str, name: str) -> bool:
    return name.startswith(word) if word.endswith("/") else fnmatchcase(name, word)


def _asked(rule: Rule, report: Report, narrowed: bool) -> bool:
    return not narrowed or any(_means(word, name) for word in _words(rule) for name in report.tallies)


def _expired(suppression: Suppression, today: date) -> bool:
    return suppression.expires is not None and suppression.expires < today


def _fault(comment: Ignore) -> str:
    """What keeps a comment from being understood, or nothing."""
    if not comment.invariants:
        return "names no invariant"
    return "" if comment.reason else "gives no reason"


def _outdated(suppression: Suppression) -> Finding:
    message = f"The suppression of {_described(suppression)} expired on {suppression.expires}."
    return _finding("expired-suppression", suppression, Severity.WARNING, message)


def _malformed(comment: Ignore, fault: str) -> Finding:
    return _finding("malformed-suppression", comment, Severity.WARNING, f"The comment {fault}.")


def _unused(rule: Rule, severity: Severity) -> Finding:
    what = "comment that ignores" if isinstance(rule, Ignore) else "suppression of"
    return _finding("unused-suppression", rule, severity, f"The {what} {_described(rule)} hides nothing.")


def _grown(hits: Hits) -> Iterator[Finding]:
    """Those that hide more than they may: as heavy as the worst they hide, so that no gate lets it pass."""
    for rule, findings in hits.items():
        if isinstance(rule, Suppression) and len(findings) > rule.count:
            worst = max((each.severity for each in findings), key=lambda each: each.rank)
            message = (
                f"The suppression of {_described(rule)} hides {len(findings)} findings,"
                f" and its count is {rule.count}."
            )
            yield _finding("grown-suppression", rule, worst, message)


def _shrunk(hits: Hits) -> Iterator[str]:
    for rule, findings in hits.items():
        if isinstance(rule, Suppression) and len(findings) < rule.count:
            yield (
                f"{_place(rule)}: the suppression of {_described(rule)} hides {len(findings)} of the"
                f" {rule.count} findings it may; its count can be lowered"
            )


def _described(rule: Rule) -> str:
    if isinstance(rule, Ignore):
        return ", ".join(rule.invariants)
    symbol = "" if rule.symbol == "*" else f" at {rule.symbol}"
    file = "" if rule.file == "*" else f" in {rule.file}"
    return f"{rule.invariant}{symbol}{file}"


def _place(rule: Rule) -> str:
    file, line = (rule.file, rule.line) if isinstance(rule, Ignore) else rule.place
    return f"{file}:{line}"


def _suppressed(finding: Finding, rule: Rule) -> Suppressed:
    owner = f" ({rule.owner})" if isinstance(rule, Suppression) and rule.owner else ""
    return Suppressed(finding, f"{rule.reason}{owner}", _place(rule))


def _finding(name: str, rule: Rule, severity: Severity, message: str) -> Finding:
    file, line = rule.place if isinstance(rule, Suppression) else (rule.file, rule.line)
    says, why, remedy = OWN[f"flowtrace/{name}"]
    return Finding(
        invariant=f"flowtrace/{name}",
        refs=(),
        severity=severity,
        verdict=Verdict.BROKEN,
        file=file,
        line=line,
        column=0,
        symbol="",
        message=message,
        says=says,
        why=why,
        remedy=remedy,
        outside=isinstance(rule, Suppression),
    )
