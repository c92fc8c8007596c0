"""The pages that explain invariants, and their list, literally."""

from __future__ import annotations

from dataclasses import replace

from flowtrace.report.explain import Page, listed, pages

PAGE = Page(
    id="toy/keeps-head",
    refs=("A1",),
    says="A worker leaves a head alone.",
    why="Another head speaks another vocabulary.",
    remedy="Test has_head first.",
    severities=(("error", ""),),
    kinds=("does", "never"),
    since="1.2",
    until=None,
    file="specs/toy/keeps-head.yaml",
    source="id: toy/keeps-head\nsays: A worker leaves a head alone.\n",
    samples=("samples/toy/keeps-head/breaks.py",),
)


def told(*each: Page) -> str:
    return "\n".join(line.plain for line in pages(each))


def test_a_page_tells_everything() -> None:
    assert (
        told(PAGE)
        == """\
toy/keeps-head [A1]
  A worker leaves a head alone.

Why
  Another head speaks another vocabulary.

Remedy
  Test has_head first.

Severity
  error

Asks
  does, never

Versions
  since 1.2

Spec  specs/toy/keeps-head.yaml
  id: toy/keeps-head
  says: A worker leaves a head alone.

Samples
  samples/toy/keeps-head/breaks.py"""
    )


def test_what_a_spec_does_not_say_is_left_out() -> None:
    assert "Remedy" not in told(replace(PAGE, remedy=""))


def test_severities_by_role_are_told_with_their_roles() -> None:
    roles = replace(PAGE, severities=(("warning", "default"), ("error", "named")))
    assert "\n  warning (default), error (named)\n" in told(roles)


def test_an_invariant_of_all_versions_says_so() -> None:
    assert "Versions\n  all\n" in told(replace(PAGE, since=None))


def test_a_range_of_versions_has_both_ends() -> None:
    assert "\n  since 1.2 until 2.0\n" in told(replace(PAGE, until="2.0"))


def test_several_pages_are_separated() -> None:
    assert "samples/toy/keeps-head/breaks.py\n\ntoy/keeps-head [A1]\n" in told(PAGE, PAGE)


def test_the_list_never_folds_an_id() -> None:
    roles = replace(
        PAGE, id="toy/wrapper", refs=("B1", "B2"), severities=(("warning", "default"), ("error", "named"))
    )
    assert (
        "\n".join(line.plain for line in listed([PAGE, roles], 30))
        == """\
id              refs    severity       kinds
--------------  ------  -------------  ----------
toy/keeps-head  A1      error          does never
  A worker leaves a head
  alone.
toy/wrapper     B1, B2  warning/error  does never
  A worker leaves a head
  alone.

2 invariants"""
    )


def test_an_empty_list_is_counted() -> None:
    assert [line.plain for line in listed([])] == ["0 invariants"]
