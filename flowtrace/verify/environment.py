"""A release and a folder -> a virtual environment that can run it without a GPU, built by pip from pinned
packages.

Nothing of it is imported here. A folder that already holds that environment is left as it is.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.version import InvalidVersion, Version

from flowtrace.errors import InputError
from flowtrace.verify import catalogue

_RECORD = "flowtrace.json"
_PATIENCE = 5.0  # seconds for an index to say that it is there
_LINES_SHOWN = 3

Say = Callable[[str], None]


@dataclass(frozen=True)
class Built:
    """An environment: where its interpreter is, and whether it was there before."""

    python: Path
    new: bool


def build(engine: str, package: str, requirement: str, folder: Path, base: Path, say: Say) -> Built:
    """Build the environment for `requirement` in `folder`, with the interpreter `base`."""
    version = _version(requirement, package)
    pins = catalogue.pins(engine, version)
    release = f"{package}=={version}"
    wanted = {"release": release, "packages": [*pins.packages, *pins.alone]}
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if _recorded(folder) == wanted and python.is_file():
        say(f"{folder} holds the environment of {release} already")
        return Built(python, new=False)
    _refuse(folder, base, pins, release)
    say(_announced(pins, release, folder))
    _run([str(base), "-m", "venv", str(folder)], "the virtual environment can't be made")
    pip = [str(python), "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "-q"]
    _run([*pip, *_index(pins), *pins.packages], "pip can't install the packages")
    _run([*pip, "--no-deps", *pins.alone, release], f"pip can't install {release}")
    (folder / _RECORD).write_text(json.dumps(wanted, indent=2) + "\n", "utf-8")
    return Built(python, new=True)


def _version(requirement: str, package: str) -> str:
    """The version that the requirement pins."""
    example = f"{package}==1.2.3"
    try:
        told = Requirement(requirement)
        pins = [each.version for each in told.specifier if each.operator == "=="]
        if told.name != package or len(pins) != 1 or len(told.specifier) != 1:
            raise InputError(f"{requirement!r} names no release: --setup wants one such as {example}.")
        return str(Version(pins[0]))
    except (InvalidRequirement, InvalidVersion) as error:
        raise InputError(f"{requirement!r} names no release: --setup wants one such as {example}.") from error


def _refuse(folder: Path, base: Path, pins: catalogue.Pins, release: str) -> None:
    if (
        folder.exists()
        and (not folder.is_dir() or any(folder.iterdir()))
        and not (folder / "pyvenv.cfg").is_file()
    ):
        raise InputError(f"{folder} exists and is no virtual environment; name a new folder.")
    have = _python_version(base)
    if have not in pins.python:
        raise InputError(
            f"{release} is run without a GPU on Python {' or '.join(pins.python)}, and {base} is {have};"
            " name another with --python."
        )


def _announced(pins: catalogue.Pins, release: str, folder: Path) -> str:
    seen = (
        ""
        if Version(release.partition("==")[2]) in map(Version, pins.seen)
        else (f" These pins were tried with {', '.join(pins.seen)}, not with this release.")
    )
    return (
        f"building {folder}: {release} and {len(pins.packages) + len(pins.alone)} packages,"
        f" about {pins.download} MB to download and {pins.megabytes} MB on disk.{seen}"
    )


def _python_version(base: Path) -> str:
    told = _output([str(base), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
    if told is None:
        raise InputError(f"{base} can't be run.")
    return told.strip()


def _index(pins: catalogue.Pins) -> list[str]:
    """The index with builds for CPUs, where another system's default is the one for GPUs, if it can be
    reached.
    """
    if platform.system() != "Linux":
        return []
    try:
        with urllib.request.urlopen(f"{pins.index}/", timeout=_PATIENCE):
            return ["--extra-index-url", pins.index]
    except (urllib.error.URLError, OSError):
        return []


def _recorded(folder: Path) -> object:
    try:
        return json.loads((folder / _RECORD).read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _run(command: Sequence[str], complaint: str) -> None:
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        errors = [each.strip() for each in done.stdout.splitlines() if each.startswith("ERROR")]
        lines = errors or [each.strip() for each in done.stdout.splitlines() if each.strip()]
        raise InputError(f"{complaint}: {' '.join(lines[-_LINES_SHOWN:]) or f'status {done.returncode}'}")


def _output(command: Sequence[str]) -> str | None:
    try:
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
