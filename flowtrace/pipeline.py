"""The one page that composes the program: a tree and its options in, answers out. It prints nothing."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from flowtrace.answering import answered, with_first
from flowtrace.binding import Binding
from flowtrace.checks.cited import cited, hashed
from flowtrace.checks.focus import focus
from flowtrace.checks.halves import Judged
from flowtrace.checks.kept import kept_or_judged
from flowtrace.checks.run import Checking
from flowtrace.checks.yours import WORLD, Yours, on_drafts, yours
from flowtrace.diff import Survey
from flowtrace.errors import InputError, OutOfTime
from flowtrace.facts import Ignore, Source, Unparsed
from flowtrace.fates import Fixed, Loaded
from flowtrace.findings import (
    Confirmed,
    Judgement,
    Report,
    Severity,
    Skipped,
    Table,
    Verdict,
    Works,
    fingerprinted,
    tallied,
)
from flowtrace.flow.run import Limits
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
FoundT = TypeVar("FoundT")
_UP = "the time given to this run was up"


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
    until: float = (
        inf  # when a report has to be there, on the monotonic clock; what is not decided by then is unknown
    )


def check(tree: str, options: Options) -> Report:
    """The findings of the selected invariants in a tree."""
    started = time.perf_counter()
    specs, opened = _opened(tree, options)
    chosen = matching(specs.invariants, options.select, options.ignore)
    return _checked(specs, chosen, opened, options, started)


def first_able(report: Report, asked: str, options: Options) -> Report:
    """The report of a pair, whose answer also tells the first of the releases `asked` for in which it can work.

    A release that can't be checked is passed over.
    """
    from flowtrace.sources.listing import within
    from flowtrace.sources.tree import wheels_in

    tried: list[str] = []
    try:
        for name in within(asked, load_engines([shipped(), *options.specs]), wheels_in(), options.until):
            try:
                other = check(name, replace(options, targets=False, progress=_headed(options.progress, name)))
            except InputError:
                continue
            if other.late:
                raise OutOfTime(other.late)
            tried.append(str(other.version))
            if other.pairing is not None and other.pairing.works is Works.YES:
                return with_first(report, asked, tried[-1], tried)
    except OutOfTime:
        late = report.late or f"{_UP} before all of {asked} were tried"
        return with_first(replace(report, late=late), asked, None, tried)
    return with_first(report, asked, None, tried)


def _headed(progress: Progress | None, heading: str) -> Progress | None:
    return progress and (lambda phase, done, total: progress(f"{heading}: {phase}", done, total))


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


def draft(tree: str, options: Options) -> Loaded:
    """What a tree does with the tensors of a draft, and what fills each of its parameters."""
    from flowtrace.checks.fates import told

    specs, opened = _opened(tree, options)
    binding, hand = _in_hand(specs, opened, options)
    with uncollected():
        answer = told(binding, hand, opened.name, opened.package)
    return replace(answer, notes=(*_notes(opened), *answer.notes))


def write_fixed(tree: str, options: Options, out: Path) -> Fixed:
    """A corrected copy of the draft in `out`, as far as specs and this tree tell how; what was changed, and is left."""
    from flowtrace.checks.fixing import corrections
    from flowtrace.draft.rewrite import refuse_place, write_fixed

    refuse_place(out)
    started = time.perf_counter()
    specs, opened = _opened(tree, options)
    program = Program(opened.sources)
    hand = yours(options.draft, options.target, options.algorithm)
    assert hand.draft is not None
    with uncollected():
        found = corrections(specs.invariants, hand, opened.version, partial(_bound, specs, opened, program))
    changes: list[str] = []
    if found:
        changes = write_fixed(hand.draft, out, found.renames, found.config, found.offsets, found.removed)
    copy = replace(options, draft=str(out) if found else options.draft)
    report = _checked(specs, on_drafts(specs.invariants), opened, copy, started, program)
    left = [each for each in report.findings if each.named and each.severity is not Severity.INFO]
    notes = () if hand.target_config else ("without a target's config nothing is compared with the target",)
    return Fixed(str(out) if found else "", tuple(changes), tuple(left), (*hand.draft.notes, *notes))


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
        tree, load_engines(folders), engine=options.engine, as_version=options.as_version, report=report,
        until=options.until,
    )  # fmt: skip
    return load_specs(engine, folders), opened


def _in_hand(
    specs: Specs, opened: Tree, options: Options, program: Program | None = None
) -> tuple[Binding, Yours]:
    """The roles in a tree, in a world made of what the user has in hand; and that itself."""
    hand = yours(options.draft, options.target, options.algorithm)
    limits = Limits(until=options.until)
    return _bound(specs, opened, program or Program(opened.sources), hand, limits), hand


def _bound(
    specs: Specs, opened: Tree, program: Program, hand: Yours, limits: Limits | None = None
) -> Binding:
    worlds = {**specs.worlds, WORLD: hand.world(specs.worlds)}
    return Binding(program, replace(specs, worlds=worlds), opened.version, limits)


def _progress(options: Options) -> Callable[[str], None] | None:
    if options.progress is None:
        return None
    progress = options.progress
    return lambda what: progress(what, 0, 0)


def _checked(
    specs: Specs,
    chosen: Iterable[Invariant],
    opened: Tree,
    options: Options,
    started: float,
    program: Program | None = None,
) -> Report:
    checking, judgements = _judged(specs, chosen, opened, options, program)
    report = _report(checking, judgements, opened, options, started)
    if not options.targets or report.late:
        return report
    rows = _in_time(lambda: _table(checking.binding, opened))
    return (
        replace(report, targets=rows) if rows else replace(report, late=f"{_UP} before the targets were told")
    )


def _judged(
    specs: Specs,
    chosen: Iterable[Invariant],
    opened: Tree,
    options: Options,
    program: Program | None = None,
) -> tuple[Checking, Judged]:
    binding, hand = _in_hand(specs, opened, options, program)
    with uncollected():
        near = _in_time(lambda: focus(binding, hand))
        checking = Checking(binding, hand.named, yours=hand, focus=near)
        store = Store(options.cache) if options.cache else None
        told = _counted(options.progress)
        return checking, kept_or_judged(checking, tuple(chosen), opened.sources, store, told)


def _report(checking: Checking, judgements: Judged, opened: Tree, options: Options, started: float) -> Report:
    binding, hand = checking.binding, checking.yours
    found = [j.finding for j in judgements.judgements if j.finding is not None]
    findings = fingerprinted(f for f in found if f.verdict is not Verdict.UNKNOWN)
    undecided = fingerprinted(f for f in found if f.verdict is Verdict.UNKNOWN)
    excerpts = cited(binding.program, hand, (*findings, *undecided), options.around)
    confirmed = _in_time(lambda: _confirmed(binding, hand, judgements.judgements))
    report = Report(
        tree=opened.name,
        engine=binding.engine.id,
        package=opened.package,
        version=opened.version,
        findings=findings,
        undecided=undecided,
        tallies=tallied(judgements.judgements),
        skipped=(*opened.skipped, *_unparsed(judgements.unparsed)),
        hashes=hashed(opened.sources, {file for file, _ in excerpts}),
        files_read=len(opened.sources),
        files_parsed=len(judgements.parsed),
        seconds=time.perf_counter() - started,
        notes=(*_notes(opened), *_unknown_targets(binding, hand)),
        excerpts=excerpts,
        location=_location(opened),
        ignores=_ignores(opened),
        confirmed=confirmed or (),
        asked=_asked(options),
        judgements=judgements.judgements,
        late=_late(judgements) or ("" if confirmed is not None else f"{_UP} before all that holds was told"),
    )
    if not hand.targets or options.select or options.ignore:
        return report  # a part of the demands answers for no pair
    return answered(report, hand.targets, hand.architecture, _unregistered(binding, hand), hand.unsized)


def _in_time(found: Callable[[], FoundT]) -> FoundT | None:
    """What is found, or nothing when the time is up before."""
    try:
        return found()
    except OutOfTime:
        return None


def _late(judgements: Judged) -> str:
    """That the time was up before all was judged, as a sentence; else empty."""
    if not judgements.late:
        return ""
    asked = {each.invariant for each in judgements.judgements}
    left = {each.invariant for each in judgements.judgements if each.finding and each.finding.unreached}
    return f"{_UP}: {len(left)} of {len(asked)} invariants not asked to the end"


def _confirmed(binding: Binding, hand: Yours, judgements: Iterable[Judgement]) -> tuple[Confirmed, ...]:
    """What holds for the draft in hand and has something to show."""
    if hand.draft is None:
        return ()
    from flowtrace.checks.confirming import shared

    found = (each.confirmed for each in judgements)
    return (*shared(binding, hand), *(each for each in found if each is not None))


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
    notes = [f"no class of the tree is registered as {name}" for name in _unregistered(binding, hand)]
    if hand.unsized:
        notes.append(
            "the target's config was not given: whether the draft fits its width, vocabulary, number of layers, rope"
            " and quantization was not asked; --target takes its folder or config.json"
        )
    return tuple(notes)


def _unregistered(binding: Binding, hand: Yours) -> tuple[str, ...]:
    known = {cls.name for _, cls in binding.registered()} if hand.targets else set()
    return tuple(name for name in hand.targets if name not in known)


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
