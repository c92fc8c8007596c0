"""The scores of mutants -> lines to read, JSON or Markdown: a table, then each edit that was misjudged.

What an operator does is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from flowtrace.report import as_json, markdown
from flowtrace.report.layout import columns, paragraph
from flowtrace.scores import Score, Scores, Trial

_HEADINGS = ("invariant", "planted", "found", "missed", "equivalent", "false alarms", "undecided")


def text(answer: Scores, width: int = 80) -> list[Text]:
    """A row for each invariant, then what was missed or told wrongly, with its place, and the sum."""
    lines = [*columns(_HEADINGS, [_cells(score) for score in answer.scores], width), Text()]
    for score in answer.scores:
        for what in _wrong(score):
            lines += paragraph(what, width, rest="    ")
    return [*lines, *paragraph(summary(answer), width, rest="  ")]


def json(answer: Scores) -> str:
    """All of it: every edit with what was told of it."""
    return as_json.document(
        {
            "schema": as_json.SCHEMA,
            "tree": answer.tree,
            "package": answer.package,
            "version": answer.version,
            "invariants": {
                score.invariant: {
                    "refs": list(score.refs),
                    "reason": score.reason or None,
                    "faults": [_trial(trial) for trial in score.faults],
                    "equivalents": [_trial(trial) for trial in score.equivalents],
                }
                for score in answer.scores
            },
        }
    )


def as_markdown(answer: Scores) -> str:
    """The same table and list, for documentation."""
    parts = [
        f"### Mutants of {markdown.escaped(markdown.name(answer.package, answer.version))}",
        markdown.escaped(summary(answer)),
        "\n".join(
            [
                markdown.row(*_HEADINGS),
                markdown.row("---", *["---:" for _ in _HEADINGS[1:]]),
                *(
                    markdown.row(markdown.code(score.invariant), *_cells(score)[1:])
                    for score in answer.scores
                ),
            ]
        ),
        "\n".join(f"- {markdown.escaped(what)}" for score in answer.scores for what in _wrong(score)),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def summary(answer: Scores) -> str:
    """The sum over all invariants, in one sentence."""
    planted = sum(len(score.faults) for score in answer.scores)
    found = sum(score.found for score in answer.scores)
    equivalent = sum(len(score.equivalents) for score in answer.scores)
    alarms = sum(len(score.alarms) for score in answer.scores)
    tried = sum(bool(score.faults) for score in answer.scores)
    share = f" ({100 * found / planted:.1f} %)" if planted else ""
    return (
        f"{_counted(tried, 'invariant')}: {found:,} of {_counted(planted, 'planted fault')} found{share};"
        f" {_counted(alarms, 'false alarm')} on {_counted(equivalent, 'equivalent edit')}"
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _cells(score: Score) -> list[str]:
    counts = (score.faults, score.found, score.missed, score.equivalents, score.alarms, score.lost)
    return [score.invariant, *(str(each if isinstance(each, int) else len(each)) for each in counts)]


def _wrong(score: Score) -> Iterator[str]:
    if score.reason:
        yield f"{score.invariant}: {score.reason}"
    for trials, word in ((score.missed, "missed"), (score.alarms, "false alarm"), (score.lost, "undecided")):
        for trial in trials:
            told = f": {trial.told[0]}" if trial.told else ""
            place = f"{trial.file}:{trial.line} {trial.symbol}"
            yield f"{score.invariant}: {word}, {trial.operator} at {place}{told}"


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "operator": trial.operator,
        "file": trial.file,
        "line": trial.line,
        "symbol": trial.symbol,
        "told": list(trial.told),
        "by": trial.by or None,
        "undecided": trial.undecided,
    }
