"""`flowtrace explain`: which invariants it explains, and with what."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import CommandLine


def test_an_id_is_explained(flowtrace: CommandLine) -> None:
    assert flowtrace("explain", "toy/built-first").out.startswith("toy/built-first [A2]\n  It built-first.\n")


def test_a_ref_is_explained(flowtrace: CommandLine) -> None:
    assert flowtrace("explain", "A1").out.startswith("toy/keeps-head [A1]\n")


def test_each_kind_is_named_once(flowtrace: CommandLine) -> None:
    assert "\nAsks\n  does, never\n" in flowtrace("explain", "A1").out


def test_severities_are_told_with_their_roles(flowtrace: CommandLine) -> None:
    assert "\nSeverity\n  warning (default), error (named)\n" in flowtrace("explain", "A1").out


def test_the_yaml_is_shown_as_written(flowtrace: CommandLine) -> None:
    assert "\n  id: toy/keeps-head\n" in flowtrace("explain", "A1").out


def test_samples_are_shown_where_there_are_any(flowtrace: CommandLine) -> None:
    samples = Path(flowtrace.specs.invariants[0].origin.path).parents[2] / "samples"
    assert f"\nSamples\n  {samples / 'toy' / 'keeps-head' / 'holds.py'}\n" in flowtrace("explain", "A1").out


def test_an_invariant_without_samples_has_none(flowtrace: CommandLine) -> None:
    assert "Samples" not in flowtrace("explain", "A2").out


def test_an_unknown_id_names_the_nearest(flowtrace: CommandLine) -> None:
    run = flowtrace("explain", "toy/keeps-heat")
    assert (run.status, run.err) == (
        2,
        "flowtrace: error: no invariant is meant by 'toy/keeps-heat'; did you mean 'toy/keeps-head'?\n",
    )


def test_a_vanished_file_is_an_error(flowtrace: CommandLine) -> None:
    file = Path(flowtrace.specs.invariants[0].origin.path)
    file.unlink()
    told = flowtrace("explain", "A1").err
    assert told == f"flowtrace: error: {file}: can't be read: No such file or directory\n"


def test_the_help_shows_an_invariant_that_exists(flowtrace: CommandLine) -> None:
    assert flowtrace("explain", "--help").out.endswith("\nExamples:\n  flowtrace explain toy/keeps-head\n")
