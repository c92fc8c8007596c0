"""The version a package tells of itself, from its version modules and its installer's metadata.

A version is text as written there; it is never guessed from a tag, a folder name or the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from flowtrace.sources.package import Engine

_ASSIGNED = re.compile(
    rb"""^(?:__version__|version)[ \t]*(?::[^=\r\n]*)?=   # __version__: str =
         (?:[ \t]*(?:__version__|version)[ \t]*=)?        # version =
         [ \t]*(['"])([^'"\r\n]+)\1""",
    re.MULTILINE | re.VERBOSE,
)
_HEADER = re.compile(rb"^(Name|Version):[ \t]*(\S+)", re.MULTILINE)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")


def told_version(
    engine: Engine, modules: Mapping[str, bytes], metadata: Sequence[bytes], archive: str = ""
) -> str | None:
    """The first version told, in the engine's order; None when nothing tells one.

    `modules` are those of the package by name, `metadata` the METADATA and PKG-INFO texts found beside and
    above it; `archive` is the name of the file it came in, which tells the version of a wheel.
    """
    for place in engine.version:
        if place.endswith(".py"):
            version = _assigned(modules.get(place, b""))
        else:
            version = _stated(engine.package, metadata) or _named(engine.package, archive)
        if version and _is_release(version):
            return version
    return None


def _assigned(module: bytes) -> str | None:
    """The string bound to `__version__` or `version` at top level: an indented one is a fallback."""
    found = _ASSIGNED.search(module.removeprefix(b"\xef\xbb\xbf"))
    return found[2].decode("utf-8", "replace") if found else None


def _stated(package: str, metadata: Sequence[bytes]) -> str | None:
    """The version all metadata of the package agree on; what a broken upgrade leaves behind does not."""
    versions = set()
    for text in metadata:
        head = _BLANK_LINE.split(text, maxsplit=1)[0]
        fields = {key: value.decode("utf-8", "replace") for key, value in _HEADER.findall(head)}
        if canonicalize_name(fields.get(b"Name", "")) == canonicalize_name(package):
            versions.add(fields.get(b"Version"))
    return versions.pop() if len(versions) == 1 else None


def _named(package: str, archive: str) -> str | None:
    try:
        name, version, *_ = parse_wheel_filename(archive)
    except InvalidWheelFilename:
        return None
    return str(version) if name == canonicalize_name(package) else None


def _is_release(text: str) -> bool:
    """Whether it is a version, and not what build tools write for want of a tag: 0.0.0, 0.1.dev7+g1a2b3c4.

    Such a placeholder counts as older than every release, so that no demand on newer ones would apply.
    """
    try:
        version = Version(text)
    except InvalidVersion:
        return False
    untagged = version.release == (0, 1) and version.is_devrelease and (version.local or "").startswith("g")
    return any(version.release) and not untagged
