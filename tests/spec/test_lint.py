"""What a careful author would mend, besides what can't be loaded."""

from __future__ import annotations

from pathlib import Path

from flowtrace.spec.lint import lint
from flowtrace.spec.model import Engine
from tests.spec.toy import Write

GOOD = """\
id: topic/door
says: Doors open.
why: A shut door lets nobody in.
remedy: Open it.
for: maker
has: opener
"""


def told(engine: Engine, path: Path, samples: Path | None = None) -> list[str]:
    return [each.splitlines()[0].removeprefix(f"{path}:") for each in lint(engine, [path], samples)]


def test_good_file_is_silent(write: Write, toy: Engine) -> None:
    assert told(toy, write("topic/door.yaml", GOOD)) == []


def test_missing_why_and_remedy_are_told(write: Write, toy: Engine) -> None:
    text = "id: topic/door\nsays: Doors open.\nfor: maker\nhas: opener\n"
    assert told(toy, write("topic/door.yaml", text)) == [
        "1:1: 'remedy' is missing: what to do about it",
        "1:1: 'why' is missing: what goes wrong otherwise",
    ]


def test_sentence_without_a_stop_is_told(write: Write, toy: Engine) -> None:
    path = write("topic/door.yaml", GOOD.replace("open.", "open"))
    assert told(toy, path) == ["2:7: 'says' is a sentence and ends with a full stop"]


def test_file_in_another_place_than_its_id_is_told(write: Write, toy: Engine) -> None:
    path = write("zoo/door.yaml", GOOD)
    assert told(toy, path) == ["1:5: the id 'topic/door' belongs in topic/door.yaml, not zoo/door.yaml"]


def test_missing_samples_are_told(write: Write, toy: Engine, tmp_path: Path) -> None:
    path = write("topic/door.yaml", GOOD)
    folder = tmp_path / "samples"
    assert told(toy, path, folder) == [f"1:5: no samples: {folder / 'topic/door'} holds no Python file"]


def test_demand_on_a_checkpoint_has_no_samples(write: Write, toy: Engine, tmp_path: Path) -> None:
    demand = "checkpoint: {holds: {present: {config: door}}}\n"
    path = write("topic/door.yaml", GOOD.replace("for: maker\nhas: opener\n", demand))
    assert told(toy, path, tmp_path / "samples") == []


def test_samples_are_found(write: Write, toy: Engine, tmp_path: Path) -> None:
    write("samples/topic/door/holds.py", "")
    assert told(toy, write("topic/door.yaml", GOOD), tmp_path / "samples") == []


def test_what_cannot_be_loaded_is_told_too(write: Write, toy: Engine) -> None:
    path = write("topic/door.yaml", GOOD.replace("maker", "makr"))
    assert told(toy, path) == ["5:6: there is no role 'makr' in engine toy; did you mean 'maker'?"]
