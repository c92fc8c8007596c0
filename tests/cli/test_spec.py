"""`flowtrace spec`: list, show, lint and schema."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import CommandLine

SPEC = """\
id: mine/sets-what-it-gets
refs: [X1]
says: Every class that gives its embedding away takes one back.
why: It is asked for both.
remedy: Define set_embed.
severity: warning
for: registered
has: head.getter
"""


def written(text: str, name: str = "sets-what-it-gets") -> Path:
    file = Path("mine") / f"{name}.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def test_all_invariants_are_listed(flowtrace: CommandLine) -> None:
    assert (
        flowtrace("spec", "list").out
        == """\
id               refs  severity       kinds
---------------  ----  -------------  ----------
toy/keeps-head   A1    warning/error  does never
  It keeps-head.
toy/built-first  A2    warning/error  does never
  It built-first.

2 invariants
"""
    )


def test_an_invariant_is_shown_as_written(flowtrace: CommandLine) -> None:
    assert flowtrace("spec", "show", "A1").out == "id: toy/keeps-head\n"


def test_several_are_shown_as_documents(flowtrace: CommandLine) -> None:
    assert flowtrace("spec", "show", "toy/").out == "id: toy/keeps-head\n---\nid: toy/built-first\n"


def test_a_good_spec_passes_the_lint(flowtrace: CommandLine) -> None:
    file = written(SPEC)
    run = flowtrace("spec", "lint", str(file))
    assert (run.status, run.out.startswith("no problems in "), str(file) in run.out) == (0, True, True)


def test_every_problem_of_a_bad_spec_is_told(flowtrace: CommandLine) -> None:
    file = written(SPEC.replace("warning", "grave").replace("remedy:", "remedi:"))
    run = flowtrace("spec", "lint", str(file))
    assert (run.status, "grave" in run.out, "remedi" in run.out) == (2, True, True)


def test_the_settled_specs_are_linted_too(flowtrace: CommandLine) -> None:
    written(SPEC.replace("warning", "grave"))
    Path("flowtrace.toml").write_text('spec = ["mine"]\n')
    assert flowtrace("spec", "lint").status == 2


def test_a_missing_folder_is_an_error(flowtrace: CommandLine) -> None:
    run = flowtrace("spec", "lint", "nowhere")
    assert (run.status, run.err) == (2, "flowtrace: error: there is no spec file or folder nowhere\n")


def test_an_unknown_engine_is_an_error(flowtrace: CommandLine) -> None:
    run = flowtrace("spec", "lint", "--engine", "other")
    assert (run.status, run.err[:48]) == (2, "flowtrace: error: there is no engine 'other': th")


def test_the_schema_is_json(flowtrace: CommandLine) -> None:
    assert "$defs" in json.loads(flowtrace("spec", "schema").out)
