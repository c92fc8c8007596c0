"""The answer of `diff` -> lines to read, JSON or Markdown.

New findings are shown in full; of those that stayed only the ones whose code moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from dataclasses import asdict
from typing import Any

from rich.text import Text

from flowtrace.diff import Changed, Difference, Side
from flowtrace.findings import Finding, Row
from flowtrace.moves import KeyMove, NameMove, RoleMove
from flowtrace.report import as_json, blocks, markdown
from flowtrace.report.layout import line, paragraph
from flowtrace.seam import Site

Entry = tuple[str, str, str]  # what became of it, its name, and more
_HEADS = {  # section -> the heads of its table
    "findings": ("finding", "invariant and place", "what"),
    "classes": ("class", "name", "what"),
    "roles": ("role", "name", "place"),
    "config keys": ("config key", "name", "reader"),
    "tensor names": ("tensor name", "word", "what becomes of it"),
}


def text(answer: Difference, width: int = 80) -> list[Text]:
    """New findings with their paths, then everything else that changed, notes, and a summary."""
    lines: list[Text] = []
    for finding in answer.appeared:
        lines += [line(("new", "bold")), *blocks.single(finding, answer.excerpts, width), Text()]
    for title, entries in (("findings", list(_others(answer))), *sections(answer)):
        if entries:
            margin = max(len(word) for word, *_ in entries) + 4
            lines.append(Text(title, style="bold"))
            for word, name, what in entries:
                rest = f": {what}" if what else ""
                lines += paragraph(
                    name + rest, width, first=f"  {word}".ljust(margin), rest=" " * (margin + 2)
                )
            lines.append(Text())
    for note in answer.notes:
        lines += paragraph(f"note: {note}", width, rest="      ")
    return [*lines, *paragraph(summary(answer), width, rest="  ")]


def json(answer: Difference) -> str:
    """All of it, with sorted keys; a finding that stayed is shown as the new release has it."""
    return as_json.document(
        {
            "schema": as_json.SCHEMA,
            "old": _side(answer.old),
            "new": _side(answer.new),
            "findings": {
                "new": [as_json.finding(each) for each in answer.appeared],
                "gone": [{**as_json.finding(each.finding), "fate": each.fate.value} for each in answer.gone],
                "unchanged": [
                    {**as_json.finding(each.new), "moved_from": each.old.file if each.moved else None}
                    for each in answer.stayed
                ],
            },
            "targets": {
                "gained": [_row(each) for each in answer.gained],
                "lost": [_row(each) for each in answer.lost],
                "changed": [_changed(each) for each in answer.changed],
            },
            "roles": [
                {"role": each.role, "old": _site(each.old), "new": _site(each.new)}
                for each in answer.moves.roles
            ],
            "config_keys": [
                {"reader": each.reader, "key": each.key, "read": "new" if each.now else "old",
                 **asdict(each.site)}
                for each in answer.moves.keys
            ],
            "tensor_names": [
                {"class": each.symbol, "word": each.word, "is": "parameter" if each.parameter else "alias",
                 "old": each.old, "new": each.new}
                for each in answer.moves.names
            ],
            "notes": list(answer.notes),
        }
    )  # fmt: skip


def as_markdown(answer: Difference) -> str:
    """For a job summary or a comment: the numbers, then a table for each kind of change."""
    sides = f"{markdown.name(*_name(answer.old))} → {markdown.name(*_name(answer.new))}"
    parts = [f"### flowtrace: {markdown.escaped(sides)}", markdown.escaped(summary(answer))]
    for title, entries in (("findings", [*_new(answer), *_others(answer)]), *sections(answer)):
        if entries:
            rows = [
                markdown.row(f"**{word}**", markdown.code(name), markdown.escaped(what))
                for word, name, what in entries
            ]
            heads = [markdown.row(*_HEADS[title]), markdown.row("---", "---", "---")]
            parts.append("\n".join([*heads, *rows]))
    return markdown.joined([*parts, *(f"> {markdown.escaped(each)}" for each in answer.notes)], [])


def summary(answer: Difference) -> str:
    """Both releases and the numbers, in one line."""
    new = "1 new finding" if len(answer.appeared) == 1 else f"{len(answer.appeared):,} new findings"
    findings = f"{new}, {len(answer.gone):,} gone, {len(answer.stayed):,} unchanged"
    classes = f"{len(answer.gained):,} gained, {len(answer.lost):,} lost, {len(answer.changed):,} changed"
    seam = (
        f"{_counted(answer.moves.roles, 'role')}, {_counted(answer.moves.keys, 'config key')},"
        f" {_counted(answer.moves.names, 'tensor name')}"
    )
    sides = " -> ".join(markdown.name(*_name(each)) for each in (answer.old, answer.new))
    return f"{sides}: {findings}; classes: {classes}; {seam} changed."


def _counted(moved: Sized, what: str) -> str:
    return f"{len(moved):,} {what}{'' if len(moved) == 1 else 's'}"


def _name(side: Side) -> tuple[str, str | None]:
    return side.package, side.version


def sections(answer: Difference) -> tuple[tuple[str, list[Entry]], ...]:
    """What changed besides findings, kind by kind."""
    return (
        ("classes", list(_classes(answer))),
        ("roles", list(map(_role, answer.moves.roles))),
        ("config keys", list(map(_key, answer.moves.keys))),
        ("tensor names", list(map(_word, answer.moves.names))),
    )


def _new(answer: Difference) -> Iterator[Entry]:
    for each in answer.appeared:
        yield f"new {each.severity.value}", _place(each), each.message


def _others(answer: Difference) -> Iterator[Entry]:
    """Findings gone or moved: what became of each, which it is, and more of it."""
    for gone in answer.gone:
        yield gone.fate.value, _place(gone.finding), gone.finding.message
    for stayed in answer.stayed:
        if stayed.moved:
            yield "moved", _place(stayed.new), f"was in {stayed.old.file}"


def _place(finding: Finding) -> str:
    place = f" {finding.file}:{finding.line}" if finding.file else ""
    return f"{finding.invariant}{place}{f' {finding.symbol}' if finding.symbol else ''}"


def _classes(answer: Difference) -> Iterator[Entry]:
    for sign, rows in (("gained", answer.gained), ("lost", answer.lost)):
        for row in rows:
            yield (
                sign,
                row.symbol,
                ", ".join(f"{column} {word}" for column, word in row.cells.items() if word),
            )
    for each in answer.changed:
        changes = [f"{name} {old or '-'} -> {new or '-'}" for name, old, new in each.cells]
        if each.moved_from:
            changes.insert(0, f"{each.moved_from} -> {each.file}")
        yield "changed" if each.cells else "moved", each.symbol, ", ".join(changes)


def _role(move: RoleMove) -> Entry:
    """A place of a role: where it was, where it is."""
    if move.old and move.new:
        return "moved", move.role, f"{_where(move.old)} -> {_where(move.new)}"
    return ("new", move.role, _where(move.new)) if move.new else ("gone", move.role, _where(move.old))


def _key(move: KeyMove) -> Entry:
    return "read now" if move.now else "not read", move.key, f"by {move.reader}, {_where(move.site)}"


def _word(move: NameMove) -> Entry:
    """A word in tensor names: what it becomes for which class."""
    word = "new" if move.old is None else "gone" if move.new is None else "changed"
    if move.parameter:
        return word, move.word, f"parameters of {move.symbol}"
    return word, move.word, f"{' -> '.join(each for each in (move.old, move.new) if each)}, by {move.symbol}"


def _where(site: Site | None) -> str:
    return f"{site.file} {site.symbol}" if site else ""


def _side(side: Side) -> dict[str, Any]:
    return {"tree": side.tree, "package": side.package, "version": side.version}


def _row(row: Row) -> dict[str, Any]:
    return {"file": row.file, "class": row.symbol, **row.cells}


def _changed(changed: Changed) -> dict[str, Any]:
    cells = {column: {"old": old, "new": new} for column, old, new in changed.cells}
    return {
        "file": changed.file,
        "class": changed.symbol,
        "columns": cells,
        "moved_from": changed.moved_from,
    }


def _site(site: Site | None) -> dict[str, Any] | None:
    return None if site is None else asdict(site)
