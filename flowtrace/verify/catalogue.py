"""The probe folder of an engine -> its probes and its environments, read from their two TOML files.

What a probe does is in its script, which only another interpreter runs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from flowtrace.errors import InputError
from flowtrace.spec.load import shipped

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Probe:
    """One question that can be run; the TOML file says what each entry means."""

    id: str
    script: str
    says: str
    refs: tuple[str, ...]
    devices: tuple[str, ...]
    seconds: float
    classes: tuple[str, ...] = ()
    each: bool = False
    by_class: bool = False
    named: bool = False
    needs: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Pins:
    """What an environment for some releases is made of."""

    releases: SpecifierSet
    seen: tuple[str, ...]
    python: tuple[str, ...]
    download: int  # MB of wheels
    megabytes: int  # on disk
    packages: tuple[str, ...]
    alone: tuple[str, ...]
    index: str


def folder(engine: str) -> Path:
    """Where the engine's probes lie; an error when it has none."""
    found = shipped() / "engines" / engine / "probe"
    if not (found / "child.py").is_file():
        raise InputError(f"The engine {engine} comes with no probes, so nothing of it can be run.")
    return found


def probes(engine: str) -> tuple[Probe, ...]:
    """The engine's probes, in the order in which they are run."""
    return tuple(_probe(each) for each in _read(folder(engine) / "probes.toml")["probe"])


def unasked(engine: str) -> Mapping[str, str]:
    """The refs of demands that no probe can decide -> why."""
    told = _read(folder(engine) / "probes.toml").get("unasked", ())
    return {ref: each["why"] for each in told for ref in each["refs"]}


def pins(engine: str, version: str) -> Pins:
    """The environment for a release; an error when none is known."""
    told = _read(folder(engine) / "environments.toml")
    always = told["always"]
    for each in told["environment"]:
        releases = SpecifierSet(each["releases"], prereleases=True)
        if Version(version) in releases:
            return Pins(
                releases=releases,
                seen=tuple(each["seen"]),
                python=tuple(each["python"]),
                download=int(each["download"]),
                megabytes=int(each["megabytes"]),
                packages=(*each["packages"], *always["packages"]),
                alone=tuple(each["alone"]),
                index=str(always["index"]),
            )
    known = " or ".join(each["releases"] for each in told["environment"])
    raise InputError(f"No environment is known for {version}; there are some for {known}.")


def _probe(told: Mapping[str, Any]) -> Probe:
    return Probe(
        id=told["id"],
        script=told["script"],
        says=told["says"],
        refs=tuple(told["refs"]),
        devices=tuple(told["devices"]),
        seconds=float(told["seconds"]),
        classes=tuple(told.get("classes", ())),
        each=bool(told.get("each", False)),
        by_class=bool(told.get("by_class", False)),
        named=bool(told.get("named", False)),
        needs=tuple(told.get("needs", ())),
        params=told.get("params", {}),
    )


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))
