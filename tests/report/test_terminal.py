"""When a report is coloured, and how wide it is."""

from __future__ import annotations

import io

import pytest

from flowtrace.report import terminal
from flowtrace.report.layout import line

LINES = [line(("error", "bold red"), "  toy/keeps-head [A1]")]
PLAIN = "error  toy/keeps-head [A1]\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_a_pipe_gets_no_colour() -> None:
    assert terminal.rendered(LINES, io.StringIO()) == PLAIN


def test_a_terminal_gets_colour() -> None:
    assert terminal.rendered(LINES, Terminal()) == "\x1b[1;31merror\x1b[0m  toy/keeps-head [A1]\n"


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.rendered(LINES, Terminal()) == PLAIN


def test_a_dumb_terminal_gets_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert terminal.rendered(LINES, Terminal()) == PLAIN


def test_colour_can_be_forced_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal.rendered(LINES, io.StringIO()).startswith("\x1b[1;31merror")


def test_a_long_line_is_not_wrapped_by_the_terminal() -> None:
    assert terminal.rendered([line("x" * 300)], Terminal()) == "x" * 300 + "\n"


def test_the_width_is_the_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "123")
    assert terminal.width() == 123


def test_prose_is_kept_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "123")
    assert terminal.width(most=100) == 100


def test_a_tiny_terminal_still_gets_readable_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "7")
    assert terminal.width(most=100) == 40
