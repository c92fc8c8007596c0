"""The tree that was checked, and the hashes of what ran -> the files in which the two differ.

The tree is opened as `check` opens it; nothing in it is parsed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from flowtrace.sources import Tree


def hashes(tree: Tree) -> Mapping[str, str]:
    """The SHA-256 of each source of the tree."""
    return {each.file: hashlib.sha256(each.data).hexdigest() for each in tree.sources}


def differing(ran: Mapping[str, str], checked: Mapping[str, str]) -> tuple[str, ...]:
    """The files that ran and are others in the tree, or not in it at all."""
    return tuple(sorted(file for file, digest in ran.items() if checked.get(file) != digest))


def import_paths(tree: Tree) -> tuple[Path, ...]:
    """Where an interpreter finds the tree itself: beside its package folder; nowhere for an archive."""
    location = tree.location
    return (location.resolve().parent,) if location is not None and location.is_dir() else ()
