"""What `verify` saw on a real release -> whether it is what the committed table says.

    python tests/verify/real.py RELEASE ANSWER.json... [--write]

`scripts/verify` calls it. A line of the table is one answer: demand, subject, what was seen beside what the check
says, and the probe; then the demands that nothing decided, and why. Whatever the table says, a probe that was
lost and a disagreement with the check are failures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLES = Path(__file__).parent / "real"
_PROBES = Path(__file__).parents[2] / "specs/engines/sglang/probe/probes.toml"
_HEAD = "# scripts/verify --write {release}"


def main(arguments: Sequence[str]) -> int:
    """Compare, or with --write renew the table; the exit status."""
    write = "--write" in arguments
    release, *files = [each for each in arguments if each != "--write"]
    answers = [json.loads(Path(each).read_text("utf-8")) for each in files]
    lines = [_HEAD.format(release=release), *table(answers), *undecided(answers, _unasked())]
    file = _TABLES / f"{release}.txt"
    if write:
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    expected = file.read_text("utf-8").splitlines() if file.is_file() else []
    complaints = [*unified_diff(expected, lines, f"{file.name}, expected", "seen", lineterm="", n=0)]
    complaints += [line for answer in answers for line in lost(answer)]
    print("\n".join(complaints) or f"{release}: {len(lines)} answers, all as expected")
    return 1 if complaints else 0


def table(answers: Sequence[dict[str, Any]]) -> list[str]:
    """The answers as sorted lines; what did not import here depends on the machine and is left out."""
    lines = {
        f"{each['demand']} {each['symbol']} {each['seen']} (check: {each['static'] or 'not asked'}) {each['probe']}"
        for answer in answers
        for each in answer["outcomes"]
        if each["seen"] != "inconclusive"
    }
    return sorted(lines)


def undecided(answers: Sequence[dict[str, Any]], unasked: Mapping[str, str]) -> list[str]:
    """The demands that no answer decides, each with the first reason."""
    outcomes = [each for answer in answers for each in answer["outcomes"]]
    decided = {each["demand"] for each in outcomes if each["seen"] != "inconclusive"}
    reasons = dict(unasked)
    for each in outcomes:
        reasons.setdefault(each["demand"], each["reason"] or each["saw"])
    return [f"{ref} undecided: {why}" for ref, why in sorted(reasons.items()) if ref not in decided]


def _unasked() -> dict[str, str]:
    told = tomllib.loads(_PROBES.read_text("utf-8"))["unasked"]
    return {ref: each["why"] for each in told for ref in each["refs"]}


def lost(answer: dict[str, Any]) -> list[str]:
    """Probes without an answer, and answers against the check."""
    runs = [f"{each['ending']}: {each['probe']}: {each['message']}" for each in answer["runs"]]
    against = [
        f"disagreement: {each['demand']} of {each['symbol']}:"
        f" check {each['static']}, run {each['seen']}: {each['saw']}"
        for each in answer["outcomes"]
        if each["standing"] == "refuted"
    ]
    return [each for each in runs if not each.startswith("answered")] + against


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
