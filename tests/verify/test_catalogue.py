from __future__ import annotations

import ast
from pathlib import Path

import pytest

from flowtrace import pipeline
from flowtrace.errors import InputError
from flowtrace.spec.load import shipped
from flowtrace.verify import catalogue

_ENGINES = [each.parent.name for each in (shipped() / "engines").glob("*/probe")]


@pytest.mark.parametrize("engine", _ENGINES)
def test_every_ref_of_a_probe_is_one_of_an_invariant(engine: str) -> None:
    invariants = pipeline.specs(pipeline.Options()).invariants
    known = {name for each in invariants for name in (each.id, *each.refs)}
    assert [ref for each in catalogue.probes(engine) for ref in each.refs if ref not in known] == []


@pytest.mark.parametrize("engine", _ENGINES)
def test_every_probe_has_its_script(engine: str) -> None:
    folder = catalogue.folder(engine) / "probes"
    assert [
        each.id for each in catalogue.probes(engine) if not (folder / f"{each.script}.py").is_file()
    ] == []


@pytest.mark.parametrize("engine", _ENGINES)
def test_ids_are_unique(engine: str) -> None:
    ids = [each.id for each in catalogue.probes(engine)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("engine", _ENGINES)
def test_every_file_of_the_child_parses_and_opens_with_its_sentence(engine: str) -> None:
    files = sorted(catalogue.folder(engine).rglob("*.py"))
    assert files
    assert [each.name for each in files if not ast.get_docstring(ast.parse(each.read_text("utf-8")))] == []


@pytest.mark.parametrize("engine", _ENGINES)
def test_what_was_tried_lies_in_its_range(engine: str) -> None:
    for version in catalogue.pins(engine, "99").seen:
        assert version in catalogue.pins(engine, version).releases


@pytest.mark.parametrize("engine", _ENGINES)
def test_a_release_too_old_is_refused(engine: str) -> None:
    with pytest.raises(InputError, match=r"No environment is known for 0\.0\.1"):
        catalogue.pins(engine, "0.0.1")


def test_an_engine_without_probes_is_refused() -> None:
    with pytest.raises(InputError, match="The engine toy comes with no probes"):
        catalogue.folder("toy")


def test_nothing_of_this_program_imports_what_only_the_child_may() -> None:
    package = Path(catalogue.__file__).parent.parent
    names = {
        alias.name.partition(".")[0]
        for file in package.rglob("*.py")
        if "specs" not in file.parts
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert not names & {"torch", "triton", "transformers", *_ENGINES}
