"""Nothing but a look around: what this interpreter has and what it could run."""

from __future__ import annotations

from typing import Any


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """No answer about any demand; an ability for each kind of device."""
    import torch

    devices = {"meta": "yes", "cpu": _on_cpu(), "cuda": _on_cuda(torch)}
    return [
        {
            "ref": "",
            "file": "",
            "line": 1,
            "symbol": device,
            "verdict": "holds" if able == "yes" else "inconclusive",
            "saw": able,
            "evidence": [],
        }
        for device, able in devices.items()
    ]


def _on_cpu() -> str:
    try:
        import triton
    except ImportError:
        return "no: triton is missing, whose interpreter runs the engine's kernels on a CPU"
    import numpy

    if _release(triton.__version__) < (3, 6) and _release(numpy.__version__) > (2, 2):
        return f"no: triton {triton.__version__} can't interpret kernels beside numpy {numpy.__version__}"
    return "yes"


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in version.split(".")[:2])


def _on_cuda(torch: Any) -> str:
    if not torch.cuda.is_available():
        return "no: torch finds no CUDA device"
    return "yes"
