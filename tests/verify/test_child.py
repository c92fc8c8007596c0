from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flowtrace.errors import InputError
from flowtrace.outcomes import Ending
from flowtrace.verify import child
from flowtrace.verify.child import Interpreter, run
from flowtrace.verify.ending import Ended
from flowtrace.verify.protocol import Request
from tests.verify import toy

_START = "import json, os, sys\nrequest = json.loads(sys.stdin.read())\n"
_SLEEPER = (
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], start_new_session={})\n"
)
_ANSWER = f"open(request['result'], 'w').write({json.dumps(toy.result())!r})\n"


def _ended(folder: Path, script: str, timeout: float = 20, paths: tuple[Path, ...] = ()) -> Ended:
    file = folder / "child.py"
    file.write_text(_START + script)
    interpreter = Interpreter(Path(sys.executable), paths)
    return run(interpreter, file, Request("heads", "cpu"), timeout, folder / "logs")


def _gone(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]:
            return True
        time.sleep(0.02)
    return False


def test_a_result_is_an_answer_and_leaves_no_log(tmp_path: Path) -> None:
    ended = _ended(tmp_path, "print('noise')\n" + _ANSWER)
    assert (ended.ending, ended.log) == (Ending.ANSWERED, None)
    assert not (tmp_path / "logs").exists()


def test_a_result_counts_although_the_process_dies_afterwards(tmp_path: Path) -> None:
    assert _ended(tmp_path, _ANSWER + "os.kill(os.getpid(), 9)\n").ending is Ending.ANSWERED


def test_a_told_error_is_a_failure(tmp_path: Path) -> None:
    told = json.dumps(toy.result(error={"kind": "ImportError", "message": "no toy", "steps": []}))
    ended = _ended(tmp_path, f"open(request['result'], 'w').write({told!r})\n")
    assert (ended.ending, ended.message) == (Ending.FAILED, "ImportError: no toy")


def test_a_crash_says_how_and_its_last_words(tmp_path: Path) -> None:
    ended = _ended(tmp_path, "raise SystemExit('out of memory')\n")
    assert ended.ending is Ending.CRASHED
    assert ended.message == "ended with status 1 without a result; its last words: out of memory"


def test_the_output_of_a_crash_is_kept(tmp_path: Path) -> None:
    log = _ended(tmp_path, "print('so far'); sys.stdout.flush(); os.abort()\n").log
    assert log is not None
    assert "so far" in log.read_text()


def test_a_signal_is_named(tmp_path: Path) -> None:
    assert _ended(tmp_path, "os.kill(os.getpid(), 9)\n").message == "killed by SIGKILL without a result"


def test_garbage_is_a_crash(tmp_path: Path) -> None:
    ended = _ended(tmp_path, "open(request['result'], 'w').write('{}')\n")
    assert ended.ending is Ending.CRASHED
    assert "does not keep to the protocol" in ended.message


def test_it_is_ended_when_it_never_stops_talking(tmp_path: Path) -> None:
    ended = _ended(tmp_path, "while True: print('x' * 1_000_000)\n")
    assert ended.ending is Ending.CRASHED
    assert ended.message.startswith("ended when it had printed 256 MB without a result")


def test_a_hang_is_ended_in_time(tmp_path: Path) -> None:
    started = time.monotonic()
    ended = _ended(tmp_path, "import time; time.sleep(60)\n", timeout=0.5)
    assert (ended.ending, ended.message) == (Ending.TIMED_OUT, "ended after 0.5 s without a result")
    assert time.monotonic() - started < 10


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="environments are shown by Linux only")
@pytest.mark.parametrize("apart", ["False", "True"])
def test_what_a_hanging_child_started_is_ended_too(tmp_path: Path, apart: str) -> None:
    pid = tmp_path / "pid"
    script = (
        f"import subprocess, time\n{_SLEEPER.format(apart)}"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\ntime.sleep(60)\n"
    )
    _ended(tmp_path, script, timeout=1)
    assert _gone(int(pid.read_text()))


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="environments are shown by Linux only")
def test_what_a_dead_child_left_behind_is_ended_too(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    script = (
        f"import subprocess\n{_SLEEPER.format(True)}"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\nos._exit(3)\n"
    )
    _ended(tmp_path, script)
    assert _gone(int(pid.read_text()))


def test_it_imports_from_the_paths_given_first(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "toyengine.py").write_text("name = 'from the tree'\n")
    ended = _ended(tmp_path, "import toyengine; raise SystemExit(toyengine.name)\n", paths=(tree,))
    assert ended.message.endswith("from the tree")


def test_it_does_not_run_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = _ended(tmp_path, "raise SystemExit(os.getcwd())\n")
    assert not ended.message.endswith(str(tmp_path))


def test_an_interpreter_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere can't be run: No such file or directory"):
        run(Interpreter(tmp_path / "nowhere"), tmp_path / "x.py", Request("heads", "cpu"), 1, tmp_path)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="environments are shown by Linux only")
def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pid = tmp_path / "pid"

    def interrupted(process: subprocess.Popen[bytes], request: str, timeout: float, at: Path) -> None:
        pid.write_text(str(process.pid))
        raise KeyboardInterrupt

    monkeypatch.setattr(child, "_waited", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _ended(tmp_path, "import time; time.sleep(60)\n")
    assert _gone(int(pid.read_text()))
