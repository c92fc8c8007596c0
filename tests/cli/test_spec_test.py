"""`flowtrace spec test`: which samples are tried, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from flowtrace import pipeline
from flowtrace.facts import Source
from flowtrace.findings import Finding, Report, Severity, Tally, Verdict
from flowtrace.spec.model import Specs
from tests.cli.conftest import CommandLine
from tests.report.answers import GREEN

ENGINE = """\
engine: mine
package: toy
registry: {modules: "models/*.py", name: MODELS}
roles: {opener: {method: open}}
"""
SPEC = """\
id: mine/opens
refs: [M1]
says: What is registered can be opened.
why: It is asked to.
remedy: Define open.
for: registered
has: opener
"""


def write(name: str, text: str) -> None:
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def naive(specs: Specs, sources: Sequence[Source], version: str | None) -> Report:
    """A check that finds a class on a line without an `open` in the file broken."""
    (source,) = sources
    text = source.data.decode()
    if "def open" in text:
        return replace(GREEN, tallies={"mine/opens": Tally(holds=1)})
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "class" in line)
    broken = Finding(
        "mine/opens", (), Severity.ERROR, Verdict.BROKEN, source.file, line, 0, "X", "X can't be opened"
    )
    return replace(GREEN, findings=(broken,), tallies={"mine/opens": Tally(broken=1)})


@pytest.fixture
def mine(flowtrace: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A user's spec folder `mine`, with an engine and two samples in `samples` beside it."""
    monkeypatch.setattr(pipeline, "check_sources", naive, raising=False)
    write("mine/mine/opens.yaml", SPEC)
    write("samples/engine.yaml", ENGINE)
    write("samples/mine/opens/holds.py", "# file: models/x.py\nclass X:\n    def open(self): ...\n")
    write("samples/mine/opens/breaks.py", "# file: models/x.py\nclass X:  # breaks: mine/opens\n    pass\n")
    return flowtrace


def test_samples_that_agree(mine: CommandLine) -> None:
    run = mine("spec", "test", "mine")
    assert (run.status, run.out) == (0, "1 invariant, 2 samples: all as they say\n")


def test_a_failing_sample_is_one_line(mine: CommandLine) -> None:
    write("samples/mine/opens/breaks.py", "# file: models/x.py\nclass X:\n    pass\n")
    run = mine("spec", "test", "mine")
    assert (run.status, run.out) == (
        1,
        "mine/mine/opens.yaml:1: no sample breaks mine/opens\n"
        "samples/mine/opens/breaks.py:1: expected 1 holds mine/opens, got 1 broken\n"
        "samples/mine/opens/breaks.py:2: unexpected breaks mine/opens: X can't be opened\n"
        "1 invariant, 2 samples: 3 mismatches\n",
    )


def test_an_invariant_without_samples_fails(mine: CommandLine) -> None:
    write("mine/mine/closes.yaml", SPEC.replace("opens", "closes").replace("M1", "M2"))
    run = mine("spec", "test", "mine")
    assert (run.status, run.out.splitlines()[:2]) == (
        1,
        [
            "mine/mine/closes.yaml:1: no sample breaks mine/closes",
            "mine/mine/closes.yaml:1: no sample keeps mine/closes",
        ],
    )


def test_invariants_are_selected(mine: CommandLine) -> None:
    write("mine/mine/closes.yaml", SPEC.replace("opens", "closes").replace("M1", "M2"))
    assert mine("spec", "test", "mine", "--select", "M1").status == 0


def test_samples_of_no_invariant_fail(mine: CommandLine) -> None:
    write("samples/mine/typo/holds.py", "")
    run = mine("spec", "test", "mine")
    assert (run.status, run.out.splitlines()[0]) == (1, "samples/mine/typo: belongs to no invariant")


def test_the_settled_specs_are_tried(mine: CommandLine) -> None:
    write("flowtrace.toml", 'spec = ["mine"]\n')
    assert mine("spec", "test").out == "1 invariant, 2 samples: all as they say\n"


def test_specs_without_samples_are_an_error(flowtrace: CommandLine, tmp_path: Path) -> None:
    write("alone/alone/mine/opens.yaml", SPEC)
    run = flowtrace("spec", "test", "alone/alone")
    assert (run.status, run.err) == (
        2,
        "flowtrace: error: there is no folder 'samples' in or beside alone/alone\n",
    )


def test_a_bad_spec_is_an_error(mine: CommandLine) -> None:
    write("mine/mine/opens.yaml", SPEC.replace("opener", "openr"))
    run = mine("spec", "test", "mine")
    assert (run.status, "did you mean 'opener'?" in run.err) == (2, True)


def test_specs_of_shipped_roles_borrow_the_shipped_engine(mine: CommandLine) -> None:
    Path("samples/engine.yaml").unlink()
    write("mine/mine/opens.yaml", SPEC.replace("opener", "head.getter"))
    seen: list[tuple[str, int]] = []

    def spied(specs: Specs, sources: Sequence[Source], version: str | None) -> Report:
        seen.append((specs.engine.id, len(specs.invariants)))
        return replace(GREEN, tallies={"mine/opens": Tally(holds=1)})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "check_sources", spied, raising=False)
        mine("spec", "test", "mine")
    assert seen == [("toyengine", 1), ("toyengine", 1)]
