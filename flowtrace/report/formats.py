"""The answer of `check` and the name of a format -> the text of a file in it.

Each format has a module of its own, imported only when it is wanted; rich alone takes a tenth of a second.
"""

from __future__ import annotations

from enum import Enum

from flowtrace.findings import Report, Severity

AROUND = 2  # lines of source that a page shows above and below each one it speaks of


class Format(str, Enum):
    """How an answer of `check` is written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    GITLAB = "gitlab"
    MARKDOWN = "markdown"
    HTML = "html"


def written(answer: Report, form: Format, *, hidden: bool, least: Severity | None) -> str:
    """The answer in that format.

    `hidden` shows what is suppressed or in the baseline, in the formats that can mark it; `least` is the
    severity from which findings fail a run, None when none does.
    """
    if form is Format.JSON:
        from flowtrace.report import as_json

        return as_json.report(answer)
    if form is Format.SARIF:
        from flowtrace.report import sarif

        return sarif.report(answer, hidden=hidden)
    if form is Format.JUNIT:
        from flowtrace.report import junit

        return junit.report(answer, least=least)
    if form is Format.GITHUB:
        from flowtrace.report import github

        return github.report(answer)
    if form is Format.GITLAB:
        from flowtrace.report import gitlab

        return gitlab.report(answer)
    if form is Format.MARKDOWN:
        from flowtrace.report import markdown

        return markdown.report(answer)
    if form is Format.HTML:
        from flowtrace.report.html import check

        return check.report(answer, hidden=hidden)
    from flowtrace.report import text

    return "".join(f"{line.plain}\n" for line in text.report(answer, hidden=hidden))
