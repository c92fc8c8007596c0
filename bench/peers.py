"""A package folder -> wall time and peak memory of a cold `flowtrace check` and of its peers, in one run.

It does not judge what they find; it says what each peer's two rules leave unsaid. Linux only: memory is read
from /proc. Run it by the interpreter of the environment flowtrace is installed in.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
import venv
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent
RULES = BENCH / "rules"
PEER_PROGRAMS = BENCH / ".venv" / "bin"

HEAD = "The worker calls set_embed, not set_embed_and_head, when the draft has its own head"
CAPTURE = "Every registered target can be told to capture aux hidden states"

TIME_LIMIT, TIME_AIM = 0.50, 0.30  # of semgrep's wall time
AGAIN_LIMIT = 0.25  # the same, for a tree that was checked before
MEMORY_LIMIT = 400  # MB, over all processes
SAMPLE_EVERY = 0.01  # seconds


@dataclass(frozen=True)
class Contestant:
    """A program, how it is asked, and by invariant what its rules can't say.

    `{tree}` in its arguments is the folder, `{kept}` a place that outlives its runs.
    """

    name: str
    program: Path
    arguments: tuple[str, ...]
    unsaid: Mapping[str, str]

    @property
    def version(self) -> str:
        """The version that runs: the installed one of flowtrace, the pinned one of a peer."""
        if self.name.startswith("flowtrace"):
            return importlib.metadata.version("flowtrace-analyzer")
        pins = (line.partition("==") for line in (BENCH / "requirements.txt").read_text().splitlines())
        return next(version for name, _, version in pins if name.removesuffix("-cli") == self.name)


CONTESTANTS = (
    Contestant(
        "flowtrace",
        Path(sys.executable).with_name("flowtrace"),
        ("check", "{tree}", "--format", "json"),
        unsaid={},
    ),
    Contestant(
        "flowtrace again",
        Path(sys.executable).with_name("flowtrace"),
        ("check", "{tree}", "--format", "json", "--cache-dir", "{kept}"),
        unsaid={},
    ),
    Contestant(
        "semgrep",
        PEER_PROGRAMS / "semgrep",
        (
            *("scan", "{tree}", f"--config={RULES / 'semgrep.yaml'}", "--json"),
            *("--metrics=off", "--disable-version-check", "--no-git-ignore", "--max-target-bytes=0"),
        ),
        unsaid={
            HEAD: "Only a call in sight of `if ...is_eagle3():`. Not: a worker that EAGLE-3 reaches without "
            "that test (the multi-layer worker), a call in a helper method, the test hoisted into a local or "
            "behind an early return, the negated test, a draft reached through an alias or getattr, and a "
            "path that calls neither method.",
            CAPTURE: "Only a setter in the class's own body. Not: one that is inherited (reported, wrongly), "
            "a wrapper that delegates or whose language model is elsewhere, a draft, embedding or diffusion "
            "class (reported, wrongly), a setter that never reaches the flag, the flag that forward reads.",
        },
    ),
    Contestant(
        "ast-grep",
        PEER_PROGRAMS / "ast-grep",
        (
            *("scan", "{tree}", f"--rule={RULES / 'ast-grep.yaml'}", "--json=stream"),
            *("--no-ignore=hidden", "--no-ignore=dot", "--no-ignore=vcs"),
        ),
        unsaid={
            HEAD: "As semgrep.",
            CAPTURE: "As semgrep.",
        },
    ),
    Contestant(
        "ruff",
        PEER_PROGRAMS / "ruff",
        (
            *("check", "{tree}", f"--config={RULES / 'ruff.toml'}", "--output-format=json"),
            *("--no-cache", "--no-respect-gitignore"),
        ),
        unsaid={
            HEAD: "All of it: it takes no rules of one's own, and sees a banned name where an import leads "
            "to it, not on an object, and under no guard.",
            CAPTURE: "All of it: nothing can be said about a method that is missing.",
        },
    ),
)


@dataclass(frozen=True)
class Result:
    """One contestant over all rounds."""

    seconds: tuple[float, ...]
    peak: float  # MB
    findings: int

    @property
    def median(self) -> float:
        """Median wall time, in seconds."""
        return statistics.median(self.seconds)


def main() -> int:
    """Measure, print, and return 1 when flowtrace misses its limits."""
    names = [contestant.name for contestant in CONTESTANTS]
    parser = argparse.ArgumentParser(description="A cold flowtrace check beside semgrep, ast-grep and ruff.")
    parser.add_argument("tree", type=Path, help="unpacked package folder, such as .../sglang")
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="leave the others out")
    parser.add_argument("--rounds", type=int, default=5, help="timed runs of each, interleaved (default 5)")
    options = parser.parse_args()
    chosen = [contestant for contestant in CONTESTANTS if contestant.name in options.only]

    install_peers()
    for contestant in chosen:
        if not contestant.program.exists():
            sys.exit(f"{contestant.program} is missing; run this by the python of the environment it is in")
    with tempfile.TemporaryDirectory(prefix="peers-") as scratch:
        tree = mirrored(options.tree.resolve(strict=True), Path(scratch))
        files = sum(1 for _ in tree.rglob("*.py"))
        print(f"{tree.name}: {files:,} Python files; {os.cpu_count()} cores; {options.rounds} rounds each")
        results = measured(chosen, tree, options.rounds)
    print_table(chosen, results)
    print_unsaid(chosen)
    return print_limits(results)


def install_peers() -> None:
    """Bring bench/.venv to what bench/requirements.txt pins."""
    wanted = (BENCH / "requirements.txt").read_bytes()
    installed = BENCH / ".venv" / "installed"
    if installed.is_file() and installed.read_bytes() == wanted:
        return
    print("installing the peers into bench/.venv", flush=True)
    venv.create(BENCH / ".venv", with_pip=True)
    pip = (PEER_PROGRAMS / "python", "-m", "pip", "install", "-qq")
    subprocess.run((*pip, "--requirement", BENCH / "requirements.txt"), check=True)
    installed.write_bytes(wanted)


def mirrored(tree: Path, scratch: Path) -> Path:
    """A hard-linked copy of the tree; its empty .semgrepignore keeps semgrep from skipping test folders."""
    copy = scratch / tree.name
    shutil.copytree(tree, copy, copy_function=linked)
    (copy / ".semgrepignore").write_bytes(b"")
    return copy


def linked(source: str, target: str) -> None:
    """A hard link where the file system allows one, else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def measured(contestants: Sequence[Contestant], tree: Path, rounds: int) -> dict[str, Result]:
    """Name -> result: one observed round, which also warms the page cache, then the timed ones."""
    kept = tree.parent / "kept"
    peaks = {contestant.name: run(contestant, tree, kept, observe=True)[1] for contestant in contestants}
    timed: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    findings: dict[str, int] = {}
    for _ in range(rounds):
        for contestant in contestants:
            seconds, _, findings[contestant.name] = run(contestant, tree, kept, observe=False)
            timed[contestant.name].append(seconds)
    return {name: Result(tuple(timed[name]), peaks[name], findings[name]) for name in timed}


