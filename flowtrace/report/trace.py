"""The answer of `trace` -> lines to read as a tree, or JSON with a schema version.

What a section means is said here; which places belong to it was decided before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from flowtrace.report import as_json
from flowtrace.report.layout import line, paragraph, shortened
from flowtrace.report.summary import version
from flowtrace.traces import Node, Section, Site, Trace

FOLD_OVER = 3  # alike places that are still shown one by one
MOST = 40  # places of one section that are shown
MOST_BY_NAME = 8  # calls that may be meant, at one place
_DEEPER = 4  # columns that each level of the tree is indented by
_HEADINGS = {
    "built": "Built as, in this world",
    "written": "Written by constructors",
    "loaded": "Loaded from a checkpoint",
    "replaced": "Replaced or written later, and who calls that",
    "used": "Used, and where it goes",
    "mentioned": "Spoken of, on no path that was evaluated",
    "called": "Called by",
    "calls": "Calls",
    "writes": "Writes",
    "inherits": "Inherits from, in the order of look-up",
    "inherited": "Inherited by",
    "constructed": "Constructed by",
}
_SHOWS_ITSELF = frozenset({"writes", "replaces", "binds", "reads", "calls"})  # the excerpt says what happens
_BY_NAME = "by name: the receiver's class is not known"


def report(answer: Trace, width: int = 80) -> list[Text]:
    """The whole answer: what was asked, the sections, the notes."""
    lines = [*_heading(answer, width)]
    for section in answer.sections:
        lines += [Text(), Text(f"{_HEADINGS.get(section.title, section.title)}:", style="bold")]
        lines += _places(answer, section, width)
    if not answer.sections:
        lines += [Text(), *paragraph(_nothing(answer), width)]
    notes = [each for note in answer.notes for each in paragraph(f"note: {note}", width, rest="      ")]
    return [*lines, Text(), *notes] if notes else lines


def as_document(answer: Trace) -> str:
    """The whole answer as JSON."""
    return as_json.document(
        {
            "schema": as_json.SCHEMA,
            "engine": answer.engine,
            "version": answer.version,
            "tree": answer.tree,
            "symbol": _node(answer.symbol),
            "to": _node(answer.to),
            "world": answer.world,
            "assumed": dict(answer.assumed),
            "definitions": [_site(answer, site) for site in answer.definitions],
            "sections": [
                {"title": section.title, "sites": [_site(answer, site) for site in section.sites]}
                for section in answer.sections
            ],
            "notes": list(answer.notes),
        }
    )


# --- text


def _heading(answer: Trace, width: int) -> list[Text]:
    kind = "name" if answer.symbol.kind == "name" else answer.symbol.kind
    lines = [line((answer.symbol.qualname, "bold"), f", {kind}")]
    given = "".join(f", {name}={value}" for name, value in answer.assumed.items())
    assumed = f"; assuming {given[2:]}" if given else ""
    to = f"; what leads to {answer.to.qualname}" if answer.to else ""
    lines += paragraph(f"{version(answer.engine, answer.version)}; world {answer.world}{assumed}{to}", width)
    if answer.symbol.kind == "name":
        shown = [f"{site.symbol} ({site.file}:{site.line})" for site in answer.definitions]
        more = f" and {len(shown) - FOLD_OVER * 4} more" if len(shown) > FOLD_OVER * 4 else ""
        return (
            lines + paragraph(f"of {', '.join(shown[: FOLD_OVER * 4])}{more}", width, rest="   ")
            if shown
            else lines
        )
    site = answer.definitions[0]
    return [*lines, line((f"{site.file}:{site.line}", "bold"))]


def _nothing(answer: Trace) -> str:
    if answer.to is not None:
        return f"Nothing that was followed leads to {answer.to.qualname}; --depth follows further."
    return "Nothing in the tree makes, uses or calls it."


def _places(answer: Trace, section: Section, width: int) -> list[Text]:
    groups = _alike(answer, section.sites)
    lines = []
    for group in groups[:MOST]:
        lines += _tree(answer, group[0], width, 2)
        if len(group) > 1:
            places = ", ".join(f"{site.file}:{site.line}" for site in group[1:])
            lines += paragraph(f"{len(group) - 1} alike: {places}", width, first=" " * 6, style="dim")
    left = [site for group in groups[MOST:] for site in group]
    if left:
        files = len({site.file for site in left})
        lines += paragraph(
            f"and {len(left):,} more in {files:,} files; --format json has them all",
            width,
            first="  ",
            style="dim",
        )
    return lines


def _alike(answer: Trace, sites: Sequence[Site]) -> list[list[Site]]:
    """Places that have the same text under the same conditions stand together, when they are many."""
    groups: dict[Any, list[Site]] = {}
    for site in sites:
        text = answer.excerpts.get((site.file, site.line), "").strip()
        groups.setdefault((site.kind, text, site.what, site.when, site.sites, site.sure), []).append(site)
    folded = []
    for group in groups.values():
        folded += [group] if len(group) > FOLD_OVER else [[site] for site in group]
    return folded


def _tree(answer: Trace, site: Site, width: int, indent: int) -> list[Text]:
    lines = _place(answer, site, width, indent)
    for below in site.sites:
        if below.kind == "passes" and (below.file, below.symbol, below.when) == (
            site.file,
            site.symbol,
            site.when,
        ):
            lines += _passed(answer, below, width, indent)
        elif below.sure:
            lines += _tree(answer, below, width, indent + _DEEPER)
    return lines + _perhaps([below for below in site.sites if not below.sure], width, indent + _DEEPER)


def _passed(answer: Trace, site: Site, width: int, indent: int) -> list[Text]:
    """A call that stands in the same function, under the same conditions, as the use whose value it takes."""
    margin = " " * (indent + 2)
    lines = paragraph("; ".join(filter(None, (_told(site), site.note))), width, first=f"{margin}-> ")
    for below in site.sites:
        lines += _tree(answer, below, width, indent + _DEEPER)
    return lines


def _perhaps(sites: Sequence[Site], width: int, indent: int) -> list[Text]:
    """The calls that only a name relates to what they may call."""
    if not sites:
        return []
    shown = [f"{site.file}:{site.line} {site.symbol}" for site in sites[:MOST_BY_NAME]]
    more = f" and {len(sites) - MOST_BY_NAME} more" if len(sites) > MOST_BY_NAME else ""
    return paragraph(f"perhaps, by name: {', '.join(shown)}{more}", width, first=" " * indent, style="dim")


def _told(site: Site) -> str:
    where = f" ({site.target.file}:{site.target.line})" if site.target else ""
    return f"{site.what}{where}"


def _place(answer: Trace, site: Site, width: int, indent: int) -> list[Text]:
    margin, inner = " " * indent, " " * (indent + 2)
    place = f"{site.file}:{site.line}" if site.file else "outside the package"
    if indent + len(place) + 1 + len(site.symbol) <= width:
        lines = [line(margin, (place, "bold"), f" {site.symbol}")]
    else:
        lines = [line(margin, (place, "bold")), line(f"{inner}{site.symbol}")]
    if site.kind != "inherits":
        lines += _excerpt(answer, site, inner, width)
    told = [_told(site)] if site.kind not in _SHOWS_ITSELF or site.target is not None else []
    told += [note for note in (site.note, "" if site.sure else _BY_NAME) if note]
    for each in told:
        lines += paragraph(each, width, first=inner)
    for number, when in enumerate(site.when):
        lines += paragraph(when, width, first=f"{inner}{'or when' if number else 'when'} ", style="cyan")
    return lines


def _excerpt(answer: Trace, site: Site, margin: str, width: int) -> list[Text]:
    cited = answer.excerpts.get((site.file, site.line), "")
    source = "".join(each if each.isprintable() else " " for each in cited).strip()
    return [Text(shortened(f"{margin}| {source}", width), style="dim")] if source else []


# --- JSON


def _site(answer: Trace, site: Site) -> dict[str, Any]:
    return {
        "kind": site.kind,
        "file": site.file,
        "line": site.line,
        "symbol": site.symbol,
        "what": site.what,
        "when": list(site.when),
        "target": _node(site.target),
        "note": site.note,
        "sure": site.sure,
        "excerpt": answer.excerpts.get((site.file, site.line), "").strip(),
        "sites": _sites(answer, site.sites),
    }


def _sites(answer: Trace, sites: Iterable[Site]) -> list[dict[str, Any]]:
    return [_site(answer, site) for site in sites]


def _node(node: Node | None) -> dict[str, Any] | None:
    if node is None:
        return None
    return {
        "id": node.key,
        "kind": node.kind,
        "file": node.file,
        "line": node.line,
        "qualname": node.qualname,
    }
