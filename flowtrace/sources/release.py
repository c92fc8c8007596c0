"""A requirement -> the wheel of that release, fetched by pip once and kept.

Only wheels, since building a source archive would run its code; only packages of known engines, since a
mistyped folder name is no wish to download a stranger's package. Nothing is installed.
"""

from __future__ import annotations

import bisect
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from flowtrace.errors import InputError, OutOfTime
from flowtrace.sources.package import Engine

_PIP_DOWNLOAD = (
    "-m", "pip", "download",
    "--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "-q",
)  # fmt: skip

# A wheel is read, never run, so one for another interpreter serves when there is none for this one.
_FOR_LINUX = (
    "--implementation", "cp", "--python-version", "3.12",
    "--platform", "manylinux_2_34_x86_64",
    "--platform", "manylinux_2_28_x86_64",
    "--platform", "manylinux2014_x86_64",
)  # fmt: skip

_OFFERED = re.compile(r"\(from versions: ([^)]*)\)")
_NO_NETWORK = re.compile(r"connection broken|Max retries exceeded|Could not fetch URL|Network is unreachable")
_LINE_LIMIT = 200


def parse_requirement(text: str, engines: Sequence[Engine]) -> Requirement:
    """The requirement, if it names a release of a known engine's package and nothing more."""
    packages = sorted({engine.package for engine in engines})
    if "://" in text:
        raise InputError(f"{text!r} is a URL: download the wheel or clone the repository, and name that.")
    try:
        requirement = Requirement(text)
    except InvalidRequirement as error:
        example = f"{packages[0]}==1.2.3" if packages else "package==1.2.3"
        raise InputError(f"{text!r} is neither an existing path nor a requirement like {example}.") from error
    if canonicalize_name(requirement.name) not in map(canonicalize_name, packages):
        known = ", ".join(packages) or "none"
        raise InputError(f"{text!r} is neither an existing path nor a known engine's package ({known}).")
    plain = f"{requirement.name}{requirement.specifier}"
    if requirement.extras or requirement.marker:
        raise InputError(f"{text!r}: extras and markers only choose dependencies; write {plain}.")
    return requirement


def fetch_release(
    requirement: Requirement, wheels: Path, report: Callable[[str], None] | None, until: float = inf
) -> Path:
    """The wheel in the folder `wheels`; only an exact `==` found there needs no network.

    Raises OutOfTime when it has not come until then, on the monotonic clock.
    """
    kept = _kept(requirement, wheels)
    if kept:
        return kept
    if report:
        report(f"fetching {requirement}")
    try:
        wheels.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetching-", dir=wheels) as folder:
            wheel = _download(requirement, Path(folder), until)
            os.replace(wheel, wheels / wheel.name)  # whole or not at all, also beside a second run
    except OSError as error:
        raise InputError(f"The cache folder {wheels} can't be used: {error.strerror}.") from error
    return wheels / wheel.name


def offered(package: str, until: float = inf) -> tuple[Version, ...]:
    """Every version of the package that the index has a wheel of, oldest first; `until` as for a release."""
    nothing = Requirement(f"{package}==0.dev0")  # pip lists what there is when nothing fits
    with tempfile.TemporaryDirectory(prefix="flowtrace-") as folder:
        complaints = [_pip(nothing, Path(folder), until, options) for options in ((), _FOR_LINUX)]
    versions = {
        version for complaint in complaints for version in map(_version, _offered(complaint)) if version
    }
    if not versions:
        raise InputError(f"The releases of {package} can't be listed: {_cause(nothing, complaints[0])}")
    return tuple(sorted(versions))


def kept(package: str, wheels: Path) -> tuple[Version, ...]:
    """Every version of the package that is in the folder `wheels`, oldest first."""
    found = (_parsed(wheel.name) for wheel in wheels.glob("*.whl"))
    return tuple(sorted({v for name, v in filter(None, found) if name == canonicalize_name(package)}))


def _parsed(wheel: str) -> tuple[str, Version] | None:
    try:
        name, version, *_ = parse_wheel_filename(wheel)
    except InvalidWheelFilename:
        return None
    return name, version


def _kept(requirement: Requirement, wheels: Path) -> Path | None:
    pin = _pin(requirement)
    if pin is None:
        return None
    for wheel in sorted(wheels.glob("*.whl")):
        if _parsed(wheel.name) == (canonicalize_name(requirement.name), pin):
            return wheel
    return None


def _pin(requirement: Requirement) -> Version | None:
    specifiers = list(requirement.specifier)
    if len(specifiers) != 1 or specifiers[0].operator != "==" or specifiers[0].version.endswith(".*"):
        return None
    return Version(specifiers[0].version)


def _download(requirement: Requirement, folder: Path, until: float) -> Path:
    complaint = _pip(requirement, folder, until)
    if _OFFERED.search(complaint) and not _NO_NETWORK.search(complaint):
        complaint = _pip(requirement, folder, until, _FOR_LINUX)
    wheel = next(folder.glob("*.whl"), None)
    if wheel is None:
        raise InputError(f"{requirement} can't be fetched: {_cause(requirement, complaint)}")
    return wheel


def _pip(requirement: Requirement, folder: Path, until: float, options: Sequence[str] = ()) -> str:
    """What pip complains of, empty when it succeeded."""
    try:
        done = subprocess.run(
            [sys.executable, *_PIP_DOWNLOAD, *options, "--dest", str(folder), str(requirement)],
            cwd=folder,  # `python -m` imports from where it runs: never from a folder the user analyses
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=None if until == inf else max(0.0, until - time.monotonic()),
        )
    except subprocess.TimeoutExpired as error:
        raise OutOfTime(f"the time given to this run was up before pip had {requirement}") from error
    return done.stdout.strip() or f"exit status {done.returncode}" if done.returncode else ""


def _cause(requirement: Requirement, complaint: str) -> str:
    """One sentence of what pip wrote."""
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    if "No module named pip" in complaint:
        return f"{sys.executable} has no pip; install it (uv pip install pip, or python -m ensurepip)."
    versions = _offered(complaint)
    if versions:
        return f"no such release, or none as a wheel; near it: {', '.join(_nearest(requirement, versions))}."
    broken = [line for line in lines if _NO_NETWORK.search(line)]
    if broken:
        return f"the package index can't be reached. pip: {_shortened(broken[-1])}"
    errors = [line for line in lines if line.startswith("ERROR")]
    if _OFFERED.search(complaint):
        return (
            f"the package index has no wheel of {requirement.name}. pip: {_shortened((errors or lines)[-1])}"
        )
    return f"pip: {_shortened((errors or lines or ['it gave no wheel'])[-1])}"


def _offered(complaint: str) -> list[str]:
    found = _OFFERED.search(complaint)
    return found[1].split(", ") if found and found[1] != "none" else []


def _nearest(requirement: Requirement, versions: Sequence[str]) -> list[str]:
    """Two releases before the pinned one and one after it; without a pin the three newest."""
    known = sorted(filter(None, map(_version, versions)))
    pin = _pin(requirement)
    if pin is None:
        return [str(version) for version in known[-3:]]
    place = bisect.bisect(known, pin)
    return [str(version) for version in known[max(0, place - 2) : place + 1]]


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None


def _shortened(line: str) -> str:
    return line if len(line) <= _LINE_LIMIT else f"{line[:_LINE_LIMIT]}..."
