"""What moved between two seams."""

from __future__ import annotations

from flowtrace.moves import KeyMove, NameMove, RoleMove, moves
from flowtrace.seam import Loader, Seam, Site


def roles(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> list[tuple[str | None, str | None]]:
    """The qualified names of what moved, before and after, for one role at these files and names."""
    found = moves(
        Seam(roles={"role": tuple(Site(*one) for one in old)}),
        Seam(roles={"role": tuple(Site(*one) for one in new)}),
    )
    return [
        (each.old.symbol if each.old else None, each.new.symbol if each.new else None) for each in found.roles
    ]


def names(old: Loader, new: Loader) -> tuple[NameMove, ...]:
    return moves(Seam(loaders={"Draft": old}), Seam(loaders={"Draft": new})).names


def test_a_name_in_another_file_has_moved() -> None:
    old, new = Site("a.py", "Worker.start"), Site("b.py", "Worker.start")
    assert moves(Seam(roles={"role": (old,)}), Seam(roles={"role": (new,)})).roles == (
        RoleMove("role", old, new),
    )


def test_the_only_place_of_a_role_has_moved_whatever_its_name() -> None:
    assert roles([("a.py", "Runner.load")], [("b.py", "resolve")]) == [("Runner.load", "resolve")]


def test_a_method_keeps_its_name_in_another_class() -> None:
    old = [("a.py", "Worker.share"), ("a.py", "Worker.draft")]
    new = [("b.py", "Draft.draft"), ("b.py", "Draft.share")]
    assert roles(old, new) == [("Worker.draft", "Draft.draft"), ("Worker.share", "Draft.share")]


def test_a_constructor_is_known_by_its_class() -> None:
    old = [("a.py", "Worker.__init__"), ("a.py", "Other.__init__")]
    new = [("b.py", "deep.Worker.__init__"), ("b.py", "Third.__init__")]
    assert roles(old, new) == [
        ("Worker.__init__", "deep.Worker.__init__"),
        ("Other.__init__", "Third.__init__"),
    ]


def test_places_that_could_be_several_are_not_paired() -> None:
    assert roles([("a.py", "A")], [("b.py", "B"), ("c.py", "C")]) == [("A", None), (None, "B"), (None, "C")]


def test_a_place_of_both_is_not_told() -> None:
    assert roles([("a.py", "A")], [("a.py", "A"), ("b.py", "B")]) == [(None, "B")]


def test_keys_are_compared_by_reader() -> None:
    site = Site("a.py", "Draft.__init__")
    old = Seam(keys={"Draft": {"width": site}, "Gone": {"ids": site}})
    new = Seam(keys={"Draft": {"ids": site}, "Come": {"ids": site}})
    assert moves(old, new).keys == (
        KeyMove("Draft", "ids", site, now=True),
        KeyMove("Draft", "width", site, now=False),
    )


def test_a_word_that_becomes_another_is_told_with_both() -> None:
    old, new = Loader(words={"mid": "read as a"}), Loader(words={"mid": "read as b"})
    assert names(old, new) == (NameMove("Draft", "mid", "read as a", "read as b"),)


def test_parameters_are_told_by_the_shortest_beginning_that_is_new() -> None:
    old = Loader(("model.fc.weight", "model.mid.mlp.weight", "model.mid.norm.weight"))
    new = Loader(("model.fc.weight", "model.layers.0.mlp.weight", "model.layers.0.norm.weight"))
    assert names(old, new) == (
        NameMove("Draft", "model.mid", "model.mid", None, parameter=True),
        NameMove("Draft", "model.layers", None, "model.layers", parameter=True),
    )


def test_a_parameter_that_may_still_be_there_is_not_gone() -> None:
    assert names(Loader(("fc.bias",)), Loader((), possible=("fc.bias",))) == ()


def test_names_that_are_unknown_on_one_side_are_a_note() -> None:
    found = moves(
        Seam(loaders={"Draft": Loader(("fc.weight",))}), Seam(loaders={"Draft": Loader(unknown="too much")})
    )
    assert (found.names, found.notes) == ((), ("the tensor names of Draft can't be compared: too much",))