def run(contestant: Contestant, tree: Path, kept: Path, *, observe: bool) -> tuple[float, float, int]:
    """Wall time, peak memory in MB (0 unless observed) and count of findings of one run in an empty home."""
    command = [str(contestant.program), *(word.format(tree=tree, kept=kept) for word in contestant.arguments)]
    with tempfile.TemporaryDirectory(prefix="home-") as home, tempfile.TemporaryFile() as output:
        environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "NO_COLOR": "1"}
        # Installing compiles a program's modules; from a checkout the observed round does, unless this forbids it.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        errors = Path(home, "stderr")
        with errors.open("wb") as stderr:
            start = time.perf_counter()
            process = subprocess.Popen(command, stdout=output, stderr=stderr, env=environment)
            peak = peak_memory(process) if observe else 0.0
            status = process.wait()
            seconds = time.perf_counter() - start
        if status not in (0, 1):
            sys.exit(f"{contestant.name} ended with status {status}:\n{errors.read_text()[-2000:]}")
        output.seek(0)
        return seconds, peak, count_findings(output.read())


def peak_memory(process: subprocess.Popen[bytes]) -> float:
    """The largest sum of resident sizes over the process and its descendants, in MB, until it ends."""
    page = os.sysconf("SC_PAGE_SIZE")
    peak = 0
    while process.poll() is None:
        peak = max(peak, page * sum(resident_pages(pid) for pid in family(process.pid)))
        time.sleep(SAMPLE_EVERY)
    return peak / 1e6


def family(pid: int) -> list[int]:
    """The process and its descendants, as far as they still live."""
    members = [pid]
    for member in members:  # grows while it is walked
        with suppress(OSError):
            for children in Path(f"/proc/{member}/task").glob("*/children"):
                members.extend(map(int, children.read_text().split()))
    return members


def resident_pages(pid: int) -> int:
    """Resident size in pages, 0 for a process that has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0


def count_findings(output: bytes) -> int:
    """How many findings a contestant's JSON holds: in an object, in a list, or one a line."""
    try:
        answer = json.loads(output or "[]")
    except json.JSONDecodeError:
        return len(output.splitlines())
    if isinstance(answer, list):
        return len(answer)
    return len(answer.get("results", answer.get("findings", ())))


def print_table(contestants: Sequence[Contestant], results: Mapping[str, Result]) -> None:
    """One row for each contestant; ratios are to semgrep, where it ran."""
    print(f"\n{'':23}{'median':>9}{'fastest':>9}{'slowest':>9}{'ratio':>8}{'peak':>10}{'findings':>10}")
    for contestant in contestants:
        result = results[contestant.name]
        times = (result.median, min(result.seconds), max(result.seconds))
        ratio = f"{result.median / results['semgrep'].median:.2f}" if "semgrep" in results else "-"
        print(
            f"{contestant.name + ' ' + contestant.version:23}",
            *(f"{seconds:7.2f} s" for seconds in times),
            f"{ratio:>8}{result.peak:7.0f} MB{result.findings:10}",
            sep="",
        )


def print_unsaid(contestants: Sequence[Contestant]) -> None:
    """What each peer could not express, by invariant."""
    for invariant in (HEAD, CAPTURE):
        print(f"\n{invariant}: what stays unsaid")
        for contestant in contestants:
            if invariant in contestant.unsaid:
                text = f"{contestant.name:10}{contestant.unsaid[invariant]}"
                print(textwrap.fill(text, 100, initial_indent="  ", subsequent_indent=" " * 12))


def print_limits(results: Mapping[str, Result]) -> int:
    """The verdict on flowtrace's own limits, where it ran beside semgrep; 1 when one is missed."""
    if not {"flowtrace", "semgrep"} <= results.keys():
        return 0
    own, peer = results["flowtrace"], results["semgrep"]
    ratio = own.median / peer.median
    print(f"\ntime   {ratio:.2f} of semgrep's (limit {TIME_LIMIT:.2f}, aim {TIME_AIM:.2f})")
    print(f"memory {own.peak:.0f} MB over all processes (limit {MEMORY_LIMIT} MB)")
    missed = ratio > TIME_LIMIT or own.peak > MEMORY_LIMIT
    if "flowtrace again" in results:
        again = results["flowtrace again"].median / peer.median
        print(f"again  {again:.2f} of semgrep's (limit {AGAIN_LIMIT:.2f})")
        missed = missed or again > AGAIN_LIMIT
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
