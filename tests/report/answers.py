"""Answers made up for the tests of reports: small, of a toy engine, and easy to vary with `replace`."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Finding, Report, Severity, Skipped, Step, Table, Tally, Verdict
from flowtrace.findings import Row as Row

KEEPS = Finding(
    invariant="toy/keeps-head",
    refs=("A1",),
    severity=Severity.ERROR,
    verdict=Verdict.BROKEN,
    file="serve/worker.py",
    line=12,
    column=8,
    symbol="Worker.start",
    message="Worker.start replaces the head of its model, which has one of its own.",
    says="A worker leaves a head alone that the model brings along.",
    why="A replaced head predicts another vocabulary, and every proposal is rejected without a word.",
    remedy="Test has_head before sharing the head.",
    evidence=(
        Step("serve/worker.py", 9, "Worker.start", "tests self.shares", "shares is true: assumed"),
        Step("serve/worker.py", 12, "Worker.start", "calls set_head on self.model"),
    ),
    fingerprint="00d1ce00d1ce00d1",
    subject="serve/worker.py::Worker",
)

CALLER = Step("serve/runner.py", 40, "Runner.load", "calls set_taps on the model")

UNBOUND = replace(
    KEEPS,
    invariant="toy/built-first",
    refs=("A2",),
    verdict=Verdict.UNBOUND,
    file="",
    line=0,
    column=0,
    symbol="",
    message="The role graphs finds no call in toy 2.0.",
    why="A graph holds on to the weights it was captured with.",
    remedy="Tell the engine file what the role is called now.",
    evidence=(),
)


def wrapper(name: str, line: int) -> Finding:
    """A warning about a class that wraps a model; several differ in their names only."""
    return Finding(
        invariant="toy/wrapper-has-taps",
        refs=("B1",),
        severity=Severity.WARNING,
        verdict=Verdict.BROKEN,
        file="models/wrappers.py",
        line=line,
        column=0,
        symbol=name,
        message=f"{name} wraps Base, which has set_taps, and does not offer it.",
        says="A wrapper offers the taps of what it wraps.",
        why="The runner asks the wrapper.",
        remedy="Forward set_taps to the wrapped model.",
        evidence=(Step("models/wrappers.py", line, name, "does not define set_taps"), CALLER),
    )


def undecided(name: str) -> Finding:
    """A question about a class that could not be answered."""
    return replace(
        wrapper(name, 7),
        verdict=Verdict.UNKNOWN,
        message=f"The class that {name} wraps is chosen when it runs.",
    )


GREEN = Report(
    tree="./toy",
    engine="toy",
    package="toy",
    version="2.0",
    findings=(),
    undecided=(),
    tallies={"toy/keeps-head": Tally(holds=3), "toy/wrapper-has-taps": Tally(holds=1200, not_applicable=2)},
    skipped=(),
    hashes={},
    files_read=4719,
    files_parsed=416,
    seconds=1.23,
)

RED = replace(
    GREEN,
    findings=(KEEPS,),
    tallies={**GREEN.tallies, "toy/keeps-head": Tally(holds=2, broken=1)},
    hashes={"serve/worker.py": "ab" * 32},
    excerpts={("serve/worker.py", 12): "        self.model.set_head(head)\n"},
)

LATE = replace(
    RED,
    undecided=(replace(undecided("Elm"), unreached=True),),
    late="the time given to this run was up: 1 of 2 invariants not asked to the end",
)

NEEDED = Skipped("models/broken.py", 3, "invalid syntax", needed=True)

TABLE = Table(
    tree="./toy",
    engine="toy",
    version="2.0",
    columns=("kind", "taps", "verdict"),
    rows=(
        Row("models/a.py", "Alpha", {"kind": "target", "taps": "direct", "verdict": "holds"}),
        Row("models/b.py", "Beta", {"kind": "target", "taps": "inherits:Alpha", "verdict": "broken"}),
        Row("models/c.py", "Gamma", {"kind": "draft", "taps": "none", "verdict": "not applicable"}),
    ),
)
