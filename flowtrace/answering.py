"""A report narrowed to the target and draft in hand -> whether they can work there, in one sentence.

Of several releases it tells the first in which they can. It judges nothing that the report does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from flowtrace.findings import Finding, Pairing, Report, Severity, Verdict, Works


def answered(
    report: Report, targets: Sequence[str], draft: str, unregistered: Sequence[str], unsized: bool = False
) -> Report:
    """The report with its answer for a target's classes and a draft's class (empty when none was given).

    `unsized`: the target's config was not given, so that its sizes were not compared with the draft's.
    """
    who = f"{' or '.join(targets) or 'the target'} with {f'this {draft}' if draft else 'a draft'}"
    where = f"{report.package} {report.version}" if report.version else f"this {report.package}"
    errors = [each for each in _errors(report.findings) if not each.some_drafts]
    against = [each for each in errors if each.verdict is Verdict.BROKEN]
    if unregistered:
        pairing = Pairing(Works.NO, f"No: {where} registers no class {' or '.join(unregistered)}.")
    elif against:
        pairing = Pairing(Works.NO, f"No: {who} can't work in {where}: {_listed(against)}.")
    elif open_ := _open(report):
        pairing = Pairing(
            Works.UNKNOWN,
            f"Unknown: nothing read keeps {who} from working in {where}{_save(report)}, but {open_}.",
        )
    else:
        apart = ", its sizes left aside" if unsized else ""
        told = f"Yes: nothing read keeps {who} from working in {where}{apart}{_save(report)}{_less(report)}."
        pairing = Pairing(Works.YES, told)
    return replace(report, pairing=pairing)


def _open(report: Report) -> str:
    """What keeps the answer open: a part of it that is missing, or demands of weight that could not be decided."""
    if report.gaps:
        return report.gaps[0]
    unbound = [each for each in report.findings if each.verdict is Verdict.UNBOUND]
    refs = _refs(each for each in _errors((*unbound, *report.undecided)) if not each.some_drafts)
    return f"{', '.join(refs)} could not be decided" if refs else ""


def _save(report: Report) -> str:
    """For which drafts the answer does not stand, while none was given."""
    refs = _refs(each for each in _errors((*report.findings, *report.undecided)) if each.some_drafts)
    if not refs:
        return ""
    several = f"one of {', '.join(refs)} concerns" if len(refs) > 1 else f"{refs[0]} concerns"
    return f", unless {several} the draft (--draft tells)"


def _less(report: Report) -> str:
    """What weighs less than an error, and stays."""
    count = sum(each.severity is not Severity.ERROR for each in report.findings)
    return f" ({count} smaller {'finding' if count == 1 else 'findings'} below)" if count else ""


def _errors(findings: Iterable[Finding]) -> list[Finding]:
    return [each for each in findings if each.severity is Severity.ERROR]


def _refs(findings: Iterable[Finding]) -> list[str]:
    """The short names of the invariants, each once."""
    return list(dict.fromkeys(each.refs[0] if each.refs else each.invariant for each in findings))


def _listed(against: Sequence[Finding]) -> str:
    """The sentences of what stands against it, the target's and draft's own first, the rest by name."""
    ordered = sorted(against, key=lambda each: not each.named)
    kinds = list({each.invariant: each for each in ordered}.values())
    first = kinds[0].message
    rest = _refs(kinds[1:])
    return f"{first} [{(kinds[0].refs or (kinds[0].invariant,))[0]}]" + (
        f"; and {', '.join(rest)}" if rest else ""
    )


def with_first(report: Report, asked: str, first: str | None, tried: Sequence[str]) -> Report:
    """The report whose sentence also tells the first of the releases `asked` for in which the pair can work."""
    assert report.pairing is not None
    if report.late:
        more = f"the time was up before a release of {asked} in which the pair can was found"
    elif first is not None:
        more = f"the first release of {asked} in which the pair can is {first}"
    elif tried:
        more = f"the pair can in none of {asked} ({tried[0]} to {tried[-1]} were checked)"
    else:
        more = f"no release of {asked} could be checked"
    sentence = f"{report.pairing.sentence.removesuffix('.')}; {more}."
    return replace(report, pairing=replace(report.pairing, sentence=sentence))
