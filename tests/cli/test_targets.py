"""`flowtrace targets`: what it asks the pipeline and what it prints."""

from __future__ import annotations

import json

from tests.cli.conftest import CommandLine


def test_the_table_is_printed(flowtrace: CommandLine) -> None:
    assert flowtrace("targets", "tree").out.startswith("class  kind    taps            verdict\n")


def test_json_is_printed(flowtrace: CommandLine) -> None:
    rows = json.loads(flowtrace("targets", "tree", "--format", "json").out)["rows"]
    assert [row["class"] for row in rows] == ["Alpha", "Beta", "Gamma"]


def test_the_filters_reach_the_pipeline(flowtrace: CommandLine) -> None:
    flowtrace("targets", "tree", "--capable", "--class", "Ash,Birch", "--class", "Elm")
    assert (flowtrace.asked["capable"], flowtrace.asked["classes"]) == (True, ("Ash", "Birch", "Elm"))


def test_without_filters_every_class_is_asked_for(flowtrace: CommandLine) -> None:
    flowtrace("targets", "tree")
    assert (flowtrace.asked["capable"], flowtrace.asked["classes"]) == (False, ())


def test_a_table_is_no_failure(flowtrace: CommandLine) -> None:
    assert flowtrace("targets", "tree").status == 0
