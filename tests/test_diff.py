"""What two reports and tables differ in."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.diff import Changed, Difference, Fate, Survey, difference
from flowtrace.findings import Report, Row, Table, Tally
from flowtrace.seam import Seam
from tests.report.answers import GREEN, KEEPS, RED, TABLE, undecided, wrapper

MOVED = replace(KEEPS, file="serve/deep/worker.py", fingerprint="2")


def between(old: Report, new: Report, old_targets: Table = TABLE, new_targets: Table = TABLE) -> Difference:
    return difference(Survey(old, old_targets, Seam()), Survey(new, new_targets, Seam()))


def with_rows(*rows: Row) -> Table:
    return replace(TABLE, rows=rows)


def test_a_finding_of_the_new_alone_appeared() -> None:
    answer = between(GREEN, RED)
    assert (answer.appeared, answer.gone, answer.stayed) == ((KEEPS,), (), ())


def test_a_finding_of_the_old_alone_is_gone() -> None:
    answer = between(RED, GREEN)
    assert (answer.appeared, [each.finding for each in answer.gone], answer.stayed) == ((), [KEEPS], ())


def test_a_finding_of_both_stayed() -> None:
    (stayed,) = between(RED, replace(RED, findings=(replace(KEEPS, line=99),))).stayed
    assert (stayed.old.line, stayed.new.line, stayed.moved) == (12, 99, False)


def test_a_finding_in_a_moved_file_stayed() -> None:
    answer = between(RED, replace(RED, findings=(MOVED,)))
    assert (answer.appeared, answer.gone, [each.moved for each in answer.stayed]) == ((), (), [True])


def test_a_finding_is_gone_when_its_invariant_was_asked() -> None:
    assert [each.fate for each in between(RED, GREEN).gone] == [Fate.GONE]


def test_a_finding_that_can_no_longer_be_decided_says_so() -> None:
    old = replace(GREEN, findings=(wrapper("Ash", 10),))
    new = replace(GREEN, undecided=(undecided("Ash"),))
    assert [each.fate for each in between(old, new).gone] == [Fate.UNDECIDED]


def test_a_finding_whose_invariant_no_longer_applies_says_so() -> None:
    new = replace(GREEN, tallies={"toy/keeps-head": Tally(not_applicable=3)})
    assert [each.fate for each in between(RED, new).gone] == [Fate.UNASKED]


def test_classes_are_gained_and_lost() -> None:
    alpha, beta = TABLE.rows[:2]
    answer = between(GREEN, GREEN, with_rows(alpha), with_rows(beta))
    assert (answer.gained, answer.lost, answer.changed) == ((beta,), (alpha,), ())


def test_a_class_changes_by_its_cells() -> None:
    alpha = TABLE.rows[0]
    after = replace(alpha, cells={**alpha.cells, "taps": "none"})
    assert between(GREEN, GREEN, with_rows(alpha), with_rows(after)).changed == (
        Changed("models/a.py", "Alpha", (("taps", "direct", "none"),)),
    )


def test_a_class_in_a_moved_file_is_the_same_and_has_moved() -> None:
    alpha = TABLE.rows[0]
    answer = between(GREEN, GREEN, with_rows(alpha), with_rows(replace(alpha, file="models/deep/a.py")))
    assert (answer.gained, answer.lost) == ((), ())
    assert answer.changed == (Changed("models/deep/a.py", "Alpha", (), moved_from="models/a.py"),)


def test_a_name_that_several_files_have_is_not_guessed() -> None:
    alpha = TABLE.rows[0]
    twins = (replace(alpha, file="models/x.py"), replace(alpha, file="models/y.py"))
    answer = between(GREEN, GREEN, with_rows(alpha), with_rows(*twins))
    assert (answer.gained, answer.lost) == (twins, (alpha,))


def test_notes_of_both_are_told_once() -> None:
    noted = replace(GREEN, notes=("no version",))
    assert between(noted, noted).notes == ("no version",)
