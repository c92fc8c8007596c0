"""The page of `diff`: new findings, those gone and unchanged, classes gained, lost and changed."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.diff import Survey, difference
from flowtrace.findings import Report, Row, Table, fingerprinted
from flowtrace.report.html import diff
from flowtrace.seam import Seam, Site
from tests.report.answers import GREEN, KEEPS, RED, TABLE, wrapper
from tests.report.html.reading import Read


def parsed(old: Report, new: Report, before: Table = TABLE, after: Table = TABLE) -> Read:
    return Read(diff.page(difference(Survey(old, before, Seam()), Survey(new, after, Seam()))))


OLD = replace(GREEN, version="1.0", findings=fingerprinted((wrapper("Ash", 3), wrapper("Oak", 9))))
NEW = replace(GREEN, findings=fingerprinted((KEEPS, replace(wrapper("Oak", 9), file="models/moved.py"))))


def test_the_title_names_both_releases() -> None:
    assert parsed(OLD, NEW).texts("h1") == ["toy 1.0 → toy 2.0"]


def test_findings_stand_where_they_belong() -> None:
    page = parsed(OLD, NEW)
    assert {name: page.texts(f"#{name} summary .symbol") for name in ("new", "gone", "unchanged")} == {
        "new": ["Worker.start"],
        "gone": ["Ash"],
        "unchanged": ["Oak"],
    }


def test_the_fate_of_what_is_gone_is_told() -> None:
    assert parsed(OLD, NEW).texts("#gone .remark") == ["gone"]


def test_a_finding_whose_code_moved_says_where_it_was() -> None:
    assert parsed(OLD, NEW).texts("#unchanged .remark") == ["was in models/wrappers.py"]


def test_old_places_show_no_code_of_the_new_release() -> None:
    new = replace(NEW, excerpts={("models/wrappers.py", 3): "class Other:\n"})
    assert parsed(OLD, new).texts("#gone .text") == []


def test_without_new_findings_the_page_says_so() -> None:
    assert parsed(RED, RED).texts(".clean") == ["No new findings."]


def test_classes_gained_and_lost_have_their_cells() -> None:
    gained = replace(TABLE, rows=(*TABLE.rows[1:], Row("models/d.py", "Delta", {"kind": "draft"})))
    rows = parsed(OLD, NEW, TABLE, gained).texts("#classes tbody tr")
    assert rows == ["Delta draft - -", "Alpha target direct holds"]


def test_a_changed_class_shows_old_and_new_word() -> None:
    row = TABLE.rows[1]
    changed = replace(TABLE, rows=(replace(row, cells={**row.cells, "verdict": "holds"}),))
    page = parsed(OLD, NEW, replace(TABLE, rows=(row,)), changed)
    assert page.texts("#classes tbody tr") == ["Beta verdict broken holds"]


def test_a_class_whose_file_moved_says_where_it_was() -> None:
    row = TABLE.rows[1]
    page = parsed(
        OLD, NEW, replace(TABLE, rows=(replace(row, file="models/old.py"),)), replace(TABLE, rows=(row,))
    )
    assert page.texts("#classes tbody tr") == ["Beta file models/old.py models/b.py"]


def test_roles_that_moved_are_shown() -> None:
    seams = [Seam(roles={"reader": (Site(file, "load"),)}) for file in ("serve/run.py", "serve/aux.py")]
    old, new = (Survey(report, TABLE, seam) for report, seam in zip((OLD, NEW), seams, strict=True))
    page = Read(diff.page(difference(old, new)))
    assert page.texts("#roles tbody tr") == ["reader moved serve/run.py load -> serve/aux.py load"]
