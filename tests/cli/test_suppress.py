"""`flowtrace suppress`: which findings it hides, what it writes and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.cli.conftest import CommandLine, Run
from tests.report.answers import GREEN, KEEPS, NEEDED, RED, undecided, wrapper

TABLE = """\
[[suppress]]
invariant = "toy/keeps-head"
file = "serve/worker.py"
symbol = "Worker.start"
reason = "We mend it."
"""


def suppressed(flowtrace: CommandLine, *arguments: str) -> Run:
    return flowtrace("suppress", "tree", "--reason", "We mend it.", *arguments)


def test_a_finding_is_hidden_by_its_fingerprint(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    run = suppressed(flowtrace, "--add", KEEPS.fingerprint)
    assert (run.status, run.err) == (0, "flowtrace: flowtrace.toml hides 1 more finding\n")
    assert Path("flowtrace.toml").read_text() == TABLE


def test_what_it_wrote_hides_the_finding(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    suppressed(flowtrace, "--add", "toy/keeps-head")
    assert flowtrace("check", "tree", "--fail-on", "info").status == 0


def test_owner_and_date_are_written(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    suppressed(flowtrace, "--add", "A1", "--owner", "serving", "--expires", "9999-12-31")
    assert Path("flowtrace.toml").read_text() == f'{TABLE}owner = "serving"\nexpires = 9999-12-31\n'


def test_all_findings_of_an_invariant_get_a_table_each(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(
        GREEN, findings=(wrapper("Ash", 1), wrapper("Elm", 9)), undecided=(undecided("Oak"),)
    )
    suppressed(flowtrace, "--add", "B1")
    words = [line for line in Path("flowtrace.toml").read_text().splitlines() if line.startswith("symbol")]
    assert words == ['symbol = "Ash"', 'symbol = "Elm"', 'symbol = "Oak"']


def test_findings_can_be_narrowed_by_symbol(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(wrapper("Ash", 1), wrapper("Elm", 9)))
    assert suppressed(flowtrace, "--add", "B1", "--symbol", "E*").out.splitlines()[3] == 'symbol = "Elm"'


def test_several_findings_at_one_place_are_counted(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(GREEN, findings=(wrapper("Ash", 1), wrapper("Ash", 9)))
    assert suppressed(flowtrace, "--add", "B1").out.splitlines()[-1] == "count = 2"


def test_a_table_goes_where_it_sorts_and_the_rest_stays(flowtrace: CommandLine) -> None:
    before = '[[suppress]]  # first\ninvariant = "toy/a"\nreason = "known"\n'
    after = '# why not\n[[suppress]]\ninvariant = "toy/z"\nreason = "known"\n'
    Path("flowtrace.toml").write_text(f'fail-on = "warning"\n\n{before}\n{after}')
    flowtrace.report = RED
    suppressed(flowtrace, "--add", "A1")
    assert Path("flowtrace.toml").read_text() == f'fail-on = "warning"\n\n{before}\n{TABLE}\n{after}'


def test_settings_in_pyproject_are_added_to(flowtrace: CommandLine) -> None:
    Path("pyproject.toml").write_text('[tool.flowtrace]\nfail-on = "error"\n\n[tool.other]\nx = 1\n')
    flowtrace.report = RED
    suppressed(flowtrace, "--add", "A1")
    assert (
        Path("pyproject.toml")
        .read_text()
        .endswith(TABLE.replace("[[suppress]]", "\n[[tool.flowtrace.suppress]]"))
    )
    assert flowtrace("check", "tree").status == 0


def test_a_dry_run_prints_and_writes_nothing(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    run = suppressed(flowtrace, "--add", "A1", "--dry-run")
    assert (run.out, Path("flowtrace.toml").exists()) == (TABLE, False)


def test_what_is_hidden_already_is_told(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    suppressed(flowtrace, "--add", "A1")
    run = suppressed(flowtrace, "--add", "A1")
    assert (run.status, Path("flowtrace.toml").read_text()) == (2, TABLE)
    assert run.err == "flowtrace: error: --add A1: no finding of ./toy is called so and not hidden yet\n"


def test_a_reason_is_demanded(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert flowtrace("suppress", "tree", "--add", "A1").status == 2
    assert flowtrace("suppress", "tree", "--add", "A1", "--reason", "  ").status == 2


def test_a_date_that_has_passed_hides_nothing(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    assert suppressed(flowtrace, "--add", "A1", "--expires", "2020-01-01").status == 2


def test_quotes_in_a_reason_are_kept(flowtrace: CommandLine) -> None:
    flowtrace.report = RED
    flowtrace("suppress", "tree", "--add", "A1", "--reason", 'they say "soon" \\o/')
    assert '"they say \\"soon\\" \\\\o/"' in Path("flowtrace.toml").read_text()
    assert flowtrace("check", "tree").status == 0


def test_tables_in_a_list_are_left_alone(flowtrace: CommandLine) -> None:
    text = 'suppress = [{invariant = "toy/a", reason = "known"}]\n'
    Path("flowtrace.toml").write_text(text)
    flowtrace.report = RED
    run = suppressed(flowtrace, "--add", "A1")
    assert (run.status, Path("flowtrace.toml").read_text()) == (2, text)


def test_an_incomplete_answer_hides_nothing(flowtrace: CommandLine) -> None:
    flowtrace.report = replace(RED, skipped=(NEEDED,))
    assert (suppressed(flowtrace, "--add", "A1").status, Path("flowtrace.toml").exists()) == (3, False)
