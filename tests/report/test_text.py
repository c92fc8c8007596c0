"""The text report of `check`, literally, at 80 columns."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.findings import Finding, Report, Severity, Skipped, Step, Tally
from flowtrace.report import text
from tests.report.answers import GREEN, KEEPS, LATE, NEEDED, RED, UNBOUND, undecided, wrapper

NAMES = ("Ash", "Birch", "Cedar", "Douglas")
WRAPPERS = tuple(wrapper(name, 10 * number) for number, name in enumerate(NAMES, start=1))


def told(report: Report, *, verbose: bool = False) -> str:
    return "\n".join(line.plain for line in text.report(report, 80, verbose=verbose))


def blocks(*findings: Finding, verbose: bool = False) -> list[str]:
    """The headers of the blocks that these findings make."""
    lines = told(replace(GREEN, findings=findings), verbose=verbose).splitlines()
    return [line for line in lines if line.startswith(("error", "warning", "info"))]


def test_a_finding_shows_its_path_why_and_remedy() -> None:
    assert (
        told(RED)
        == """\
error  toy/keeps-head [A1]
  serve/worker.py:12:9 Worker.start
  Worker.start replaces the head of its model, which has one of its own.

  1. serve/worker.py:9 Worker.start
     tests self.shares (when shares is true: assumed)
  2. serve/worker.py:12 Worker.start
     calls set_head on self.model
     | self.model.set_head(head)

  why:    A replaced head predicts another vocabulary, and every proposal is
          rejected without a word.
  remedy: Test has_head before sharing the head.

1 error.
2 invariants: 1 held, 1 broke
1,205 judgements: 1,202 held, 1 broke, 2 did not apply
toy 2.0: 4,719 files read, 416 parsed, 0 skipped; 1.2 s"""
    )


def test_a_green_run_shows_what_it_looked_at() -> None:
    assert (
        told(GREEN)
        == """\
No findings.
2 invariants: 2 held
1,205 judgements: 1,203 held, 2 did not apply
toy 2.0: 4,719 files read, 416 parsed, 0 skipped; 1.2 s"""
    )


def test_a_run_that_asked_nothing_is_no_green_run() -> None:
    idle = replace(GREEN, tallies={"toy/keeps-head": Tally(not_applicable=1)})
    assert told(idle).splitlines()[0] == "Nothing was checked: no invariant has anything to ask in this tree."


def test_an_unknown_version_is_told() -> None:
    assert told(replace(GREEN, version=None)).splitlines()[-2:] == [
        "toy, version unknown: taken as newest: 4,719 files read, 416 parsed, 0 skipped;",
        "  1.2 s",
    ]


def test_a_place_that_several_share_is_told_once() -> None:
    inherited = [replace(each, line=10, symbol="Ash") for each in WRAPPERS[1:]]
    lines = told(replace(GREEN, findings=(WRAPPERS[0], *inherited))).splitlines()
    assert [each for each in lines if "wrappers.py" in each] == ["  models/wrappers.py:10:1 Ash, 4 times"]


def test_four_warnings_alike_fold_into_one_block() -> None:
    folded = told(replace(GREEN, findings=WRAPPERS))
    assert (
        folded.split("\n\nNo findings")[0].split("\n\n4 warnings.")[0]
        == """\
warning  toy/wrapper-has-taps [B1]  (4 alike)
  A wrapper offers the taps of what it wraps.

  For one: Ash wraps Base, which has set_taps, and does not offer it.

  On the path of each:
  1. serve/runner.py:40 Runner.load
     calls set_taps on the model

  models/wrappers.py:10:1 Ash
  models/wrappers.py:20:1 Birch
  models/wrappers.py:30:1 Cedar
  models/wrappers.py:40:1 Douglas

  why:    The runner asks the wrapper.
  remedy: Forward set_taps to the wrapped model.
  -v shows each with its own path."""
    )


def test_three_warnings_alike_stay_apart() -> None:
    assert blocks(*WRAPPERS[:3]) == ["warning  toy/wrapper-has-taps [B1]"] * 3


def test_verbose_unfolds() -> None:
    assert blocks(*WRAPPERS, verbose=True) == ["warning  toy/wrapper-has-taps [B1]"] * 4


def test_errors_never_fold() -> None:
    errors = [replace(each, severity=Severity.ERROR) for each in WRAPPERS]
    assert blocks(*errors) == ["error  toy/wrapper-has-taps [B1]"] * 4


def test_what_the_user_named_stays_out_of_the_fold() -> None:
    named = replace(wrapper("Mine", 50), named=True)
    assert blocks(*WRAPPERS, named) == [
        "warning  toy/wrapper-has-taps [B1]",
        "warning  toy/wrapper-has-taps [B1]  (4 alike)",
    ]


def test_errors_come_before_warnings() -> None:
    assert blocks(WRAPPERS[0], KEEPS) == ["error  toy/keeps-head [A1]", "warning  toy/wrapper-has-taps [B1]"]


def test_why_and_remedy_are_told_once_for_each_invariant() -> None:
    twice = told(replace(RED, findings=(KEEPS, replace(KEEPS, line=30))))
    assert twice.count("remedy:") == 1


def test_an_unbound_invariant_says_that_it_was_not_checked() -> None:
    assert (
        told(replace(GREEN, findings=(UNBOUND,))).split("\n\n1 error.")[0]
        == """\
