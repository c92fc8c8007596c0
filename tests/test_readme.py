"""The commands of the README and of docs/ print what is said there that they print.

A block fenced as "console test", or in docs/ as "console" below a comment "test", is run: each `$ flowtrace ...`
line by the installed command, at the top of the repository, 80 columns wide. A line of `...` stands for any lines,
and seconds may differ.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^(?:```console test|<!-- test -->\n```console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^\$ ", re.MULTILINE)
SECONDS = re.compile(r"\b\d+(\.\d+)? s\b")


@dataclass(frozen=True)
class Example:
    """A command as it stands after the `$`, and the output shown below it."""

    command: str
    output: str


def examples(markdown: str) -> tuple[Example, ...]:
    """The commands of all blocks that are to be run."""
    shown = (part for block in BLOCK.findall(markdown) for part in PROMPT.split(block)[1:])
    return tuple(Example(command, output) for command, _, output in (part.partition("\n") for part in shown))


def agrees(shown: str, printed: str) -> bool:
    """Whether the output is the one shown, seconds and elided lines aside."""
    lines = plain(shown).splitlines()
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(f"{line}\n") for line in lines)
    return re.fullmatch(pattern, plain(printed)) is not None


def plain(output: str) -> str:
    """The output without what may differ from run to run, or isn't seen."""
    lines = (SECONDS.sub("N s", line).rstrip() for line in output.strip("\n").splitlines())
    return "".join(f"{line}\n" for line in lines)


@cache  # the pages of docs/ show some of the README's commands again
def run(command: str) -> str:
    """What the command prints, errors included."""
    name, *arguments = shlex.split(command)
    assert name == "flowtrace", f"only flowtrace commands can be checked, not: {command}"
    done = subprocess.run(
        [Path(sys.executable).with_name("flowtrace"), *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
EXAMPLES = tuple(example for page in PAGES for example in examples(page.read_text(encoding="utf-8")))


def test_the_readme_has_examples_that_are_run() -> None:
    assert examples(PAGES[0].read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.command)
def test_a_command_prints_what_the_readme_shows(example: Example, release: Callable[[str], Path]) -> None:
    for version in re.findall(r"\bsglang==([\w.]+)", example.command):
        release(version)
    printed = run(example.command)
    assert agrees(example.output, printed), printed


def test_examples_are_the_commands_of_checked_blocks() -> None:
    markdown = (
        "```console test\n$ flowtrace a\none\ntwo\n$ flowtrace b\n```\n```console\n$ flowtrace c\n```\n"
    )
    assert examples(markdown) == (Example("flowtrace a", "one\ntwo\n"), Example("flowtrace b", ""))


def test_another_number_of_seconds_agrees() -> None:
    assert agrees("done in 1.2 s\n", "done in 13.4 s\n")


def test_dots_stand_for_any_lines() -> None:
    assert agrees("first\n...\nlast\n", "first\nsecond\nthird\nlast\n")


def test_another_line_does_not_agree() -> None:
    assert not agrees("first\nsecond\n", "first\nother\n")


def test_a_line_too_many_does_not_agree() -> None:
    assert not agrees("first\n", "first\nsecond\n")
