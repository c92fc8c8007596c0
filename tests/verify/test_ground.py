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


_WATCHED = (
    "import sys, types\nfrom pathlib import Path\nfrom ground import places, reading\n"
    "package = types.ModuleType(places.PACKAGE)\npackage.__path__ = ['/engine']\n"
    "sys.modules[places.PACKAGE] = package\n"
    "class Config: pass\n"
    "config = Config()\nconfig.width, config.nested = 7, {'norm': True}\nreaders = {}\n"
    "reading.watched(config, readers)\n"
)


def test_who_reads_a_key_is_noted_with_its_place(engine: str) -> None:
    script = _WATCHED + (
        "def read(code): exec(compile(code, '/engine/srt/models/toy.py', 'exec'), {'config': config})\n"
        "read('\\nconfig.width')\nread('config.nested.get(\"norm\")')\nconfig.other = 1\n"
        "print([(key, readers[key]['file'], readers[key]['line']) for key in ('width', 'norm')], 'other' in readers)"
    )
    assert _said(engine, script) == (
        "[('width', 'srt/models/toy.py', 2), ('norm', 'srt/models/toy.py', 1)] False"
    )


def test_a_config_that_is_watched_answers_the_same(engine: str) -> None:
    script = _WATCHED + (
        "import copy\ncopied = copy.deepcopy(config)\n"
        "print(config.width, config.nested['norm'], 'norm' in config.nested, isinstance(config, Config), copied.nested)"
    )
    assert _said(engine, script) == "7 True True True {'norm': True}"


def test_of_several_ranks_the_first_is_told_of_and_whichever_failed(engine: str) -> None:
    script = (
        "import json, pathlib, tempfile\nfrom ground import running\nfolder = pathlib.Path(tempfile.mkdtemp())\n"
        "def told(asked, folder, places):\n"
        "    for number, event in enumerate([('loaded', 0), ('loaded', 1), ('failed', 1), ('up', None)]):\n"
        "        file = pathlib.Path(places['FLOWTRACE_WITNESS']) / f'{number}.json'\n"
        "        file.write_text(json.dumps({'event': event[0], 'rank': event[1]}))\n"
        "    return 0\n"
        "running._started = told\n"
        "ran = running.run(folder, {'device': 'cpu', 'tp': 2}, {}, [])\n"
        "print([(each['event'], each['rank']) for each in ran.events])"
    )
    assert _said(engine, script) == "[('loaded', 0), ('failed', 1), ('up', None)]"
