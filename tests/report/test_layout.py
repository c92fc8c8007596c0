"""How strings become lines of a given width."""

from __future__ import annotations

from flowtrace.report.layout import columns, paragraph, shortened


def test_a_paragraph_hangs_below_its_first_words() -> None:
    lines = paragraph("one two three four", 14, first="why: ")
    assert [line.plain for line in lines] == ["why: one two", "     three", "     four"]


def test_a_path_is_never_broken() -> None:
    lines = paragraph("see srt/models/a-very-long-name.py now", 12)
    assert [line.plain for line in lines] == ["see", "srt/models/a-very-long-name.py", "now"]


def test_a_text_that_fits_is_not_shortened() -> None:
    assert shortened("0123456789", 10) == "0123456789"


def test_a_text_is_shortened_to_the_width() -> None:
    assert shortened("0123456789a", 10) == "0123456..."


def test_the_column_that_costs_the_fewest_lines_folds() -> None:
    rows = [["alpha_beta", "x_y"], ["alpha_gamma", "x_y"], ["alpha_delta", "seldom_long"]]
    assert [line.plain for line in columns(["a", "b"], rows, 22)] == [
        "a            b",
        "-----------  -------",
        "alpha_beta   x_y",
        "alpha_gamma  x_y",
        "alpha_delta  seldom_",
        "              long",
    ]


def test_what_cannot_fold_stays_wide() -> None:
    lines = columns(["a"], [["unbreakable"]], 5)
    assert [line.plain for line in lines] == ["a", "-----------", "unbreakable"]
