"""A toy engine's probe folder, whose child answers with the standard library alone; and values to vary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flowtrace.outcomes import Seen
from flowtrace.spec.model import Invariant
from flowtrace.verify.catalogue import Probe
from flowtrace.verify.protocol import Answer
from flowtrace.verify.static import Static, parsed

WORKER = "serve/worker.py::Worker"
ANSWER = Answer(
    demand="A1", file="serve/worker.py", line=3, symbol="Worker", seen=Seen.BROKEN, saw="it was replaced"
)
PROBE = Probe(id="heads", script="heads", says="Is it replaced?", refs=("A1",), devices=("cpu",), seconds=20)
KEEPS = Invariant(
    id="toy/keeps-head", refs=("A1",), says="", why="", remedy="", severity="error", clauses=()
)  # fmt: skip
FIRST = Invariant(
    id="toy/built-first", refs=("A2",), says="", why="", remedy="",
    severity={"default": "warning", "named": "error"}, clauses=(),
)  # fmt: skip

# Speaks the protocol; what it answers, the request's parameters say.
_CHILD = """
import json, os, sys
request = json.loads(sys.stdin.read())
params = request["params"]
devices = params.get("devices", {"cpu": "holds", "cuda": "inconclusive"})
answers = [
    {"ref": "", "file": "", "line": 1, "symbol": name, "verdict": verdict, "saw": "no", "evidence": []}
    for name, verdict in devices.items()
] if request["probe"] == "doctor" else [
    {"ref": "A1", "file": "serve/worker.py", "line": 3, "symbol": "Worker", "verdict": "broken",
     "saw": "it was replaced", "evidence": []}
]
result = {"protocol": 1, "answers": answers, "environment": {"toy": "2.0", "version": "2.0"},
          "code": {"serve/worker.py": "aa"}, "stubbed": [], "replaced": [], "stub_calls": [], "error": None}
open(request["result"], "w").write(json.dumps(result))
"""


def result(**entries: Any) -> dict[str, Any]:
    """A result as the child writes it."""
    plain: dict[str, Any] = {
        "protocol": 1,
        "answers": [],
        "environment": {},
        "code": {},
        "stubbed": [],
        "replaced": [],
        "stub_calls": [],
        "error": None,
    }
    return {**plain, **entries}


def findings(*said: dict[str, Any], **judged: list[str]) -> dict[str, Any]:
    """What `check --format json` writes, as far as `verify` reads it: findings, and subjects by verdict."""
    return {
        "schema": 1,
        "tree": "toy",
        "version": "2.0",
        "findings": list(said),
        "undecided": [],
        "invariants": {},
        "judgements": {
            "toy/keeps-head": {
                **judged,
                **{each["verdict"]: [each["subject"]] for each in said if "verdict" in each},
            }
        },
        "hashes": {},
    }


def finding(**entries: Any) -> dict[str, Any]:
    """One finding of it."""
    plain = {
        "invariant": "toy/keeps-head",
        "refs": ["A1"],
        "verdict": "broken",
        "severity": "error",
        "file": "serve/worker.py",
        "symbol": "Worker.start",
        "subject": WORKER,
    }
    return {**plain, **entries}


def static(*said: dict[str, Any], **judged: list[str]) -> Static:
    """The same, read."""
    return parsed(json.dumps(findings(*said, **judged)), "findings")


def written(folder: Path) -> Path:
    """The probe folder of an engine with one probe."""
    folder.mkdir(parents=True)
    (folder / "child.py").write_text(_CHILD)
    (folder / "probes.toml").write_text(
        '[[probe]]\nid = "heads"\nscript = "heads"\nsays = "Is it replaced?"\nrefs = ["A1"]\n'
        'devices = ["cpu", "cuda"]\nseconds = 20\n'
    )
    (folder / "environments.toml").write_text(
        '[[environment]]\nreleases = ">=2"\nseen = ["2.0"]\npython = ["0.1"]\ndownload = 1\nmegabytes = 2\n'
        'packages = ["one==1"]\nalone = []\n[always]\npackages = []\nindex = "https://example.invalid"\n'
    )
    return folder
