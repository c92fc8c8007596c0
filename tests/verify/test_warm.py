"""Processes forked from an interpreter that has the engine imported: here a package of nothing but a name."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from flowtrace.outcomes import Ending
from flowtrace.verify import catalogue
from flowtrace.verify.child import Interpreter
from flowtrace.verify.ending import Ended
from flowtrace.verify.protocol import Request
from flowtrace.verify.warm import Warm
from tests.verify.test_catalogue import _ENGINES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
_LOST = "the interpreter it was forked from was killed without a result"
_SEEN = '{"ref": "", "file": "", "line": 1, "symbol": str(%s), "verdict": "holds", "saw": "", "evidence": []}'


class Probes:
    """The engine's own scripts, with probes of the test's beside them."""

    def __init__(self, folder: Path) -> None:
        (engine,) = _ENGINES
        self.scripts = shutil.copytree(catalogue.folder(engine), folder / "probe")
        self.logs = folder / "logs"
        (folder / "packages" / engine).mkdir(parents=True)
        interpreter = Interpreter(Path(sys.executable), (folder / "packages",))
        self.warm = Warm(interpreter, self.scripts, self.logs)

    def ran(self, body: str, timeout: float = 20, device: str = "cpu") -> Ended:
        """How a probe ended whose `answers` is this body."""
        file = self.scripts / "probes" / "asked.py"
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        file.write_text(f"import os, signal, subprocess, sys, time\ndef answers(request):\n{lines}")
        return self.warm.run(Request("asked", device), timeout)

    def symbols(self, expression: str, device: str = "cpu") -> list[str]:
        """What the expression is in a probe's process."""
        result = self.ran(f"return [{_SEEN % expression}]", device=device).result
        return [each.symbol for each in result.answers] if result else []


@pytest.fixture
def probes(tmp_path: Path) -> Iterator[Probes]:
    made = Probes(tmp_path)
    with made.warm:
        yield made


def test_a_probe_answers_in_a_process_of_its_own(probes: Probes) -> None:
    first, second = probes.symbols("os.getpid()"), probes.symbols("os.getpid()")
    assert first != second
    assert probes.symbols("os.getppid()") == probes.symbols("os.getppid()")


def test_it_leads_a_session_of_its_own(probes: Probes) -> None:
    assert probes.symbols("os.getsid(0) == os.getpid()") == ["True"]


def test_on_cuda_it_is_not_forked(probes: Probes) -> None:
    assert probes.symbols("os.getppid()", device="cuda") == [str(os.getpid())]


def test_what_it_changes_is_gone_with_it(probes: Probes) -> None:
    probes.ran("sys.poisoned = True\nos.environ['POISONED'] = '1'\nreturn []")
    assert probes.symbols("(hasattr(sys, 'poisoned'), 'POISONED' in os.environ)") == ["(False, False)"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("os.abort()", "killed by SIGABRT without a result"),
        ("os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)", _LOST),
        ("os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)", _LOST),
        (
            "print('no memory'); sys.stdout.flush(); os._exit(3)",
            "ended with status 3 without a result; its last",
        ),
        (
            "open(request['result'], 'w').write('{\"protocol\": 1, \"ans'); os._exit(0)",
            "its result does not keep",
        ),
        ("open(request['result'], 'wb').write(bytes(range(256))); os._exit(0)", "its result is no text"),
        (
            "open(request['result'] + '.part', 'w').write('{}'); os._exit(0)",
            "ended with status 0 without a result",
        ),
    ],
)
def test_a_crash_loses_one_answer(probes: Probes, body: str, message: str) -> None:
    ended = probes.ran(body)
    assert (ended.ending, ended.message[: len(message)]) == (Ending.CRASHED, message)
    assert probes.symbols("1 + 1") == ["2"]


def test_a_hang_loses_one_answer(probes: Probes) -> None:
    ended = probes.ran("time.sleep(60)\nreturn []", timeout=1)
    assert (ended.ending, ended.message) == (Ending.TIMED_OUT, "ended after 1 s without a result")
    assert probes.symbols("1 + 1") == ["2"]


def test_a_probe_that_never_stops_talking_loses_one_answer(probes: Probes) -> None:
    ended = probes.ran("line = 'x' * 1_000_000\nwhile True: print(line)")
    message = "ended when it had printed 256 MB without a result; its last words: x"
    assert (ended.ending, ended.message[: len(message)]) == (Ending.CRASHED, message)
    assert probes.symbols("1 + 1") == ["2"]


def test_an_error_is_told(probes: Probes) -> None:
    ended = probes.ran("raise OSError('no such device')")
    assert (ended.ending, ended.message) == (Ending.FAILED, "OSError: no such device")


def test_its_output_is_kept_when_it_ends_badly(probes: Probes) -> None:
    log = probes.ran("print('so far'); sys.stdout.flush(); os.abort()").log
    assert log is not None
    assert "so far" in log.read_text()


@pytest.mark.parametrize("end", ["os._exit(3)", "time.sleep(60)"])
def test_what_it_started_is_ended_with_it(probes: Probes, tmp_path: Path, end: str) -> None:
    pid = tmp_path / "pid"
    sleeper = (
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], start_new_session=True)"
    )
    probes.ran(f"open({str(pid)!r}, 'w').write(str({sleeper}.pid))\n{end}", timeout=2)
    assert not _lives(int(pid.read_text()))


def test_where_the_engine_kills_its_importer_each_is_started_by_itself(probes: Probes) -> None:
    script = probes.scripts / "warm.py"
    script.write_text("import os\nos.abort()\n")
    assert probes.symbols("os.getppid()") == [str(os.getpid())]


def test_nothing_is_left_when_all_is_over(tmp_path: Path) -> None:
    made = Probes(tmp_path)
    with made.warm:
        (interpreter,) = made.symbols("os.getppid()")
    assert not _lives(int(interpreter))


def _lives(pid: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True
