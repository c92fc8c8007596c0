"""The engine's processes -> a folder of JSON files, one event each, written while they run.

It looks on: methods are wrapped and modules hooked, nothing they do is changed. A process that dies leaves
what it told. Events: loaded, called, entered, fused, logits, failed, started, and what the main script
tells itself.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import json
import os
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from ground import on_import, places, shims

_FOLLOWED = (  # methods of models whose calls are told
    "set_eagle3_layers_to_capture",
    "get_embed_and_head",
    "get_embed_and_head_for_draft",
    "set_embed",
    "set_embed_and_head",
)
_GRAPHS = ("init_device_graphs", "init_cuda_graphs", "init_decode_cuda_graph", "_capture_cuda_graphs")
_ROWS_TOLD = 1
_FORWARDS_TOLD = 40

_folder: Path | None = None
_rank: int | None = None  # of this process, once it has loaded a model
_up = False  # whether it serves; until then models are run to warm up and to capture graphs
_number = itertools.count()
_told: Counter[str] = Counter()


def install(folder: str) -> None:
    """Write events into `folder`, here and in every process that runs the main script's top."""
    global _folder
    _folder = Path(folder)
    on_import.after("sglang.srt.managers.scheduler", _watch_scheduler)
    on_import.after("sglang.srt.model_executor.model_runner", _watch_runner)
    for worker in (
        "eagle_worker",
        "eagle_worker_v2",
        "multi_layer_eagle_worker",
        "multi_layer_eagle_worker_v2",
    ):
        on_import.after(f"sglang.srt.speculative.{worker}", _watch_workers)


def tell(event: str, **what: Any) -> None:
    """Write one event."""
    if _folder is None:
        return
    name = f"{os.getpid():09d}-{next(_number):05d}"
    temporary = _folder / f".{name}"
    temporary.write_text(json.dumps({"event": event, "rank": _rank, **what}, default=str))
    temporary.replace(_folder / f"{name}.json")


def _watch_scheduler(module: ModuleType) -> None:
    start = module.Scheduler.__init__

    @functools.wraps(start)
    def started(self: Any, *given: Any, **named: Any) -> None:
        try:
            start(self, *given, **named)
        except BaseException as error:
            tell("failed", **places.of_error(error), **shims.report())
            raise
        global _up
        _up = True
        worker = getattr(self, "draft_worker", None)
        tell("started", worker=places.of(type(worker), "the worker") if worker else None, **shims.report())

    module.Scheduler.__init__ = started
    run = module.Scheduler.run_batch

    @functools.wraps(run)
    def ran(self: Any, *given: Any, **named: Any) -> Any:
        try:
            return run(self, *given, **named)
        except BaseException as error:
            tell("failed", **places.of_error(error), **shims.report())
            raise

    module.Scheduler.run_batch = ran


def _watch_runner(module: ModuleType) -> None:
    load = module.ModelRunner.load_model

    @functools.wraps(load)
    def loaded(self: Any, *given: Any, **named: Any) -> Any:
        global _rank
        result = load(self, *given, **named)
        _rank = _rank_here()
        role = "draft" if self.is_draft_worker else "target"
        tell(
            "loaded",
            role=role,
            model=places.of(type(self.model), "the class loaded"),
            columns=_columns(self.model),
            groups=_groups(),
            by=places.caller("builds the draft", within="srt/speculative/"),
        )
        _follow(self.model, role)
        return result

    module.ModelRunner.load_model = loaded
    _tell_graphs(module.ModelRunner)


def _columns(model: Any) -> int | None:
    """What the model's fc takes, when it has one."""
    fc = getattr(getattr(model, "model", None), "fc", None)
    return fc.weight.shape[1] if fc is not None else None


def _rank_here() -> int:
    import torch

    return torch.distributed.get_rank() if torch.distributed.is_initialized() else 0


def _groups() -> dict[str, Any] | None:
    """The ranks over which a model that is loaded now is spread, and those that share one attention; None where a
    release has no group of its own for attention.
    """
    parallel = importlib.import_module(f"{places.PACKAGE}.srt.distributed.parallel_state")
    attention = importlib.import_module(f"{places.PACKAGE}.srt.layers.dp_attention")
    sharing = getattr(attention, "get_attention_tp_group", None)
    return sharing and {"model": list(parallel.get_tp_group().ranks), "attention": list(sharing().ranks)}


def _watch_workers(module: ModuleType) -> None:
    for each in list(vars(module).values()):
        if isinstance(each, type) and each.__module__ == module.__name__:
            _tell_graphs(each)


def _tell_graphs(owner: type) -> None:
    """Tell when the owner comes to its CUDA graphs, whether or not any are captured on this device."""
    for name in _GRAPHS:
        original = vars(owner).get(name)
        if callable(original):
            setattr(owner, name, _telling(original, "graphs"))


