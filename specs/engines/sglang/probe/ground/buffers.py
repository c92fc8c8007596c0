"""The worker of an engine that is up -> what it makes ahead of time for states that go to its draft, and how wide.

The draft's graph runner is built by its own constructor, on any device; only the capture is left out, with which that
ends and which CUDA alone can do. Idle batches, which DP attention needs, a worker makes on one rank as well.
"""

from __future__ import annotations

import contextlib
import importlib
from types import ModuleType
from typing import Any

from ground import on_import, places, shims, witness

_RUNNER = ("srt.speculative.eagle_draft_extend_cuda_graph_runner", "EAGLEDraftExtendCudaGraphRunner")
_IDLE = "forward_draft_extend_after_decode"  # of workers that make the idle batch themselves
_BUILT = "cuda_graph_runner_for_draft_extend"
_ROWS = 64  # of the logits that graphs share


def install() -> None:
    """Tell the widths as soon as a scheduler is up, or why there is none; and those of idle batches that come later."""
    on_import.after(f"{places.PACKAGE}.srt.managers.scheduler", _watch)


def _watch(scheduler: ModuleType) -> None:
    start = scheduler.Scheduler.__init__

    def started(self: Any, *given: Any, **named: Any) -> None:
        start(self, *given, **named)
        worker = getattr(self, "draft_worker", None)
        _build(getattr(worker, "draft_worker", worker))  # newer workers keep the drafting part apart
        _idle(worker)

    scheduler.Scheduler.__init__ = started


def _build(worker: Any) -> None:
    module, name = _RUNNER
    runner = getattr(_module(module), name)
    place = places.of(runner, "the runner of the draft's graphs")
    try:
        built = getattr(worker, _BUILT, None)  # on CUDA the worker has one
        if built is None:
            _share_logits(worker)
            runner.capture = lambda *_: None
            shims.note(f"{name}.capture: no graph is captured")
            built = runner(worker)
        columns = getattr(built, "buffers", built).hidden_states.shape[-1]
    except Exception as error:
        witness.tell("unbuilt", runner=place, **places.of_error(error), **shims.report())
        return
    witness.tell("buffer", runner=place, columns=columns, **shims.report())


def _share_logits(worker: Any) -> None:
    """Newer runners take their logits from what the target's graphs leave, of which there are none."""
    runner = getattr(worker, "draft_runner", None)
    with contextlib.suppress(ImportError):
        shared = _module("srt.model_executor.graph_shared_output").GraphSharedOutput
        if runner is not None and runner.graph_shared_output is None:
            runner.graph_shared_output = shared(device=runner.device, max_rows=_ROWS)


def _idle(worker: Any) -> None:
    """Let the worker do at the end of a sequence what it does under DP attention."""
    if not hasattr(worker, _IDLE):
        return
    drafting = _module("srt.speculative.eagle_info").EagleDraftInput
    make = drafting.create_idle_input

    def made(*given: Any, **named: Any) -> Any:
        batch = make(*given, **named)
        place = places.caller("makes an idle batch")
        if place and place["symbol"].endswith(_IDLE):
            witness.tell("idle", columns=batch.hidden_states.shape[-1], place=place, **shims.report())
        return batch

    drafting.create_idle_input = made
    _keep_device(_module("srt.managers.schedule_batch").ScheduleBatch)
    worker.server_args.enable_dp_attention = True
    shims.note("the worker's enable_dp_attention: raised on one rank, when it was up")


def _keep_device(batch: type) -> None:
    """A copy of a batch goes to CUDA, whatever the device of the batch."""
    copy = batch.copy  # type: ignore[attr-defined]

    def kept(self: Any) -> Any:
        copied = copy(self)
        copied.device = self.device
        return copied

    batch.copy = kept  # type: ignore[attr-defined]
    shims.note("ScheduleBatch.copy: the copy stays on the batch's device")


def _module(name: str) -> Any:
    return importlib.import_module(f"{places.PACKAGE}.{name}")
