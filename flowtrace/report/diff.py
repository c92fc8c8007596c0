"""The answer of `diff` -> lines to read, JSON or Markdown.

New findings are shown in full; of those that stayed only the ones whose code moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from flowtrace.diff import Changed, Difference, Side
from flowtrace.findings import Finding, Row
from flowtrace.report import as_json, blocks, markdown
from flowtrace.report.layout import line, paragraph


def text(answer: Difference, width: int = 80) -> list[Text]:
    """New findings with their paths, then findings gone and moved, classes, notes, and a summary."""
    lines: list[Text] = []
    for finding in answer.appeared:
        lines += [line(("new", "bold")), *blocks.single(finding, answer.excerpts, width), Text()]
    for title, entries in (("findings", list(_others(answer))), ("classes", list(_classes(answer)))):
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
            "notes": list(answer.notes),
        }
    )


def as_markdown(answer: Difference) -> str:
    """For a job summary or a comment: the numbers, a table of findings and one of classes."""
    title = f"{markdown.name(*_name(answer.old))} → {markdown.name(*_name(answer.new))}"
    parts = [f"### flowtrace: {markdown.escaped(title)}", markdown.escaped(summary(answer))]
    for heading, entries in (
        (("finding", "invariant and place", "what"), [*_new(answer), *_others(answer)]),
        (("class", "name", "what"), list(_classes(answer))),
    ):
        if entries:
            rows = [
                markdown.row(f"**{word}**", markdown.code(name), markdown.escaped(what))
                for word, name, what in entries
            ]
            parts.append("\n".join([markdown.row(*heading), markdown.row("---", "---", "---"), *rows]))
    return markdown.joined([*parts, *(f"> {markdown.escaped(each)}" for each in answer.notes)], [])


def summary(answer: Difference) -> str:
    """Both releases and the numbers, in one line."""
    new = "1 new finding" if len(answer.appeared) == 1 else f"{len(answer.appeared):,} new findings"
    findings = f"{new}, {len(answer.gone):,} gone, {len(answer.stayed):,} unchanged"
    classes = f"{len(answer.gained):,} gained, {len(answer.lost):,} lost, {len(answer.changed):,} changed"
    sides = " -> ".join(markdown.name(*_name(each)) for each in (answer.old, answer.new))
    return f"{sides}: {findings}; classes: {classes}."


def _name(side: Side) -> tuple[str, str | None]:
    return side.package, side.version


def _new(answer: Difference) -> Iterator[tuple[str, str, str]]:
    for each in answer.appeared:
        yield f"new {each.severity.value}", _place(each), each.message


def _others(answer: Difference) -> Iterator[tuple[str, str, str]]:
    """Findings gone or moved: what became of each, which it is, and more of it."""
    for gone in answer.gone:
        yield gone.fate.value, _place(gone.finding), gone.finding.message
    for stayed in answer.stayed:
        if stayed.moved:
            yield "moved", _place(stayed.new), f"was in {stayed.old.file}"


def _place(finding: Finding) -> str:
    place = f" {finding.file}:{finding.line}" if finding.file else ""
    return f"{finding.invariant}{place}{f' {finding.symbol}' if finding.symbol else ''}"


def _classes(answer: Difference) -> Iterator[tuple[str, str, str]]:
    for sign, rows in (("gained", answer.gained), ("lost", answer.lost)):
        for row in rows:
            yield (
                sign,
                row.symbol,
                ", ".join(f"{column} {word}" for column, word in row.cells.items() if word),
            )
    for each in answer.changed:
        yield (
            "changed",
            each.symbol,
            ", ".join(f"{name} {old or '-'} -> {new or '-'}" for name, old, new in each.cells),
        )


def _side(side: Side) -> dict[str, Any]:
    return {"tree": side.tree, "package": side.package, "version": side.version}


def _row(row: Row) -> dict[str, Any]:
    return {"file": row.file, "class": row.symbol, **row.cells}


def _changed(changed: Changed) -> dict[str, Any]:
    cells = {column: {"old": old, "new": new} for column, old, new in changed.cells}
    return {"file": changed.file, "class": changed.symbol, "columns": cells}
