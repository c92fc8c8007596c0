"""The places that findings name -> the lines there, and hashes of the files they are in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from flowtrace.checks.yours import Yours
from flowtrace.facts import Source
from flowtrace.findings import Finding
from flowtrace.graph.program import Program


def cited(
    program: Program, hand: Yours, findings: Iterable[Finding], around: int
) -> dict[tuple[str, int], str]:
    """The lines that findings and their evidence name, and those around, of the tree and of the configs in hand."""
    places = {(f.file, f.line) for f in findings} | {(s.file, s.line) for f in findings for s in f.evidence}
    found = {}
    configs = {c.path.name: c.text.splitlines() for c in hand.configs}
    for file, line in sorted(places):
        lines = program.lines(file) if file in program else configs.get(file, [])
        for near in range(max(1, line - around), min(line + around, len(lines)) + 1):
            found[(file, near)] = lines[near - 1]
    return found


def hashed(sources: Iterable[Source], files: set[str]) -> Mapping[str, str]:
    """File -> the SHA-256 of its bytes, in hexadecimal digits."""
    return {s.file: hashlib.sha256(s.data).hexdigest() for s in sources if s.file in files}
