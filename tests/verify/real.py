"""What `verify` saw on a real release -> whether it is what the committed table says.

    python tests/verify/real.py RELEASE [LABEL=]ANSWER.json... [--write]

`scripts/verify` calls it. A line of the table is one answer: the label of what was asked, where it has one, demand,
subject, what was seen beside what the check says, and the probe; then the demands that nothing decided, and why. Of
findings of another release it says where the code is that ran. Whatever the table says, a probe that was lost and a
disagreement with the check of the same code are failures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

_TABLES = Path(__file__).parent / "real"
_HEAD = "# scripts/verify --write {release}"


def main(arguments: Sequence[str]) -> int:
    """Compare, or with --write renew the table; the exit status."""
    write = "--write" in arguments
    release, *files = [each for each in arguments if each != "--write"]
    labelled = [each.rpartition("=") for each in files]
    asked = [(label, json.loads(Path(file).read_text("utf-8"))) for label, _, file in labelled]
    answers = [answer for _, answer in asked]
    lines = [_HEAD.format(release=release)]
    lines += sorted({line for label, answer in asked for line in table(answer, label)}) + undecided(answers)
    file = _TABLES / f"{release}.txt"
    if write:
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    expected = file.read_text("utf-8").splitlines() if file.is_file() else []
    complaints = [*unified_diff(expected, lines, f"{file.name}, expected", "seen", lineterm="", n=0)]
    complaints += [line for answer in answers for line in lost(answer)]
    print("\n".join(complaints) or f"{release}: {len(lines)} answers, all as expected")
    return 1 if complaints else 0


def table(answer: Mapping[str, Any], label: str) -> Iterator[str]:
    """The answers as lines; what did not import here depends on the machine and is left out."""
    for each in answer["outcomes"]:
        if each["seen"] != "inconclusive":
            told = f"{each['seen']} (check: {each['static'] or 'not asked'}) {each['probe']}"
            where = f" {_ran(each)}" if answer["findings_of"] else ""
            yield f"{f'{label}: ' if label else ''}{each['demand']} {each['symbol']} {told}{where}"


def _ran(outcome: Mapping[str, Any]) -> str:
    """The last place of the evidence."""
    last = outcome["evidence"][-1]
    return f"{last['file']}:{last['line']}"


def undecided(answers: Sequence[Mapping[str, Any]]) -> list[str]:
    """The demands that were asked and that no answer decides, each with the first reason."""
    outcomes = [each for answer in answers for each in answer["outcomes"]]
    decided = {each["demand"] for each in outcomes if each["seen"] != "inconclusive"}
    reasons: dict[str, str] = {}
    for each in outcomes:
        reasons.setdefault(each["demand"], each["reason"] or each["saw"])
    return [f"{ref} undecided: {why}" for ref, why in sorted(reasons.items()) if ref not in decided]


def lost(answer: Mapping[str, Any]) -> list[str]:
    """Probes without an answer, and answers against the check of the same code."""
    runs = [f"{each['ending']}: {each['probe']}: {each['message']}" for each in answer["runs"]]
    against = [
        f"disagreement: {each['demand']} of {each['symbol']}:"
        f" check {each['static']}, run {each['seen']}: {each['saw']}"
        for each in answer["outcomes"]
        if each["standing"] == "refuted" and not answer["findings_of"]
    ]
    return [each for each in runs if not each.startswith("answered")] + against


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
