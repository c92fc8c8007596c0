"""When progress is written, and that nothing of it stays."""

from __future__ import annotations

import io

import pytest

from flowtrace.report import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_pipe_is_told_nothing() -> None:
    with progress.shown(io.StringIO()) as told:
        assert told is None


def test_a_silent_run_is_told_nothing() -> None:
    with progress.shown(Terminal(), silent=True) as told:
        assert told is None


def test_a_short_run_writes_nothing() -> None:
    terminal, clock = Terminal(), Clock()
    with progress.shown(terminal, clock=clock) as told:
        assert told is not None
        clock.now = 0.2
        told("parsing", 1, 416)
    assert terminal.getvalue() == ""


def test_a_longer_run_rewrites_one_line_and_clears_it() -> None:
    terminal, clock = Terminal(), Clock()
    with progress.shown(terminal, clock=clock) as told:
        assert told is not None
        for clock.now, done in ((0.5, 1000), (0.55, 1001), (0.7, 4000)):
            told("parsing", done, 4719)
    assert terminal.getvalue() == "\r\x1b[Kparsing 1,000 of 4,719\r\x1b[Kparsing 4,000 of 4,719\r\x1b[K"


def test_an_unknown_total_is_not_shown() -> None:
    terminal, clock = Terminal(), Clock()
    with progress.shown(terminal, clock=clock) as told:
        assert told is not None
        clock.now = 1.0
        told("reading", 3, 0)
    assert terminal.getvalue() == "\r\x1b[Kreading 3\r\x1b[K"


def test_the_line_is_cleared_when_the_run_fails() -> None:
    terminal, clock = Terminal(), Clock()

    def fails() -> None:
        with progress.shown(terminal, clock=clock) as told:
            assert told is not None
            clock.now = 1.0
            told("reading", 3, 5)
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert terminal.getvalue().endswith("\r\x1b[K")
