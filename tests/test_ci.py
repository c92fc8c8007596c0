"""What the repository offers to CI: the action, the reusable workflow, the hooks and the page about them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / "action.yml"
WORKFLOW = ROOT / ".github" / "workflows" / "nightly.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text("utf-8"))


def steps(file: Path) -> list[dict[str, Any]]:
    content = read(file)
    found: list[dict[str, Any]] = content["runs" if "runs" in content else "jobs"].get("steps") or [
        step for job in content["jobs"].values() for step in job["steps"]
    ]
    return found


def inputs(file: Path) -> dict[str, Any]:
    content = read(file)
    found: dict[str, Any] = content.get("inputs") or content[True]["workflow_call"]["inputs"]  # `on` is true
    return found


@pytest.mark.parametrize(
    ("schema", "file"), [("vendor.github-actions", ACTION), ("vendor.github-workflows", WORKFLOW)]
)
def test_the_file_is_as_github_wants_it(schema: str, file: Path) -> None:
    pytest.importorskip("check_jsonschema")
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_page_shows_gitlab_what_it_takes(tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    (shown,) = (each for each in EXAMPLES if "artifacts:" in each)
    (tmp_path / "ci.yml").write_text(shown)
    words = ("--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci", tmp_path / "ci.yml")
    subprocess.run([sys.executable, "-m", "check_jsonschema", *words], check=True)


def test_the_workflow_on_the_page_is_as_github_wants_it(tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    (shown,) = (each for each in EXAMPLES if "schedule:" in each)
    (tmp_path / "nightly.yml").write_text(shown)
    words = ("--builtin-schema", "vendor.github-workflows", tmp_path / "nightly.yml")
    subprocess.run([sys.executable, "-m", "check_jsonschema", *words], check=True)


def test_the_page_gives_inputs_that_there_are() -> None:
    given: dict[Path, set[str]] = {ACTION: set(), WORKFLOW: set()}
    for each in map(yaml.safe_load, EXAMPLES):
        steps = each if isinstance(each, list) else each.get("steps", [])
        for step in steps:
            if "OWNER/flowtrace@" in step.get("uses", ""):
                given[ACTION] |= set(step["with"])
        for job in each.get("jobs", {}).values() if isinstance(each, dict) else ():
            given[WORKFLOW] |= set(job["with"])
    assert {file.name: names - set(inputs(file)) for file, names in given.items()} == {
        "action.yml": set(),
        "nightly.yml": set(),
    }


@pytest.mark.parametrize("file", [ACTION, WORKFLOW])
def test_every_input_is_used_and_every_one_used_is_there(file: Path) -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", file.read_text("utf-8")))
    assert used == set(inputs(file))


@pytest.mark.parametrize("file", [ACTION, WORKFLOW])
def test_no_script_takes_an_input_as_code(file: Path) -> None:
    assert [step["name"] for step in steps(file) if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize("text", [ACTION.read_text("utf-8"), WORKFLOW.read_text("utf-8"), PAGE])
def test_actions_of_others_are_pinned_to_a_commit_and_its_version_is_told(text: str) -> None:
    uses = [each for each in re.findall(r"uses: (.*)", text) if not each.startswith("OWNER/")]
    assert [each for each in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


@pytest.mark.parametrize("file", [ACTION, WORKFLOW])
def test_every_script_parses(file: Path) -> None:
    for step in steps(file):
        subprocess.run(["bash", "-n", "-c", step.get("run", "")], check=True)


def test_each_hook_is_a_command_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    from flowtrace.cli import main

    for hook in read(HOOKS):
        name, *words = hook["entry"].split()
        assert (name, main([*words, "--help"])) == ("flowtrace", 0)


def test_hooks_never_look_at_changed_files_alone() -> None:
    assert [hook["pass_filenames"] for hook in read(HOOKS)] == [False, False]


def test_every_flag_on_the_page_is_a_flag(capsys: pytest.CaptureFixture[str]) -> None:
    from flowtrace.cli import main

    for command in ("check", "diff", "releases", "suppress"):
        main([command, "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) - known == set()


def test_every_finding_of_our_own_is_on_the_page() -> None:
    from flowtrace.suppressions import OWN

    assert [name for name in OWN if f"`{name}`" not in PAGE] == []


def test_every_setting_is_on_the_page() -> None:
    from flowtrace.cli.settings import KEYS

    assert [name for name in KEYS if f"`{name}`" not in PAGE] == []


def test_every_format_is_on_the_page() -> None:
    from flowtrace.report.formats import Format

    assert [each.value for each in Format if f"| `{each.value}` |" not in PAGE] == []


@pytest.fixture
def action(tmp_path: Path) -> Any:
    """Runs scripts/action against a flowtrace that writes what it is told to and exits with STATUS."""
    fake = tmp_path / "bin" / "flowtrace"
    fake.parent.mkdir()
    fake.write_text(
        "#!/usr/bin/env bash\n"
        'printf "%s\\n" "$*" >> "$LOG"\n'
        '[ "$STATUS" != 2 ] || exit 2\n'
        'for word; do case $word in *==*) ;; *=*) echo "${word%%=*} of $1" > "${word#*=}";; esac; done\n'
        'exit "$STATUS"\n'
    )
    fake.chmod(0o755)
    files = {"GITHUB_OUTPUT": "output", "GITHUB_STEP_SUMMARY": "summary", "LOG": "log"}

    def run(status: int = 0, **given: str) -> tuple[int, dict[str, str]]:
        empty = dict.fromkeys(("BEFORE", "BASELINE", "TARGET", "DRAFT", "ARGUMENTS"), "")
        done = subprocess.run(
            [ROOT / "scripts" / "action"],
            env={
                **empty,
                "PATH": f"{fake.parent}:{os.environ['PATH']}",
                "RUNNER_TEMP": str(tmp_path),
                "TREE": "toy",
                "FAIL_ON": "error",
                "SARIF": str(tmp_path / "out"),
                "STATUS": str(status),
                **{name: str(tmp_path / file) for name, file in files.items()},
                **given,
            },
            stdout=subprocess.PIPE,
            check=False,
        )
        written = {file: tmp_path / file for file in files.values()}
        return done.returncode, {name: file.read_text() for name, file in written.items() if file.exists()}

    return run


def test_the_action_ends_as_the_check_does(action: Any) -> None:
    assert action(1)[0] == 1


def test_the_action_hands_on_status_and_log(action: Any, tmp_path: Path) -> None:
    assert action(1)[1]["output"] == f"status=1\nsarif={tmp_path / 'out'}\n"


def test_the_action_names_no_log_when_there_is_none(action: Any) -> None:
    assert action(2)[1]["output"] == "status=2\n"


def test_the_action_writes_the_summary(action: Any) -> None:
    assert action(1)[1]["summary"] == "markdown of check\n"


def test_the_action_compares_when_there_is_something_to_compare_with(action: Any) -> None:
    assert action(0, BEFORE="toy==1.0")[1]["summary"] == "markdown of check\nmarkdown of diff\n"


def test_the_action_keeps_words_apart(action: Any) -> None:
    log = action(TARGET="a b", ARGUMENTS="--strict --ignore X1", BASELINE="known.json")[1]["log"]
    assert log.startswith(
        "check toy --fail-on error --baseline known.json --target a b --strict --ignore X1 --format"
    )


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is absent")
def test_shellcheck_finds_nothing_in_the_script() -> None:
    subprocess.run(["shellcheck", ROOT / "scripts" / "action"], check=True)
