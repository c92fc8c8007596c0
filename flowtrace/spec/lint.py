"""Turns spec folders into all that a careful author would mend: what can't be loaded, and poor style.

It runs no specs; whether samples bear them out is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from flowtrace.spec.load import survey_engines, survey_specs
from flowtrace.spec.model import Engine, Plain
from flowtrace.spec.problems import Document, Problem
from flowtrace.spec.shape import shape


def lint(engine: Engine, folders: Sequence[Path], samples: Path | None = None) -> tuple[str, ...]:
    """Every problem of the spec files in `folders`, in file and line order.

    With `samples`, each invariant asked of source must have a folder of samples there, named by its id.
    """
    _, problems = survey_engines(folders, trusting=False)
    documents, others = survey_specs(engine, folders, trusting=False)
    problems += others
    for document in documents:
        if shape(document.data) == "invariant":
            problems += _style(document, samples)
    return tuple(problem.text for problem in sorted(set(problems)))


def _style(document: Document, samples: Path | None) -> Iterator[Problem]:
    data = document.data
    for key, question in (("why", "what goes wrong otherwise"), ("remedy", "what to do about it")):
        if key not in data:
            yield document.problem((), f"'{key}' is missing: {question}")
    says = data.get("says")
    if isinstance(says, str) and not says.endswith("."):
        yield document.problem(("says",), "'says' is a sentence and ends with a full stop")
    name = data.get("id")
    if isinstance(name, str) and name:
        yield from _placed(document, name)
        if samples and _asks_source(data) and not any((samples / name).glob("*.py")):
            yield document.problem(("id",), f"no samples: {samples / name} holds no Python file")


def _asks_source(data: Mapping[str, Plain]) -> bool:
    """Whether a clause is asked of source, of which samples can be written, and not of a checkpoint alone."""
    clauses = data.get("all", [data])
    return not all("checkpoint" in each for each in clauses if isinstance(each, dict))


def _placed(document: Document, name: str) -> Iterator[Problem]:
    path = Path(document.path).resolve()
    topic, _, own = name.rpartition("/")
    if path.stem != own or path.parent.name != topic:
        yield document.problem(
            ("id",), f"the id '{name}' belongs in {name}.yaml, not {path.parent.name}/{path.name}"
        )
