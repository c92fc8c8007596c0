"""The one page that composes the program: a tree and its options in, answers out. It prints nothing."""

from __future__ import annotations

import hashlib
import itertools
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from flowtrace.binding import Binding
from flowtrace.checks.halves import Judged
from flowtrace.checks.kept import kept_or_judged
from flowtrace.checks.run import Checking
from flowtrace.checks.yours import WORLD, Yours, yours
from flowtrace.diff import Survey
from flowtrace.facts import Ignore, Source, Unparsed
from flowtrace.findings import Finding, Judgement, Report, Skipped, Table, Verdict, fingerprinted, tallied
from flowtrace.graph.program import Program, uncollected
from flowtrace.parse.ignores import ignores
from flowtrace.sources import Tree, open_tree
from flowtrace.spec.load import load_engines, load_specs, shipped
from flowtrace.spec.model import Invariant, Specs
from flowtrace.spec.selection import matching
from flowtrace.store import Store
from flowtrace.traces import Picture, Trace

if TYPE_CHECKING:
    from flowtrace.tracing import Wanted

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Options:
    """What a user can ask for besides the tree."""

    engine: str | None = None
    as_version: str | None = None
    specs: tuple[Path, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    target: str | None = None
    draft: str | None = None
    algorithm: str | None = None
    config: Path | None = None
    cache: Path | None = None  # the folder where judgements are kept; None keeps none
    progress: Progress | None = None
    around: int = 0  # lines of source to keep above and below each one cited
    targets: bool = False  # whether a report has the table of targets, too


def check(tree: str, options: Options) -> Report:
    """The findings of the selected invariants in a tree."""
    started = time.perf_counter()
    specs, opened = _opened(tree, options)
    chosen = matching(specs.invariants, options.select, options.ignore)
    return _checked(specs, chosen, opened, options, started)


def survey(tree: str, options: Options) -> Survey:
    """All that `diff` compares of a tree: the report, the table of registered classes, and the seam."""
    from flowtrace.checks.seam import seam

    started = time.perf_counter()
    specs, opened = _opened(tree, options)
    chosen = matching(specs.invariants, options.select, options.ignore)
    checking, judgements = _judged(specs, chosen, opened, options)
    with uncollected():
        rows = _table(checking.binding, opened)
        joined = seam(checking.binding)
    return Survey(_report(checking, judgements, opened, options, started), rows, joined)


def check_sources(specs: Specs, sources: Sequence[Source], version: str | None) -> Report:
    """The findings of all invariants in sources held in memory: samples and mutants."""
    opened = Tree(name="memory", package=specs.engine.package, version=version, sources=tuple(sources))
    return _checked(specs, specs.invariants, opened, Options(), time.perf_counter())


def specs(options: Options) -> Specs:
    """The engine and everything the specs say, no tree read."""
    folders = [shipped(), *options.specs]
    engines = load_engines(folders)
    engine = next((e for e in engines if options.engine in (None, e.id)), engines[0])
    return load_specs(engine, folders)


def targets(tree: str, options: Options, *, capable: bool, classes: tuple[str, ...]) -> Table:
    """One row for each registered class, with the columns the specs define."""
    specs, opened = _opened(tree, options)
    binding = Binding(Program(opened.sources), specs, opened.version)
    return _table(binding, opened, capable=capable, classes=classes)


def trace(tree: str, options: Options, wanted: Wanted) -> Trace:
    """Where a symbol of a tree is made, loaded, replaced and used."""
    from flowtrace.tracing import trace as traced

    specs, opened = _opened(tree, options)
    answer = traced(Binding(Program(opened.sources), specs, opened.version), opened.name, wanted)
    return replace(answer, notes=(*_notes(opened), *answer.notes))


def graph(tree: str, options: Options, focus: str, depth: int) -> Picture:
    """What stands around a symbol of a tree: nodes, and the relations between them."""
    from flowtrace.tracing import picture

    specs, opened = _opened(tree, options)
    binding = Binding(Program(opened.sources), specs, opened.version)
    answer = picture(binding, opened.name, focus, depth)
    return replace(answer, notes=(*_notes(opened), *answer.notes))


def _opened(tree: str, options: Options) -> tuple[Specs, Tree]:
    folders = [shipped(), *options.specs]
    report = _progress(options)
    engine, opened = open_tree(
        tree, load_engines(folders), engine=options.engine, as_version=options.as_version, report=report
    )
    return load_specs(engine, folders), opened


def _progress(options: Options) -> Callable[[str], None] | None:
    if options.progress is None:
        return None
    progress = options.progress
    return lambda what: progress(what, 0, 0)


def _checked(
    specs: Specs, chosen: Iterable[Invariant], opened: Tree, options: Options, started: float
) -> Report:
    checking, judgements = _judged(specs, chosen, opened, options)
    rows = _table(checking.binding, opened) if options.targets else None
    return replace(_report(checking, judgements, opened, options, started), targets=rows)


def _judged(
    specs: Specs, chosen: Iterable[Invariant], opened: Tree, options: Options
) -> tuple[Checking, Judged]:
    hand = yours(options.draft, options.target, options.algorithm)
    specs = replace(specs, worlds={**specs.worlds, WORLD: hand.world(specs.worlds)})
    binding = Binding(Program(opened.sources), specs, opened.version)
    checking = Checking(binding, hand.named, yours=hand)
    with uncollected():
        store = Store(options.cache) if options.cache else None
        told = _counted(options.progress)
        return checking, kept_or_judged(checking, tuple(chosen), opened.sources, store, told)


def _report(checking: Checking, judgements: Judged, opened: Tree, options: Options, started: float) -> Report:
    binding, hand = checking.binding, checking.yours
    found = [j.finding for j in judgements.judgements if j.finding is not None]
    findings = fingerprinted(f for f in found if f.verdict is not Verdict.UNKNOWN)
    undecided = fingerprinted(f for f in found if f.verdict is Verdict.UNKNOWN)
    cited = _cited(binding.program, hand, (*findings, *undecided), options.around)
    return Report(
        tree=opened.name,
        engine=binding.engine.id,
        package=opened.package,
        version=opened.version,
        findings=findings,
        undecided=undecided,
        tallies=tallied(judgements.judgements),
        skipped=(*opened.skipped, *_unparsed(judgements.unparsed)),
        hashes=_hashes(opened.sources, {file for file, _ in cited}),
        files_read=len(opened.sources),
        files_parsed=len(judgements.parsed),
        seconds=time.perf_counter() - started,
        notes=(*_notes(opened), *_unknown_targets(binding, hand)),
        excerpts=cited,
        location=_location(opened),
        ignores=_ignores(opened),
        asked=_asked(options),
        judgements=judgements.judgements,
    )


def _table(binding: Binding, opened: Tree, *, capable: bool = False, classes: tuple[str, ...] = ()) -> Table:
    from flowtrace.checks.table import table

    return table(binding, opened.name, capable=capable, classes=classes, notes=_notes(opened))


def _asked(options: Options) -> Mapping[str, str]:
    """What the user gave that decides which questions are asked, by option."""
    given = {
        "select": ", ".join(options.select),
        "ignore": ", ".join(options.ignore),
        "target": options.target,
        "draft": options.draft,
        "algorithm": options.algorithm,
        "spec": ", ".join(map(str, options.specs)),
    }
    return {name: value for name, value in given.items() if value}


def _location(opened: Tree) -> str | None:
    """The package folder as the working directory sees it; None for an archive and what lies elsewhere."""
    if opened.location is None or not opened.location.is_dir():
        return None
    folder, here = opened.location.resolve(), Path.cwd().resolve()
    return folder.relative_to(here).as_posix() if folder.is_relative_to(here) else None


def _ignores(opened: Tree) -> tuple[Ignore, ...]:
    """The comments of the tree that silence findings."""
    return tuple(each for source in opened.sources for each in ignores(source))


def _notes(opened: Tree) -> tuple[str, ...]:
    if opened.version is None:
        return ("the tree tells no version: it is taken as newer than every release (--as-version sets one)",)
    return ()


def _unknown_targets(binding: Binding, hand: Yours) -> tuple[str, ...]:
    """Notes on classes the user names for a target that the tree does not register."""
    known = {cls.name for _, cls in binding.registered()} if hand.targets else set()
    missing = [name for name in hand.targets if name not in known]
    return tuple(f"no class of the tree is registered as {name}" for name in missing)


def _cited(
    program: Program, hand: Yours, findings: Iterable[Finding], around: int
) -> dict[tuple[str, int], str]:
    """The lines that findings and their evidence name, and those around, of the tree and of the configs in hand."""
    places = {(f.file, f.line) for f in findings} | {(s.file, s.line) for f in findings for s in f.evidence}
    cited = {}
    configs = {c.path.name: c.text.splitlines() for c in hand.configs}
    for file, line in sorted(places):
        lines = program.lines(file) if program.module_of(file) else configs.get(file, [])
        for near in range(max(1, line - around), min(line + around, len(lines)) + 1):
            cited[(file, near)] = lines[near - 1]
    return cited


def _hashes(sources: Iterable[Source], files: set[str]) -> Mapping[str, str]:
    return {s.file: hashlib.sha256(s.data).hexdigest() for s in sources if s.file in files}


def _counted(progress: Progress | None) -> Callable[[Judgement], None]:
    """What hears of each judgement: the user's progress, or nobody."""
    if progress is None:
        return lambda judgement: None
    heard = itertools.count(1)
    return lambda judgement: progress(judgement.invariant, next(heard), 0)


def _unparsed(unparsed: Mapping[str, Unparsed]) -> tuple[Skipped, ...]:
    """Files that something needed and Python can't read."""
    return tuple(
        Skipped(facts.file, facts.line, facts.reason, needed=True) for _, facts in sorted(unparsed.items())
    )
