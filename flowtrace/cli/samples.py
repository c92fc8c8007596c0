"""A spec folder -> what became of its samples, for `flowtrace spec test`: finds, loads, checks and compares.

The rules of comparing are in `expectations`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flowtrace.errors import InputError

if TYPE_CHECKING:
    from flowtrace.expectations import Mark, Mismatch
    from flowtrace.sources.samples import Sample
    from flowtrace.spec.model import Invariant, Specs


@dataclass(frozen=True)
class Tried:
    """How many invariants and samples were tried, and a line for each difference between the two."""

    invariants: int
    samples: int
    mismatches: tuple[str, ...]


def tried(path: Path | None, select: Sequence[str] = ()) -> Tried:
    """Try the samples of the specs in `path`, by default of those shipped; only of selected invariants."""
    from flowtrace import expectations
    from flowtrace.sources.samples import read_common, read_samples, samples_beside, strays
    from flowtrace.spec.load import shipped

    folder = path or shipped()
    root = samples_beside(folder)
    if root is None:
        raise InputError(f"there is no folder 'samples' in or beside {folder}")
    home = root if (root / "engine.yaml").is_file() else shipped().parent / "samples"
    specs, invariants = _loaded(folder, home, select)
    package = specs.engine.package
    common = read_common(home, package)
    samples = [each for one in invariants for each in read_samples(root, one.id, package, common)]
    marked = [(sample, expectations.marks(sample, specs)) for sample in samples]
    mismatches = [each for sample, marks in marked for each in _mismatches(sample, marks, specs)]
    mismatches += expectations.unproven(invariants, marked)
    lines = [f"{_shown(each.path)}:{each.line}: {each.text}" for each in sorted(mismatches)]
    lost = () if select else strays(root, {each.id for each in invariants})
    lines += [f"{_shown(stray)}: belongs to no invariant" for stray in lost]
    return Tried(len(invariants), len(samples), tuple(lines))


def together(each: Sequence[Tried]) -> Tried:
    """What became of the samples of several spec folders."""
    return Tried(
        sum(one.invariants for one in each),
        sum(one.samples for one in each),
        tuple(line for one in each for line in one.mismatches),
    )


def summary(tried: Tried) -> str:
    """The last line: what was tried, and how much of it disagrees."""
    what = f"{_counted(tried.invariants, 'invariant')}, {_counted(tried.samples, 'sample')}"
    count = len(tried.mismatches)
    return f"{what}: {_counted(count, 'mismatch', 'mismatches') if count else 'all as they say'}"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _loaded(folder: Path, home: Path, select: Sequence[str]) -> tuple[Specs, tuple[Invariant, ...]]:
    """The specs bound to the engine of the samples, and the invariants of `folder` that are to be tried."""
    from flowtrace.spec.load import load_engines, load_specs, shipped
    from flowtrace.spec.selection import matching

    (engine,) = load_engines([home / "engine.yaml"])
    # A user's specs that have no engine of their own speak of the shipped roles and worlds.
    borrowed = home.resolve() == (shipped().parent / "samples").resolve() and folder != shipped()
    specs = load_specs(engine, [shipped(), folder] if borrowed else [folder])
    own = [
        each for each in specs.invariants if Path(each.origin.path).resolve().is_relative_to(folder.resolve())
    ]
    return specs, matching(own, select)


def _mismatches(sample: Sample, marks: Sequence[Mark], specs: Specs) -> tuple[Mismatch, ...]:
    from flowtrace import expectations, pipeline

    asked = expectations.asked(sample, marks, specs)
    report = pipeline.check_sources(asked, sample.sources, expectations.version(sample))
    return expectations.mismatches(sample, marks, report)


def _shown(path: Path) -> str:
    """The path as the user would write it: from the working directory where it lies below that."""
    absolute, here = path.absolute(), Path.cwd()
    return str(absolute.relative_to(here) if absolute.is_relative_to(here) else absolute)
