"""What is written to streams of other alphabets, and to readers that have left."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from flowtrace.cli import output


class Narrow(io.StringIO):
    encoding = "ascii"


def narrowed(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    stream = Narrow()
    monkeypatch.setattr(sys, "stdout", stream)
    output.put(text)
    return stream.getvalue()


def test_arrows_and_dashes_are_spelt_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a \N{RIGHTWARDS ARROW} b \N{EN DASH} c\N{HORIZONTAL ELLIPSIS}"
    assert narrowed(text, monkeypatch) == "a -> b - c..."


def test_other_letters_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert narrowed("gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n", monkeypatch) == "gr\\xfcn"


def test_a_wide_stream_gets_every_letter(capsys: pytest.CaptureFixture[str]) -> None:
    output.put("a \N{RIGHTWARDS ARROW} b")
    assert capsys.readouterr().out == "a \N{RIGHTWARDS ARROW} b"


def test_complaints_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    output.complain("incomplete")
    assert capsys.readouterr() == ("", "flowtrace: incomplete\n")


def test_a_reader_that_left_changes_nothing_but_the_output() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    program = "from flowtrace.cli import output; output.put('x'); output.put('y'); raise SystemExit(1)"
    done = subprocess.run([sys.executable, "-c", program], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")
