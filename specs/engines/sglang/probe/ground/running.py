"""Arguments for the engine and prompts -> the events of one run of the whole engine in processes of its own.

A run that ends badly is an answer too: what its processes told until then is returned all the same.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

warm = False  # whether this process was forked from one that has the engine imported
_SCRIPT = Path(__file__).resolve().parent.parent / "engine.py"
_ON_CPU = {"sampling_backend": "pytorch", "disable_cuda_graph": True, "dtype": "float32"}
# Prompts are not run from graphs, so that what passes through them can be looked at; decoding is.
_ON_CUDA = {"dtype": "bfloat16", "disable_prefill_cuda_graph": True}
_SMALL = {
    "attention_backend": "triton",
    "skip_tokenizer_init": True,
    "max_total_tokens": 512,
    "max_running_requests": 2,
    "context_length": 128,
    "disable_radix_cache": True,
    "log_level": "warning",
    "random_seed": 1,
    "watchdog_timeout": 300,
    "mem_fraction_static": 0.2,
    "cuda_graph_bs": [1, 2],  # in older releases
    "cuda_graph_bs_decode": [1, 2],
}
# What keeps a run small, and a user's own pair does without.
LIMITS = (
    "attention_backend",
    "max_total_tokens",
    "context_length",
    "mem_fraction_static",
    "cuda_graph_bs",
    "cuda_graph_bs_decode",
)
DRAFTING = {
    "speculative_algorithm": "EAGLE3",
    "speculative_num_steps": 3,
    "speculative_eagle_topk": 1,
    "speculative_num_draft_tokens": 4,
}


@dataclass(frozen=True)
class Run:
    """What one run told, in the order of each process; of several ranks the first alone, unless another failed."""

    events: tuple[dict[str, Any], ...]
    status: int

    def each(self, kind: str, **values: Any) -> Iterator[dict[str, Any]]:
        """The events of one kind whose entries have these values."""
        for event in self.events:
            if event["event"] == kind and all(event.get(name) == value for name, value in values.items()):
                yield event

    def first(self, kind: str, **values: Any) -> dict[str, Any] | None:
        """The first such event."""
        return next(self.each(kind, **values), None)

    @property
    def failure(self) -> dict[str, Any] | None:
        """The first error that stopped a part of the engine."""
        return self.first("failed")

    @property
    def shims(self) -> dict[str, list[str]]:
        """What the engine's processes ran with in place of the real thing."""
        return shims_of([self])


def shims_of(runs: Iterable[Run]) -> dict[str, list[str]]:
    """The same of several runs together."""
    told: dict[str, list[str]] = {"stubbed": [], "replaced": [], "stub_calls": []}
    for event in (each for ran in runs for each in ran.events):
        for key in told:
            told[key] = sorted({*told[key], *event.get(key, [])})
    return told


def run(
    folder: Path,
    request: dict[str, Any],
    arguments: dict[str, Any],
    prompts: list[list[int]],
    tokens: int = 0,
    environment: dict[str, str] | None = None,
) -> Run:
    """One run with `arguments` over those every small run has; without prompts it ends when the engine is
    up.
    """
    witness = folder / "witness"
    witness.mkdir(parents=True)
    device = request["device"]
    asked = {
        "engine": {
            **_SMALL,
            **(_ON_CUDA if device == "cuda" else _ON_CPU),
            "device": device,
            "tp_size": request.get("tp", 1),
            "disable_overlap_schedule": True,
            **arguments,
        },
        "prompts": prompts,
        "tokens": tokens,
    }
    places = {
        **_cores(asked["engine"]),
        **(environment or {}),
        "FLOWTRACE_DEVICE": device,
        "FLOWTRACE_WITNESS": str(witness),
    }
    status = (_forked if warm else _started)(asked, folder, places)
    events = [json.loads(each.read_text()) for each in sorted(witness.glob("*.json"))]
    told = [each for each in events if not each.get("rank") or each["event"] == "failed"]
    return Run(tuple(told), status)


def _cores(engine: dict[str, Any]) -> dict[str, str]:
    """On a CPU, the core of each rank: where there are more ranks than NUMA nodes the engine wants them named."""
    ranks = engine["tp_size"] if engine["device"] == "cpu" else 1
    return {"SGLANG_CPU_OMP_THREADS_BIND": "|".join(["0"] * ranks)} if ranks > 1 else {}


def _started(asked: dict[str, Any], folder: Path, environment: dict[str, str]) -> int:
    """The exit status of an interpreter that runs the engine."""
    return subprocess.run(
        [sys.executable, str(_SCRIPT)],
        input=json.dumps(asked),
        encoding="utf-8",
        env={**os.environ, **environment},
        cwd=folder,
        check=False,
    ).returncode


def _forked(asked: dict[str, Any], folder: Path, environment: dict[str, str]) -> int:
    """The same of a process forked from this one."""
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    try:
        os.environ.update(environment)
        os.chdir(folder)
        importlib.import_module(_SCRIPT.stem).run(asked)
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
