"""The answer of `releases` -> lines to read, JSON or Markdown.

A number in the table is how many findings an invariant has in that release.
"""

from __future__ import annotations

from rich.text import Text

from flowtrace.findings import Verdict
from flowtrace.history import Answer, Course, History, Release
from flowtrace.report import as_json, markdown
from flowtrace.report.layout import columns, paragraph

_SIGNS = {Verdict.HOLDS: ".", Verdict.UNKNOWN: "?", Verdict.NOT_APPLICABLE: "-"}
LEGEND = "A number counts findings; . holds, ? undecided, - not applicable, ! could not be checked."


def text(answer: History, width: int = 80) -> list[Text]:
    """A row for each release, a column for each invariant that ever broke, and when it did."""
    lines: list[Text] = []
    if answer.courses:
        letters = [f"{number}" for number in range(1, len(answer.courses) + 1)]
        rows = [
            [each.version, *(_cell(course.answers[place]) for course in answer.courses)]
            for place, each in enumerate(answer.releases)
        ]
        lines += [*columns(["release", *(f"({letter})" for letter in letters)], rows, width)]
        lines += [Text(), *paragraph(LEGEND, width), Text()]
        for letter, course in zip(letters, answer.courses, strict=True):
            lines += paragraph(f"({letter}) {course.invariant}: {told(course, answer)}", width, rest="    ")
        lines.append(Text())
    for each in answer.releases:
        lines += [part for note in _notes(each) for part in paragraph(f"note: {note}", width, rest="      ")]
    return [*lines, *paragraph(_summary(answer), width, rest="  ")]


def json(answer: History) -> str:
    """All of it, with sorted keys."""
    return as_json.document(
        {
            "schema": as_json.SCHEMA,
            "package": answer.package,
            "releases": [
                {
                    "version": each.version,
                    "incomplete": each.incomplete,
                    "failure": each.failure or None,
                    "invariants": {
                        name: {"verdict": told.verdict.value, "findings": told.findings}
                        for name, told in each.answers.items()
                    },
                }
                for each in answer.releases
            ],
            "invariants": {
                each.invariant: {
                    "broke": [version for version, broken in each.turns if broken],
                    "fixed": [version for version, broken in each.turns if not broken],
                }
                for each in answer.courses
            },
        }
    )


def as_markdown(answer: History) -> str:
    """A table with a row for each invariant that ever broke."""
    parts = [
        f"### flowtrace: {markdown.escaped(answer.package)} releases",
        markdown.escaped(_summary(answer)),
    ]
    if answer.courses:
        rows = [markdown.row("invariant", "what became of it"), markdown.row("---", "---")]
        rows += [
            markdown.row(markdown.code(each.invariant), markdown.escaped(told(each, answer)))
            for each in answer.courses
        ]
        parts.append("\n".join(rows))
    parts += [f"> {markdown.escaped(note)}" for each in answer.releases for note in _notes(each)]
    return markdown.joined(parts, [])


def told(course: Course, answer: History) -> str:
    """When it broke and was fixed, in order."""
    first = next((each.version for each in answer.releases if not each.failure), None)
    return ", ".join(
        f"broken in {version}{' or before' if version == first else ''}" if broken else f"fixed in {version}"
        for version, broken in course.turns
    )


def _cell(told: Answer | None) -> str:
    if told is None:
        return "!"
    return str(told.findings) if told.findings else _SIGNS[told.verdict]


def _notes(release: Release) -> list[str]:
    notes = [f"{release.version}: {release.failure}"] if release.failure else []
    if release.incomplete:
        notes.append(f"{release.version}: incomplete, since a needed file could not be parsed")
    return notes


def _summary(answer: History) -> str:
    checked = sum(not each.failure for each in answer.releases)
    releases = "1 release" if checked == 1 else f"{checked} releases"
    invariants = "1 invariant has" if len(answer.courses) == 1 else f"{len(answer.courses)} invariants have"
    return f"{answer.package}: {releases} checked; {invariants} findings in some of them."
