"""A package folder -> what each invariant adds to a cold `flowtrace check`, in seconds and as a share of the whole.

A check with all invariants, one with a single cheap one, and one for each invariant left out of all, interleaved in
one run: what a check without it takes less is what it adds. Answers that several invariants share are not counted for
any one of them, so the parts come to less than the whole.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median


def main() -> int:
    """Measure, print a table, and answer with 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tree", type=Path, help="the unpacked package, such as sglang-0.5.23/sglang")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    asked = _asked(given.tree)
    runs: dict[str, list[float]] = {name: [] for name in ("all", "one", *asked)}
    for _ in range(given.rounds):
        for name, seconds in runs.items():
            seconds.append(_seconds(given.tree, _selection(name, asked)))
    _print({name: median(seconds) for name, seconds in runs.items()}, given.rounds)
    return 0


def _selection(name: str, asked: Sequence[str]) -> list[str]:
    if name == "all":
        return []
    return ["--select", asked[0]] if name == "one" else ["--ignore", name]


def _check(tree: Path, options: Sequence[str]) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as home:
        program = Path(sys.executable).parent / "flowtrace"
        command = [str(program), "check", str(tree), "--no-cache", "--format", "json", *options]
        return subprocess.run(
            command, env={**os.environ, "HOME": home}, capture_output=True, text=True, check=False
        )


def _asked(tree: Path) -> list[str]:
    """The invariants that are asked of this release without a draft, by id."""
    judged = json.loads(_check(tree, []).stdout)["judgements"]
    return sorted(name for name, verdicts in judged.items() if set(verdicts) - {"not_applicable"})


def _seconds(tree: Path, options: Sequence[str]) -> float:
    """Processor time of one check, all its processes together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _check(tree, options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _print(seconds: dict[str, float], rounds: int) -> None:
    whole, one = seconds.pop("all"), seconds.pop("one")
    print(
        f"processor seconds, the median of {rounds} rounds: all {len(seconds)} invariants {whole:.2f}, one {one:.2f}"
    )
    print(f"each further one on average: {(whole - one) / (len(seconds) - 1) * 1000:.0f} ms")
    print("what a check without it takes less, in ms and of the whole:")
    for name, without in sorted(seconds.items(), key=lambda entry: entry[1]):
        print(f"  {name:45} {(whole - without) * 1000:6.0f} {(whole - without) / whole:7.1%}")


if __name__ == "__main__":
    sys.exit(main())