def _telling(original: Any, event: str) -> Any:
    @functools.wraps(original)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        place = places.of(original, "comes to its CUDA graphs")
        tell(event, method=original.__qualname__, draft=getattr(self, "is_draft_worker", None), place=place)
        return original(self, *given, **named)

    return call


def _follow(model: Any, role: str) -> None:
    """Tell the calls of the model's own methods, and what passes through its parts."""
    for name in _FOLLOWED:
        method = getattr(model, name, None)
        if method is not None:
            object.__setattr__(model, name, _called(model, method, name, role))
    processor = getattr(model, "logits_processor", None)
    if processor is not None:
        processor.register_forward_pre_hook(_handed(role), with_kwargs=True)
        processor.register_forward_hook(_logits(role))
    inner = getattr(model, "model", None)
    if role == "draft" and inner is not None:
        inner.register_forward_pre_hook(_entered, with_kwargs=True)
        if hasattr(inner, "fc"):
            inner.fc.register_forward_hook(_fused)


def _called(model: Any, method: Any, name: str, role: str) -> Any:
    @functools.wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        before = _parts(model)
        result = method(*given, **named)
        tell(
            "called",
            role=role,
            method=name,
            given=[_plain(each) for each in (*given, *named.values())],
            result=_plain(result),
            before=before,
            after=_parts(model),
            by=places.caller(f"calls {name}"),
        )
        return result

    return call


def _parts(model: Any) -> dict[str, Any]:
    """The storage of embedding and head, and what the draft says of itself."""
    inner = getattr(model, "model", None)
    return {
        "embedding": _plain(getattr(getattr(inner, "embed_tokens", None), "weight", None)),
        "head": _plain(getattr(getattr(model, "lm_head", None), "weight", None)),
        "asks_for_head": getattr(model, "load_lm_head_from_target", None),
        "token_map": _plain(getattr(model, "hot_token_id", None)),
    }


def _handed(role: str) -> Any:
    def hook(module: Any, given: Any, named: Any) -> None:
        if _few(f"handed {role}"):
            aux = next((each for each in (*given[3:], *named.values()) if _tensors(each)), None)
            tell("handed", role=role, aux=None if aux is None else [_plain(each) for each in aux])

    return hook


def _logits(role: str) -> Any:
    def hook(module: Any, given: Any, output: Any) -> None:
        if _few(f"logits {role}"):
            batch = next((each for each in given if hasattr(each, "capture_hidden_mode")), None)
            tell(
                "logits",
                role=role,
                processor=places.of(type(module), "the logits processor"),
                mode=_name(getattr(batch, "forward_mode", None)),
                capture=_name(getattr(batch, "capture_hidden_mode", None)),
                logits=_plain(getattr(output, "next_token_logits", None)),
                states=_plain(getattr(output, "hidden_states", None)),
            )

    return hook


def _entered(module: Any, given: Any, named: Any) -> None:
    if not _few("entered"):
        return
    batch = next((each for each in (*given, *named.values()) if hasattr(each, "spec_info")), None)
    states = getattr(getattr(batch, "spec_info", None), "hidden_states", None)
    ids = given[0] if given else named.get("input_ids")
    tell(
        "entered",
        mode=_name(getattr(batch, "forward_mode", None)),
        states=_plain(states),
        last=_last(states),
        ids=ids.flatten()[:32].tolist() if hasattr(ids, "tolist") else None,
    )


def _fused(module: Any, given: Any, output: Any) -> None:
    if _few("fused"):
        tell("fused", states=_plain(given[0]))


def _few(kind: str) -> bool:
    if not _up:
        return False
    _told[kind] += 1
    return _told[kind] <= _FORWARDS_TOLD and not _capturing()


def _capturing() -> bool:
    """Whether a CUDA graph is being captured, when nothing may be copied to the host."""
    import torch

    return torch.cuda.is_available() and torch.cuda.is_current_stream_capturing()


def _name(value: Any) -> str | None:
    return getattr(value, "name", None)


def _last(states: Any) -> list[float] | None:
    if states is None or states.dim() < 2 or not states.shape[0]:
        return None
    return [float(each) for each in states[-1].detach().float().cpu().tolist()]


def _tensors(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(hasattr(each, "data_ptr") for each in value)
    )


def _plain(value: Any) -> Any:
    """A value as JSON can carry it; a tensor as its shape, its place in memory and its device."""
    if hasattr(value, "data_ptr"):
        return {"shape": list(value.shape), "at": value.data_ptr(), "device": str(value.device)}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, int | float | str | bool | None) else type(value).__name__
