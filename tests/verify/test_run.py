from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.outcomes import Ending, Standing
from flowtrace.verify import Wishes, catalogue, examine, verify
from flowtrace.verify.child import Interpreter
from flowtrace.verify.run import complete
from tests.verify import toy
from tests.verify.toy import KEEPS, WORKER, finding, static


@pytest.fixture
def wishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wishes:
    folder = toy.written(tmp_path / "probe")
    monkeypatch.setattr(catalogue, "folder", lambda engine: folder)
    return Wishes(
        tree="toy",
        engine="toy",
        interpreter=Interpreter(Path(sys.executable)),
        invariants=[KEEPS],
        checked={"serve/worker.py": "aa"},
        logs=tmp_path / "logs",
        static=static(finding()),
    )


def test_a_finding_is_confirmed_by_a_process(wishes: Wishes) -> None:
    answer = verify(wishes)
    assert [(each.demand, each.standing) for each in answer.outcomes] == [("A1", Standing.CONFIRMED)]
    assert [(each.probe, each.device, each.ending) for each in answer.runs] == [
        ("heads", "cpu", Ending.ANSWERED)
    ]
    assert complete(answer)


def test_what_ran_is_compared_with_the_tree(wishes: Wishes) -> None:
    answer = verify(replace(wishes, checked={"serve/worker.py": "bb"}))
    assert (answer.differing, complete(answer)) == (("serve/worker.py",), False)
    assert [each.standing for each in answer.outcomes] == [Standing.INCONCLUSIVE]


def test_findings_of_other_code_are_told(wishes: Wishes) -> None:
    said = replace(static(finding()), hashes={"serve/worker.py": "bb"}, tree="toy==1.0")
    assert verify(replace(wishes, static=said)).findings_of == "toy==1.0"
    assert verify(wishes).findings_of is None


def test_an_interpreter_with_another_release_is_an_error(wishes: Wishes) -> None:
    with pytest.raises(InputError, match=r"has toy 2\.0, and toy is 3\.0\. Name the interpreter"):
        verify(replace(wishes, version="3.0"))


def test_a_folder_is_run_whatever_the_interpreter_has(wishes: Wishes, tmp_path: Path) -> None:
    own = Interpreter(Path(sys.executable), (tmp_path,))
    assert verify(replace(wishes, version="3.0", interpreter=own)).outcomes


def test_nothing_to_run_is_an_error(wishes: Wishes) -> None:
    with pytest.raises(InputError, match=r"Nothing can be run: heads: it does not run on meta"):
        verify(replace(wishes, device="meta"))


def test_a_probe_of_the_users_pair_is_compared_with_the_check_of_that_pair(
    wishes: Wishes, tmp_path: Path
) -> None:
    probes = tmp_path / "probe" / "probes.toml"
    probes.write_text(probes.read_text() + 'needs = ["draft"]\n')
    pair = static(holds=[WORKER])
    answer = verify(replace(wishes, pair=pair, given={"draft": "here"}))
    assert [each.standing for each in answer.outcomes] == [Standing.REFUTED]


def test_without_a_tree_that_is_noted(wishes: Wishes) -> None:
    (note,) = verify(replace(wishes, checked={})).notes
    assert note.startswith("no tree was given")


def test_a_finding_that_nothing_answers_is_told(wishes: Wishes) -> None:
    other = finding(invariant="toy/built-first", refs=["A2"], subject="serve/other.py::Other")
    (left,) = verify(replace(wishes, static=static(finding(), other))).unprobed
    assert (left.demand, left.symbol, left.reason) == (
        "toy/built-first",
        "Other",
        "no probe asks this question",
    )


def test_a_lost_probe_loses_only_its_answer(wishes: Wishes, tmp_path: Path) -> None:
    child = tmp_path / "probe" / "child.py"
    child.write_text(
        child.read_text().replace("result = {", "assert request['probe'] == 'doctor'\nresult = {")
    )
    answer = verify(wishes)
    assert (answer.outcomes, answer.runs[0].ending) == ((), Ending.CRASHED)
    assert not complete(answer)


def test_a_gpu_that_is_not_there_is_an_error(wishes: Wishes) -> None:
    with pytest.raises(InputError, match="sees no CUDA device; leave --device out, or say cpu"):
        verify(replace(wishes, device="cuda"))


def test_an_interpreter_without_the_engine_is_an_error(wishes: Wishes, tmp_path: Path) -> None:
    (tmp_path / "probe" / "child.py").write_text("raise SystemExit('No module named toy')\n")
    with pytest.raises(InputError, match=r"can't run toy: .* No module named toy .* --setup DIR"):
        verify(wishes)


def test_the_doctor_says_where_each_probe_would_run(wishes: Wishes) -> None:
    answer = examine("toy", wishes.interpreter, wishes.logs)
    assert answer.devices == {"cpu": "yes", "cuda": "no"}
    assert answer.probes == {"heads": "cpu"}
    assert answer.environment == {"toy": "2.0", "version": "2.0"}
