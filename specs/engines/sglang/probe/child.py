"""The main script of one probe: a request as JSON on standard input, its result as a JSON file moved into
place.

Standard output belongs to the engine. The process ends at once when the result is written, whatever still
runs. `warm.py` answers requests in the same way, in processes that have the engine imported already.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ground import places, shims, stubs

PROTOCOL = 1


def main() -> NoReturn:
    """Answer the request on standard input."""
    answer(json.loads(sys.stdin.read()))


def answer(request: dict[str, Any]) -> NoReturn:
    """Run the probe that the request names, write its result and end the process."""
    start = time.monotonic()
    os.environ["TMPDIR"] = tempfile.tempdir = request["folder"]  # which whoever asked removes
    result: dict[str, Any] = {"protocol": PROTOCOL, "probe": request["probe"], "answers": [], "error": None}
    try:
        if request["protocol"] != PROTOCOL:
            raise RuntimeError(f"protocol {request['protocol']} is asked for, {PROTOCOL} is spoken here")
        shims.install(shims.found() if request["device"] == "auto" else request["device"])
        importlib.import_module(places.PACKAGE)
        probe = importlib.import_module(f"probes.{request['probe']}")
        result["answers"] = probe.answers(request)
    except Exception as error:
        result["error"] = places.of_error(error)
    told = shims.report()
    for each in result["answers"]:
        _merge(told, each.pop("shims", {}))
        _doubt(each)
    result |= {
        **told,
        "seconds": round(time.monotonic() - start, 1),
        "environment": _environment(),
        "code": _code(result["answers"]),
    }
    _write(Path(request["result"]), result)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _merge(told: dict[str, list[str]], more: dict[str, list[str]]) -> None:
    for key, values in more.items():
        told[key] = sorted({*told.get(key, []), *values})


def _doubt(answer: dict[str, Any]) -> None:
    """A stub that was called in this process proves nothing about the engine."""
    if stubs.calls and answer["verdict"] != "inconclusive":
        answer["saw"] = f"{stubs.calls[0]} was called, which is only a stub here ({answer['saw']})"
        answer["verdict"] = "inconclusive"


def _environment() -> dict[str, str]:
    names = (places.PACKAGE, "torch", "triton", "transformers", "numpy")
    found = {"python": sys.version.split()[0], "executable": sys.executable}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    package = sys.modules.get(places.PACKAGE)
    found["version"] = str(getattr(package, "__version__", found.get(places.PACKAGE, "")))
    found["package"] = str(next(iter(getattr(package, "__path__", [])), ""))
    return found


def _code(answers: list[dict[str, Any]]) -> dict[str, str]:
    """The SHA-256 of each file of the engine that an answer speaks of."""
    package = sys.modules.get(places.PACKAGE)
    root = Path(next(iter(getattr(package, "__path__", [])), "."))
    cited = {step["file"] for answer in answers for step in answer["evidence"]}
    cited |= {answer["file"] for answer in answers}
    files = sorted(each for each in cited if each and (root / each).is_file())
    return {each: hashlib.sha256((root / each).read_bytes()).hexdigest() for each in files}


def _write(path: Path, result: dict[str, Any]) -> None:
    temporary = path.with_suffix(".part")
    temporary.write_text(json.dumps(result, default=str))
    os.replace(temporary, path)


if __name__ == "__main__":
    main()