error  toy/built-first [A2]  (unbound)
  The role graphs finds no call in toy 2.0.
  Nothing in this tree is what the invariant speaks of, although the version is
  in its range: the code may have moved. The invariant was not checked.

  why:    A graph holds on to the weights it was captured with.
  remedy: Tell the engine file what the role is called now."""
    )


def test_a_finding_without_a_path_shows_its_own_line() -> None:
    bare = replace(RED, findings=(replace(KEEPS, evidence=()),))
    assert "  serve/worker.py:12:9 Worker.start\n  | self.model.set_head(head)\n" in told(bare)


def test_an_excerpt_too_long_is_cut() -> None:
    long = replace(RED, excerpts={("serve/worker.py", 12): "x = " + "y" * 100})
    assert f"     | x = {'y' * 66}...\n" in told(long)


def test_an_excerpt_carries_no_terminal_codes() -> None:
    assert "\x1b" not in told(replace(RED, excerpts={("serve/worker.py", 12): "a\x1b[31mb"}))


def test_no_line_is_wider_than_asked_but_for_paths() -> None:
    everything = replace(
        RED, findings=(KEEPS, UNBOUND, *WRAPPERS), undecided=(undecided("Elm"),), skipped=(NEEDED,)
    )
    assert max(map(len, told(everything, verbose=True).splitlines())) <= 80


def test_undecided_subjects_of_one_reason_share_an_entry() -> None:
    report = replace(GREEN, undecided=tuple(map(undecided, (*NAMES, "Elm", "Fir"))))
    assert (
        told(report).split("\n\nNo findings")[0]
        == """\
undecided  6 subjects
  toy/wrapper-has-taps [B1] models/wrappers.py:7: The class that Ash wraps is
    chosen when it runs. (so too Birch, Cedar, Douglas, Elm and 1 more)
  -v shows their paths."""
    )


def test_many_undecided_reasons_are_cut_short() -> None:
    reasons = [replace(undecided("Ash"), message=f"Ash calls f{number}.") for number in range(12)]
    lines = told(replace(GREEN, undecided=tuple(reasons))).splitlines()
    assert lines[11] == "  2 more; -v shows all, with their paths."


def test_verbose_shows_the_path_of_what_is_undecided() -> None:
    assert told(replace(GREEN, undecided=(undecided("Ash"),)), verbose=True).startswith("""\
undecided  toy/wrapper-has-taps [B1]
  models/wrappers.py:7:1 Ash
  The class that Ash wraps is chosen when it runs.

  1. models/wrappers.py:7 Ash
     does not define set_taps
""")


def test_undecided_subjects_are_counted_in_the_summary() -> None:
    assert "\nNo findings, 1 undecided.\n" in told(replace(GREEN, undecided=(undecided("Ash"),)))


def test_a_run_that_its_time_ended_says_what_is_left() -> None:
    report = replace(LATE, findings=(), undecided=(*LATE.undecided, undecided("Ash")))
    assert told(report).startswith(
        """\
undecided  2 subjects
  toy/wrapper-has-taps [B1] models/wrappers.py:7: The class that Ash wraps is
    chosen when it runs.
  no time for B1
  -v shows their paths.

No findings, 2 undecided.
Incomplete: the time given to this run was up: 1 of 2 invariants not asked to
  the end.
"""
    )


def test_skipped_files_are_listed_and_those_needed_come_first() -> None:
    report = replace(GREEN, skipped=(Skipped("a.py", 1, "not UTF-8"), NEEDED))
    assert (
        told(report).split("\n\nNo findings")[0]
        == """\
skipped  2 files
  models/broken.py:3: invalid syntax (needed: the answer is incomplete)
  a.py:1: not UTF-8"""
    )


def test_many_skipped_files_are_cut_short() -> None:
    report = replace(GREEN, skipped=tuple(Skipped(f"{n}.py", 1, "not UTF-8") for n in range(12)))
    assert "\n  2 more; -v shows all.\n" in told(report)


def test_notes_are_told() -> None:
    assert told(replace(GREEN, notes=("A1 is left out.",))).startswith("note: A1 is left out.\n")


def test_verbose_counts_for_each_invariant() -> None:
    assert told(GREEN, verbose=True).startswith("""\
invariant             held  broke  undecided  did not apply  unbound
--------------------  ----  -----  ---------  -------------  -------
toy/keeps-head        3     -      -          -              -
toy/wrapper-has-taps  1200  -      -          2              -
""")


def test_brief_is_one_line_for_each_finding() -> None:
    assert [line.plain for line in text.brief(replace(GREEN, findings=(KEEPS, UNBOUND)))] == [
        "serve/worker.py:12:9: error toy/keeps-head [A1] "
        "Worker.start replaces the head of its model, which has one of its own.",
        "error toy/built-first [A2] The role graphs finds no call in toy 2.0.",
    ]


def test_a_finding_of_no_ref_has_no_brackets() -> None:
    assert blocks(replace(KEEPS, refs=())) == ["error  toy/keeps-head"]


def test_every_step_is_shown_in_order() -> None:
    steps = tuple(Step("a.py", number, "f", f"does {number}") for number in range(1, 11))
    lines = told(replace(GREEN, findings=(replace(KEEPS, evidence=steps),))).splitlines()
    assert [line for line in lines if "a.py" in line][-2:] == ["   9. a.py:9 f", "  10. a.py:10 f"]


def test_no_line_is_wider_than_asked_for_and_no_path_is_cut() -> None:
    file = "serve/components/of/a/package/that/is/deep/attention_backend_setup.py"
    symbol = "AWorkerWithAVeryLongNameIndeed.configure_what_is_captured"
    step = Step(file, 61, symbol, "calls set_taps")
    lines = told(replace(RED, findings=(replace(KEEPS, file=file, symbol=symbol, evidence=(step,)),)))
    assert [line for line in lines.splitlines() if len(line) > 80] == []
    assert (f"  {file}:12:9\n    {symbol}\n" in lines, f"  1. {file}:61\n       {symbol}\n" in lines) == (
        True,
        True,
    )
