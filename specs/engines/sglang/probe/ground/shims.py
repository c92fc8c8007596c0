"""A machine without a GPU -> one that SGLang imports and runs on; everything replaced is written down.

On a CUDA device nothing is replaced. To be called at the top of a main script, before torch is imported:
SGLang spawns its processes by running that script's top again.
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any

from ground import on_import, stubs, twins

replaced: list[str] = []  # sentences: what was replaced, by what
_installed = False

# Where a release has both a kernel for this kind of machine (compiled, not published) and one in Triton,
# the flag that chooses between them. Triton's interpreter runs the latter, which is what runs on a GPU.
_PREFERS_TRITON = (
    "sglang.kernels.ops.speculative.cache_locs",
    "sglang.kernels.ops.speculative.eagle",
    "sglang.kernels.ops.speculative.multi_layer_eagle",
    "sglang.kernels.ops.speculative.spec_tree",
    "sglang.kernels.ops.kvcache.cache_move",
    "sglang.srt.mem_cache.allocation",
)


def found() -> str:
    """The device that this machine has, to be asked before anything is replaced: cuda or cpu."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def install(device: str) -> None:
    """Make this process able to run the engine on `device`: cuda, cpu or meta; once."""
    global _installed
    if device == "cuda" or _installed:
        return
    _installed = True
    os.environ.setdefault("SGLANG_USE_CPU_ENGINE", "1")
    os.environ.setdefault("TRITON_INTERPRET", "1")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")  # compiling wants a C++ compiler, and its time
    note("torch.compile: off, functions run as they are written")
    stubs.install("sgl_kernel")
    on_import.after("torch", _without_cuda)
    on_import.after("transformers.models.auto.configuration_auto", _configs_of_newer)
    for name in _PREFERS_TRITON:
        on_import.after(name, _prefer_triton)
    on_import.after("sglang.srt.speculative.triton_ops.cache_locs", _as_on_xpu)
    on_import.after("sglang.srt.speculative.eagle_utils", _tree)


def forking() -> None:
    """Let the engine fork its processes from this one, which has everything imported, in place of spawning
    them.
    """
    import multiprocessing

    choose = multiprocessing.set_start_method
    multiprocessing.set_start_method = lambda *_, **__: choose("fork", force=True)
    note("multiprocessing.set_start_method: the engine's processes are forked, not spawned")


def report() -> dict[str, list[str]]:
    """What was stubbed, replaced and wrongly called in this process."""
    return {
        "stubbed": sorted(stubs.packages),
        "replaced": sorted(replaced),
        "stub_calls": sorted(set(stubs.calls)),
    }


def note(sentence: str) -> None:
    """Write down what stands in for the real thing."""
    if sentence not in replaced:
        replaced.append(sentence)


def _without_cuda(torch: ModuleType) -> None:
    """Calls that SGLang makes on any device, and two operators that torchvision's compiled part would
    define.
    """
    torch.cuda.synchronize = torch.cuda.empty_cache = lambda *_, **__: None
    note("torch.cuda.synchronize and empty_cache: do nothing")
    library = torch.library.Library("torchvision", "FRAGMENT")
    _kept.append(library)
    for name in ("nms", "qnms"):
        library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    note("torchvision::nms and qnms: declared, never run")
    _missing_operators(torch)


def own_layers() -> None:
    """Let older releases take layers of their own, and not another package's, which they do where AMX is supported.

    For models that are built and loaded; a forward would then call operators that are not there.
    """
    on_import.after("torch", _with_amx)


def _with_amx(torch: ModuleType) -> None:
    torch._C._cpu._is_amx_tile_supported = lambda: True
    note("torch._C._cpu._is_amx_tile_supported: true")
    _declared.add("convert_weight_packed")  # by which they tell whether the layers can be used


def _configs_of_newer(auto: ModuleType) -> None:
    """A newer transformers than the release's knows some of the configs that the release registers."""
    register = auto.CONFIG_MAPPING.register
    auto.CONFIG_MAPPING.register = lambda key, value, exist_ok=False: register(key, value, exist_ok=True)
    note("transformers' CONFIG_MAPPING.register: a config that is known already may be registered again")


_declared: set[str] = set()  # operators that are there to be looked up, whatever their name


def _missing_operators(torch: ModuleType) -> None:
    """Model files look up sgl_kernel's operators for CPUs while they are imported; a call still raises."""
    namespace = torch._ops._OpNamespace
    known = namespace.__getattr__

    def found(self: Any, name: str) -> Any:
        try:
            return known(self, name)
        except AttributeError:
            if self.name in stubs.packages and (name.endswith("_cpu") or name in _declared):
                return stubs.stand_in(f"torch.ops.{self.name}.{name}")
            raise

    namespace.__getattr__ = found


_kept: list[Any] = []  # a library's definitions last as long as the object


def _prefer_triton(module: ModuleType) -> None:
    """Choose as on a machine that has Triton and nothing compiled; of those the sources name only one."""
    if not getattr(module, "_is_cpu", False):
        return
    module._is_cpu = False  # type: ignore[attr-defined]
    if module.__name__.startswith("sglang.kernels.") and hasattr(module, "_is_xpu"):
        module._is_xpu = True
    note(f"{module.__name__}: its Triton kernels, interpreted, in place of sgl_kernel's for CPUs")


def _as_on_xpu(module: ModuleType) -> None:
    """Choose the Triton kernels of a release that knows no other way without CUDA, and names but that one."""
    module._is_xpu = True  # type: ignore[attr-defined]
    note(f"{module.__name__}: its Triton kernels, interpreted, in place of those for CUDA")


def _tree(module: ModuleType) -> None:
    """The tree operations of the release, or twins where they exist as compiled code only."""
    if hasattr(module, "sgl_build_tree_kernel_triton"):
        _as_on_xpu(module)
        return
    if hasattr(module, "default_tree_mask_mode"):
        module.default_tree_mask_mode = lambda: module.TreeMaskMode.FULL_MASK
        note(f"{module.__name__}.default_tree_mask_mode: the full mask, which the Triton attention reads")
        return
    module.sgl_build_tree_kernel_efficient = twins.build_tree  # type: ignore[attr-defined]
    note(f"{module.__name__}: build_tree_kernel_efficient, a Python twin")
    if hasattr(module, "verify_tree_greedy_func"):
        module.verify_tree_greedy_func = _verify_twin
        note(f"{module.__name__}: verify_tree_greedy, a Python twin")


def _verify_twin(predicts: Any, accept_index: Any, accept_token_num: Any, topk: int = -1, **tree: Any) -> Any:
    twins.verify_greedy(predicts, accept_index, accept_token_num, **tree)
    return predicts, accept_index, accept_token_num
