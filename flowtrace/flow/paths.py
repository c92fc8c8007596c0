"""Traces to answers about all their paths: which paths perform an action, and whether one comes before another.

A path is certain when free input alone decides its undecided tests, possible when something unresolved does, and rare
when it needs a call to raise. No path is enumerated: for each way to leave, the best-known path with the action and
the best-known one without it are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flowtrace.flow.trace import Entered, Event, Fork, Loop, Step, Test

CERTAIN, POSSIBLE, RARE = 2, 1, 0
Matcher = Callable[[Event], bool]
Mark = tuple[Test, bool] | Event


class Path(NamedTuple):
    """How sure a path is to exist, and the tests and matched events on it, in order."""

    surety: int
    marks: tuple[Mark, ...] = ()


# (how the path leaves: fall, return, raise, break or continue; whether the action was performed) -> the best path
Paths = dict[tuple[str, bool], Path]


class Performed(NamedTuple):
    """The best-known path to a normal end with the action and the one without it; and any path with it at all."""

    with_it: Path | None
    without_it: Path | None
    anyhow: Path | None


class Misplaced(NamedTuple):
    """A second action met without the first before it."""

    event: Event
    path: Path


def performed(steps: list[Step], matches: Matcher) -> Performed:
    """Which paths of a function's trace perform an action."""
    paths = _walk(steps, {("fall", False): Path(CERTAIN)}, matches, None, [])
    ends = (
        [paths.get(("fall", done)) for done in (True, False)],
        [paths.get(("return", done)) for done in (True, False)],
    )
    with_it, without_it = (_better(a, b) for a, b in zip(*ends, strict=True))
    anyhow = with_it
    for (_, done), path in paths.items():
        if done:
            anyhow = _better(anyhow, path)
    return Performed(with_it, without_it, anyhow)


def misplaced(steps: list[Step], first: Matcher, second: Matcher) -> list[Misplaced]:
    """Every second action that some path reaches without a first one before it, in order."""
    found: list[Misplaced] = []
    _walk(steps, {("fall", False): Path(CERTAIN)}, first, second, found)
    return found


def _walk(
    steps: list[Step], paths: Paths, matches: Matcher, second: Matcher | None, found: list[Misplaced]
) -> Paths:
    current = dict(paths)
    for step in steps:
        if not any(leaving == "fall" for leaving, _ in current):
            break
        if isinstance(step, Event):
            current = _event(step, current, matches, second, found)
        elif isinstance(step, Test):
            current = _marked(current, (step, bool(step.outcome)))
        elif isinstance(step, Entered):
            called = _event(step.call, current, matches, second, found)
            current = _entered(step, called, matches, second, found)
        elif isinstance(step, Fork):
            current = _forked(step, current, matches, second, found)
        else:
            current = _looped(step, current, matches, second, found)
    return current


def _event(
    event: Event, paths: Paths, matches: Matcher, second: Matcher | None, found: list[Misplaced]
) -> Paths:
    if second is not None and second(event) and ("fall", False) in paths:
        found.append(Misplaced(event, paths[("fall", False)]))
    leaves = event.kind if event.kind in ("return", "raise", "break", "continue") else ""
    if not leaves and not matches(event):
        return paths
    hit = matches(event)
    result: Paths = {}
    for (leaving, done), path in paths.items():
        if leaving != "fall":
            _keep(result, (leaving, done), path)
            continue
        marked = path._replace(marks=(*path.marks, event)) if hit else path
        _keep(result, (leaves or "fall", done or hit), marked)
    return result


def _marked(paths: Paths, mark: Mark) -> Paths:
    return {
        key: path._replace(marks=(*path.marks, mark)) if key[0] == "fall" else path
        for key, path in paths.items()
    }


def _split(paths: Paths) -> tuple[Paths, Paths]:
    """The paths that go on, and those that have left."""
    going = {key: path for key, path in paths.items() if key[0] == "fall"}
    return going, {key: path for key, path in paths.items() if key[0] != "fall"}


def _entered(
    step: Entered, paths: Paths, matches: Matcher, second: Matcher | None, found: list[Misplaced]
) -> Paths:
    going, result = _split(paths)
    for (leaving, done), path in _walk(step.inside, going, matches, second, found).items():
        _keep(result, ("raise" if leaving == "raise" else "fall", done), path)
    return result


def _forked(
    step: Fork, paths: Paths, matches: Matcher, second: Matcher | None, found: list[Misplaced]
) -> Paths:
    going, result = _split(paths)
    surety = CERTAIN if step.test.free else POSSIBLE
    for branch, outcome in ((step.yes, True), (step.no, False)):
        limit = (CERTAIN if outcome else RARE) if step.test.rare else surety
        entering = {
            key: Path(min(path.surety, limit), (*path.marks, (step.test, outcome)))
            for key, path in going.items()
        }
        for key, path in _walk(branch, entering, matches, second, found).items():
            _keep(result, key, path)
    return result


def _looped(
    step: Loop, paths: Paths, matches: Matcher, second: Matcher | None, found: list[Misplaced]
) -> Paths:
    going, result = _split(paths)
    for one in step.rounds:
        left = _walk(one, going, matches, second, found)
        going = {}
        for (leaving, done), path in left.items():
            if leaving in ("fall", "continue"):
                _keep(going, ("fall", done), path)
            else:
                _keep(result, ("fall" if leaving == "break" else leaving, done), path)
    for key, path in _walk(step.after, going, matches, second, found).items():
        _keep(result, key, path)
    return result


def _keep(paths: Paths, key: tuple[str, bool], path: Path) -> None:
    better = _better(paths.get(key), path)
    assert better is not None
    paths[key] = better


def _better(one: Path | None, other: Path | None) -> Path | None:
    if one is None or other is None:
        return one or other
    return other if other.surety > one.surety else one
