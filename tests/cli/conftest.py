"""A pipeline that answers from memory, so that the command line is tested alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from flowtrace import pipeline
from flowtrace.cli import main
from flowtrace.diff import Survey
from flowtrace.findings import Report, Table
from flowtrace.seam import Seam
from flowtrace.spec.model import Clause, Engine, Invariant, Origin, Specs
from tests.report.answers import GREEN, TABLE


@dataclass
class Run:
    """What a command did: its exit status and what it wrote."""

    status: int
    out: str
    err: str


@dataclass
class CommandLine:
    """Runs commands against a pipeline that returns `report`, `table` and `specs`, or raises `failure`.

    A tree named in `reports`, `tables` or `failures` has an answer of its own.
    """

    capture: pytest.CaptureFixture[str]
    specs: Specs
    report: Report = GREEN
    table: Table = TABLE
    failure: BaseException | None = None
    reports: dict[str, Report] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    failures: dict[str, BaseException] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)  # what the pipeline was last given

    def __call__(self, *arguments: str) -> Run:
        status = main(arguments)
        written = self.capture.readouterr()
        return Run(status, written.out, written.err)

    def answer(self, answer: Any, **given: Any) -> Any:
        self.asked = given
        failure = self.failures.get(given.get("tree", ""), self.failure)
        if failure:
            raise failure
        return answer


@pytest.fixture
def flowtrace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> CommandLine:
    """`flowtrace("check", "tree")` runs that command in an empty folder."""
    line = CommandLine(capsys, toy(tmp_path / "specs"))
    fakes = {
        "Options": SimpleNamespace,
        "check": lambda tree, options: line.answer(
            line.reports.get(tree, line.report), tree=tree, options=options
        ),
        "targets": lambda tree, options, **how: line.answer(
            line.tables.get(tree, line.table), tree=tree, options=options, **how
        ),
        "survey": lambda tree, options: Survey(
            line.answer(line.reports.get(tree, line.report), tree=tree, options=options),
            line.tables.get(tree, line.table),
            Seam(),
        ),
        "specs": lambda options: line.answer(line.specs, options=options),
    }
    for name, fake in fakes.items():
        monkeypatch.setattr(pipeline, name, fake, raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return line


def toy(folder: Path) -> Specs:
    """Two invariants in files, the first with samples, and an engine with an example for the help."""
    invariants = []
    for name, ref in (("keeps-head", "A1"), ("built-first", "A2")):
        file = folder / "toy" / f"{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"id: toy/{name}\n")
        clause = Clause(kinds={"does": {"call": "head"}, "never": {"call": "both"}})
        invariants.append(
            Invariant(
                id=f"toy/{name}",
                refs=(ref,),
                says=f"It {name}.",
                why="",
                remedy="",
                severity={"default": "warning", "named": "error"},
                clauses=(clause, clause),
                origin=Origin(str(file)),
            )
        )
    samples = folder.parent / "samples" / "toy" / "keeps-head"
    samples.mkdir(parents=True)
    (samples / "holds.py").touch()
    engine = Engine(
        id="toy", package="toy", root="", version=(), registry={}, roles={}, examples={"tree": "toy==2.0"}
    )
    return Specs(engine=engine, invariants=tuple(invariants), worlds={})
