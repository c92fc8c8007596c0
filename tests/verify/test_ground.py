"""The parts of the child's side that need nothing but the standard library."""

from __future__ import annotations

import subprocess
import sys

import pytest

from flowtrace.verify import catalogue
from tests.verify.test_catalogue import _ENGINES

pytestmark = pytest.mark.parametrize("engine", _ENGINES)


def _said(engine: str, script: str) -> str:
    folder = str(catalogue.folder(engine))
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {folder!r})\n{script}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_stub_imports_and_its_parts_too(engine: str) -> None:
    script = (
        "from ground import stubs\nstubs.install('nowhere')\nimport nowhere.deep\nfrom nowhere import some\n"
        "print(stubs.packages, stubs.calls)"
    )
    assert _said(engine, script) == "['nowhere'] []"


def test_a_stub_that_is_called_raises_and_is_written_down(engine: str) -> None:
    script = (
        "from ground import stubs\nstubs.install('nowhere')\nfrom nowhere import some\n"
        "try: some.part(1)\nexcept stubs.StubCalled: print(stubs.calls)"
    )
    assert _said(engine, script) == "['nowhere.some.part']"


def test_what_is_installed_is_never_stubbed(engine: str) -> None:
    script = (
        "from ground import stubs\nstubs.install('json')\nimport json\nprint(json.dumps([1]), stubs.packages)"
    )
    assert _said(engine, script) == "[1] []"


def test_an_action_runs_once_after_the_import(engine: str) -> None:
    script = (
        "from ground import on_import\n"
        "on_import.after('wave', lambda module: print('wave', hasattr(module, 'open')))\n"
        "print('before')\nimport wave\nimport wave"
    )
    assert _said(engine, script) == "before\nwave True"


def test_an_action_for_what_is_imported_runs_at_once(engine: str) -> None:
    script = (
        "import json\nfrom ground import on_import\n"
        "on_import.after('json', lambda module: print(module.__name__))"
    )
    assert _said(engine, script) == "json"


def test_the_witness_writes_each_event_to_a_file_of_its_own(engine: str) -> None:
    script = (
        "import json, pathlib, tempfile\nfrom ground import witness\nfolder = tempfile.mkdtemp()\n"
        "witness.install(folder)\nwitness.tell('up')\nwitness.tell('loaded', role='draft')\n"
        "files = sorted(pathlib.Path(folder).glob('*.json'))\n"
        "print([json.loads(each.read_text())['event'] for each in files])"
    )
    assert _said(engine, script) == "['up', 'loaded']"


def test_a_gpu_is_looked_for_before_it_is_hidden(engine: str) -> None:
    script = (
        "from types import ModuleType, SimpleNamespace\ntorch = sys.modules['torch'] = ModuleType('torch')\n"
        "import os\ntorch.cuda = SimpleNamespace(is_available=lambda: os.environ.get('CUDA_VISIBLE_DEVICES') != '')\n"
        "from ground import shims\nshims.install(shims.found())\nprint(shims.found(), shims.replaced)"
    )
    assert _said(engine, script) == "cuda []"
