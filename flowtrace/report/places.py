"""A finding's file -> the path that a reader outside the analysed package can follow."""

from __future__ import annotations

from pathlib import PurePosixPath

from flowtrace.findings import Finding, Report


def path(answer: Report, file: str, *, outside: bool = False) -> str:
    """Relative to the working directory when the package lies below it, else from the package's own name on.

    Without a file, where nothing in the tree is to blame, it is the package itself.
    """
    if outside:
        return file
    return (PurePosixPath(answer.location or answer.package) / file).as_posix()


def of(answer: Report, finding: Finding) -> tuple[str, int]:
    """Path and line of a finding; line 1 where it has none."""
    return path(answer, finding.file, outside=finding.outside), max(1, finding.line)
