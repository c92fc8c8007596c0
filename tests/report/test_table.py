"""The text table of `targets`, literally."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Row, Table
from flowtrace.report import table
from tests.report.answers import TABLE


def told(answer: Table, width: int = 80) -> str:
    return "\n".join(line.plain for line in table.table(answer, width))


def test_each_class_has_a_line_and_each_column_its_counts() -> None:
    assert (
        told(TABLE)
        == """\
class  kind    taps            verdict
-----  ------  --------------  -------
Alpha  target  direct          holds
Beta   target  inherits:Alpha  broken
Gamma  draft   none            -

toy 2.0: 3 classes
  kind     2 target, 1 draft
  taps     1 direct, 1 inherits, 1 none
  verdict  1 broken, 1 holds, 1 not applicable"""
    )


def test_long_cells_fold_where_it_costs_the_fewest_lines() -> None:
    assert (
        told(TABLE, 36).split("\n\n")[0]
        == """\
class  kind    taps       verdict
-----  ------  ---------  -------
Alpha  target  direct     holds
Beta   target  inherits:  broken
                Alpha
Gamma  draft   none       -"""
    )


def test_a_class_name_folds_at_its_humps() -> None:
    long = replace(TABLE, columns=("kind",), rows=(Row("a.py", "VeryLongNameOfAClass", {"kind": "target"}),))
    assert (
        told(long, 22).split("\n\n")[0]
        == """\
class           kind
--------------  ------
VeryLongNameOf  target
 AClass"""
    )


def test_no_class_is_an_answer_too() -> None:
    assert told(replace(TABLE, rows=(), version=None)) == "toy, version unknown: taken as newest: 0 classes"


def test_notes_stand_below_the_rows() -> None:
    assert "\n\nnote: two files were skipped.\ntoy 2.0: 3 classes\n" in told(
        replace(TABLE, notes=("two files were skipped.",))
    )
