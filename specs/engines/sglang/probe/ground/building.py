"""A small config -> one real model of the engine in this process, with attention that adds nothing.

What releases want before a model can be built differs; it is chosen by the names and parameters that exist,
not by the version. Weights are drawn at random, except on the meta device, where there are none.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import socket
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch

from ground import places, registry, targets

_ready = False
_run_in = torch.float32


def dtype(device: str) -> torch.dtype:
    """What models are run in: on CUDA what its kernels take, elsewhere what is exact."""
    return torch.bfloat16 if device == "cuda" else torch.float32


def prepared(device: str) -> None:
    """What a process must have done before it may build models; once."""
    global _ready, _run_in
    if _ready:
        return
    _run_in = dtype(device)
    config = targets.config("LlamaForCausalLM")
    folder = Path(tempfile.mkdtemp())
    (folder / "config.json").write_text(json.dumps(config))
    arguments = _arguments(str(folder), "cuda" if device == "cuda" else "cpu")
    _published(arguments)
    _grouped(arguments, device)
    _quieted_attention()
    torch.set_grad_enabled(False)
    _ready = True


def config_of(plain: dict[str, Any]) -> Any:
    """The config object that the engine makes of a config.json."""
    folder = Path(tempfile.mkdtemp())
    (folder / "config.json").write_text(json.dumps(plain))
    module = _module("srt.configs.model_config")
    return module.ModelConfig(str(folder)).hf_config


def model(name: str, plain: dict[str, Any], device: str, watch: Callable[[Any], None] | None = None) -> Any:
    """The registered class `name`, built; None when its module did not import. `watch` is handed the config before."""
    prepared(device)
    found, _ = registry.classes()
    if name not in found:
        return None
    config = config_of(plain)
    if watch:
        watch(config)
    draw = torch.Generator().manual_seed(7)
    with torch.device(device):
        built = found[name](config, quant_config=None)
    if device != "meta":
        for parameter in built.parameters():
            noise = torch.randn(parameter.shape, generator=draw) * 0.2
            parameter.data.copy_(noise.to(parameter.dtype) + (1.0 if parameter.dim() == 1 else 0.0))
        built.to(dtype(device))
    return built.eval()


@contextlib.contextmanager
def forwarding() -> Iterator[None]:
    """The state in which releases expect a model's forward to be called."""
    try:
        module = _module("srt.model_executor.forward_context")
    except ImportError:
        yield
        return
    pool = SimpleNamespace(dtype=_run_in)  # models ask its type before they choose a kernel
    with module.forward_context(module.ForwardContext(attn_backend=SimpleNamespace(token_to_kv_pool=pool))):
        yield


def batch(states: Any = None, tokens: int = 3, **entries: Any) -> Any:
    """A batch of one sequence of `tokens` with the target's `states`; `entries` win over the rest."""
    module = _module("srt.model_executor.forward_batch_info")
    length = torch.tensor([tokens])
    wanted = {
        "forward_mode": module.ForwardMode.EXTEND,
        "batch_size": 1,
        "input_ids": torch.arange(5, 5 + tokens),
        "req_pool_indices": torch.tensor([0]),
        "seq_lens": length,
        "out_cache_loc": torch.arange(tokens),
        "seq_lens_sum": tokens,
        "seq_lens_cpu": torch.tensor([tokens], device="cpu"),
        "positions": torch.arange(tokens),
        "extend_num_tokens": tokens,
        "extend_seq_lens": length,
        "extend_start_loc": torch.tensor([0]),
        "extend_seq_lens_cpu": [tokens],
        "spec_info": SimpleNamespace(hidden_states=states),
        **entries,
    }
    known = inspect.signature(module.ForwardBatch).parameters
    return module.ForwardBatch(**{name: value for name, value in wanted.items() if name in known})


def _arguments(path: str, device: str) -> Any:
    module = _module("srt.server_args")
    wanted = {
        "model_path": path,
        "device": device,
        "skip_tokenizer_init": True,
        "dtype": str(dtype(device)).rpartition(".")[2],
        "attention_backend": "triton",
        "sampling_backend": "pytorch",
        "disable_cuda_graph": True,
    }
    known = inspect.signature(module.ServerArgs).parameters
    return module.ServerArgs(**{name: value for name, value in wanted.items() if name in known})


def _published(arguments: Any) -> None:
    """Make the arguments those of this process."""
    with contextlib.suppress(ImportError):
        module = _module("srt.runtime_context")
        if hasattr(module, "publish"):
            ranks = (
                {"ranks": module.SpawnRanks(world_rank=0, gpu_id=0)} if hasattr(module, "SpawnRanks") else {}
            )
            module.publish(arguments, role="scheduler", **ranks)
            return
    module = _module("srt.server_args")
    for name in ("set_global_server_args_for_scheduler", "set_global_server_args_for_tokenizer"):
        if hasattr(module, name):
            getattr(module, name)(arguments)
            return
    with contextlib.suppress(ImportError, AttributeError):
        known = _module("srt.managers.schedule_batch").global_server_args_dict
        known.update({key: value for key, value in vars(arguments).items() if key in known})


def _grouped(arguments: Any, device: str) -> None:
    """Process groups of one."""
    parallel = _module("srt.distributed.parallel_state")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    parallel.init_distributed_environment(
        world_size=1,
        rank=0,
        local_rank=0,
        distributed_init_method=f"tcp://127.0.0.1:{port}",
        backend="nccl" if device == "cuda" else "gloo",
    )
    parallel.initialize_model_parallel()
    attention = _module("srt.layers.dp_attention").initialize_dp_attention
    parameters = inspect.signature(attention).parameters
    if "server_args" in parameters:
        more = {"model_config": _model_config(arguments)} if "model_config" in parameters else {}
        attention(server_args=arguments, **more)
        return
    values = {"enable_dp_attention": False, "tp_rank": 0, "tp_size": 1, "dp_size": 1, "pp_size": 1}
    values |= {"moe_dense_tp_size": None}
    attention(**{name: value for name, value in values.items() if name in parameters})


def _model_config(arguments: Any) -> Any:
    return _module("srt.configs.model_config").ModelConfig(arguments.model_path)


def _quieted_attention() -> None:
    """Attention needs a cache and a backend; none of the demands asked here depends on what it returns."""
    attention = _module("srt.layers.radix_attention").RadixAttention

    def forward(self: Any, q: Any, k: Any, v: Any, forward_batch: Any, *_: Any, **__: Any) -> Any:
        return q.new_zeros(q.shape[0], self.tp_q_head_num * self.v_head_dim)

    attention.forward = forward


def _module(name: str) -> Any:
    return import_module(f"{places.PACKAGE}.{name}")
