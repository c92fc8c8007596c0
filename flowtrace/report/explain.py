"""An invariant, as plain words -> a page that explains it, and many -> a table of what there is.

The words come from the specs; nothing here reads them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from flowtrace.report.layout import columns, line, paragraph


@dataclass(frozen=True)
class Page:
    """What is told of one invariant; `source` is its YAML as written, `samples` are files.

    `severities` are words, each with what it is for: a role, or nothing when it is for all.
    """

    id: str
    refs: tuple[str, ...]
    says: str
    why: str
    remedy: str
    severities: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]
    since: str | None
    until: str | None
    file: str
    source: str
    samples: tuple[str, ...]


def pages(told: Sequence[Page], width: int = 80) -> list[Text]:
    """The pages, one below the other: what it says, why, remedy, when it is asked, YAML, samples."""
    lines: list[Text] = []
    for each in told:
        lines += [Text(), *_page(each, width)] if lines else _page(each, width)
    return lines


def listed(told: Sequence[Page], width: int = 80) -> list[Text]:
    """A row for each invariant, never folded so that ids can be copied, and below it what it says."""
    rows = [[each.id, ", ".join(each.refs), "/".join(_words(each)), " ".join(each.kinds)] for each in told]
    lines = []
    if rows:
        heading, rule, *table = columns(["id", "refs", "severity", "kinds"], rows, sys.maxsize)
        lines += [heading, rule]
        for row, each in zip(table, told, strict=True):
            lines += [row, *paragraph(each.says, width, first="  ", style="dim")]
        lines.append(Text())
    return [*lines, Text("1 invariant" if len(told) == 1 else f"{len(told)} invariants")]


def _words(told: Page) -> list[str]:
    return list(dict.fromkeys(word for word, _ in told.severities))


def _page(told: Page, width: int) -> list[Text]:
    lines = [line((told.id, "bold"), f" [{', '.join(told.refs)}]" if told.refs else "")]
    lines += paragraph(told.says, width, first="  ")
    for title, words in _facts(told):
        if words:
            lines += [Text(), Text(title, style="bold"), *paragraph(words, width, first="  ")]
    lines += [Text(), line(("Spec", "bold"), f"  {told.file}")]
    lines += [Text(f"  {each}".rstrip(), style="dim") for each in told.source.splitlines()]
    if told.samples:
        lines += [Text(), Text("Samples", style="bold"), *(Text(f"  {each}") for each in told.samples)]
    return lines


def _facts(told: Page) -> list[tuple[str, str]]:
    return [
        ("Why", told.why),
        ("Remedy", told.remedy),
        ("Severity", ", ".join(f"{word} ({role})" if role else word for word, role in told.severities)),
        ("Asks", ", ".join(told.kinds)),
        ("Versions", _versions(told)),
    ]


def _versions(told: Page) -> str:
    since = f"since {told.since}" if told.since else ""
    until = f"until {told.until}" if told.until else ""
    return " ".join(filter(None, (since, until))) or "all"
