"""Objects, frames and errors of the engine -> where they are written: file relative to the package, line,
symbol.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = "sglang"


def of(thing: Any, what: str) -> dict[str, Any]:
    """The place of a class or function, as one step of an answer's evidence."""
    thing = inspect.unwrap(thing) if callable(thing) and not inspect.isclass(thing) else thing
    try:
        file = inspect.getsourcefile(thing) or ""
        _, line = inspect.getsourcelines(thing)
    except (OSError, TypeError):
        file, line = str(getattr(sys.modules.get(getattr(thing, "__module__", "")), "__file__", "")), 1
    return {"file": relative(file), "line": max(line, 1), "symbol": thing.__qualname__, "what": what}


def caller(what: str, within: str = "srt/") -> dict[str, Any] | None:
    """The innermost place in the engine, or in that part of it, that led to the call under way."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = relative(frame.f_code.co_filename)
        if file.startswith(within):
            return {"file": file, "line": frame.f_lineno, "symbol": _qualified(frame), "what": what}
        frame = frame.f_back
    return None


def of_error(error: BaseException) -> dict[str, Any]:
    """An error as kind, message and the steps through the engine that led to it, innermost last."""
    frames = [
        {
            "file": relative(frame.f_code.co_filename),
            "line": line,
            "symbol": _qualified(frame),
            "what": "calls",
        }
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    inside = [each for each in frames if each["file"].startswith(("srt/", "kernels/"))]
    if inside:
        inside[-1]["what"] = f"raises {type(error).__name__}: {_first_line(error)}"
    return {"kind": type(error).__name__, "message": _first_line(error), "steps": inside}


def relative(file: str) -> str:
    """`file` relative to the engine's package, or as it is when it lies elsewhere."""
    root = _root()
    if root and file.startswith(root):
        return Path(file).relative_to(root).as_posix()
    return file


def _root() -> str:
    package = sys.modules.get(PACKAGE)
    folders = list(getattr(package, "__path__", ()))
    return str(folders[0]) if folders else ""


def _qualified(frame: FrameType) -> str:
    if sys.version_info >= (3, 11):
        return frame.f_code.co_qualname
    owner = frame.f_locals.get("self")
    name = frame.f_code.co_name
    return f"{type(owner).__name__}.{name}" if owner is not None else name


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [""])[0][:300]
