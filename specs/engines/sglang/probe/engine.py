"""The main script of one engine run: keyword arguments and prompts as JSON in, tokens and counts as JSON out.

It is a script of its own because a part of the engine that fails kills the process that started it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ground import buffers, layered, shims, witness

shims.install(os.environ["FLOWTRACE_DEVICE"])  # here, since the engine's processes run this top again
witness.install(os.environ["FLOWTRACE_WITNESS"])
if "FLOWTRACE_LAYERED" in os.environ:
    layered.install()
if "FLOWTRACE_BUFFERS" in os.environ:
    buffers.install()


def run(asked: dict[str, Any]) -> None:
    """Start the engine, generate, and write what came out into the witness's folder."""
    import inspect

    import sglang
    from sglang.srt.server_args import ServerArgs

    known = inspect.signature(ServerArgs).parameters
    engine = sglang.Engine(**{name: value for name, value in asked["engine"].items() if name in known})
    witness.tell("up")
    if asked["prompts"]:
        sampling = {"temperature": 0, "max_new_tokens": asked["tokens"], "ignore_eos": True}
        answers = engine.generate(input_ids=asked["prompts"], sampling_params=sampling)
        witness.tell("generated", answers=answers)
    engine.shutdown()


if __name__ == "__main__":
    run(json.loads(sys.stdin.read()))
