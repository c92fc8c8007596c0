"""What each operator makes of a function, and what it leaves alone."""

from __future__ import annotations

import pytest

from flowtrace.rewrite import faults
from tests.rewrite.editing import edited, edits, written

SHARING = """
    def share(self, model, head):
        if model.asks and head is not None:
            model.set_both(head, self.embed)
        else:
            model.set_one(self.embed)  # kept
"""


def body(*statements: str) -> str:
    return "def f(self, x):\n" + "".join(f"    {statement}\n" for statement in statements)


def test_a_dropped_call_leaves_a_pass_and_the_comment() -> None:
    assert "        pass  # kept\n" in edited(SHARING, faults.drop_call, {"set_one"})


def test_nothing_but_the_edit_differs() -> None:
    after = edited(SHARING, faults.drop_call, {"set_one"})
    assert after == written(SHARING).replace("model.set_one(self.embed)", "pass")


@pytest.mark.parametrize(
    ("operator", "argument", "before", "after"),
    [
        (faults.drop_call, {"go"}, "self.go(x)", "pass"),
        (faults.drop_write, {"flag"}, "self.flag = True", "pass"),
        (faults.drop_write, {"flag"}, "a = self.flag = x", "a = x"),
        (faults.drop_write, {"flag"}, "setattr(x, 'flag', True)", "pass"),
        (faults.drop_argument, {"aux"}, "g(x, aux)", "g(x)"),
        (faults.drop_argument, {"aux"}, "g(x, states=aux)", "g(x, states=aux)"),
        (faults.drop_argument, {"states"}, "g(x, states=aux)", "g(x)"),
        (faults.drop_argument, {"aux"}, "g(aux, x)", "g(None, x)"),
        (faults.drop_item, {"THREE"}, "return x in (A.TWO, A.THREE)", "return x in (A.TWO, )"),
        (faults.drop_item, {"old"}, "t = {'old': 'new', 'a': 'b'}", "t = {'a': 'b'}"),
        (faults.swap, {"one": {"both"}}, "x.one(x)", "x.both(x)"),
        (
            faults.settle,
            {"test": {"asks"}, "to": True},
            "y = 1 if a and x.asks else 2",
            "y = 1 if a and True else 2",
        ),
        (faults.set_to, {"write": {"flag"}, "to": False}, "self.flag = True", "self.flag = False"),
        (faults.misname, {"flag"}, "self.flag = True", "self.flag_ = True"),
        (faults.misname, {"flag"}, "setattr(x, 'flag', 1)", 'setattr(x, "flag_", 1)'),
        (faults.reread, {"wide": {"narrow"}}, "n = x.wide", "n = x.narrow"),
        (faults.reread, {"wide": {"narrow"}}, "n = getattr(x, 'wide', 0)", 'n = getattr(x, "narrow", 0)'),
        (faults.single, {"aux"}, "return x, aux", "return x"),
        (faults.constant, {"from": 3, "to": 2}, "n = 3 * x", "n = 2 * x"),
        (faults.unadd, {"1"}, "n = [i + 1 for i in x]", "n = [i for i in x]"),
        (faults.unadd, {"arange"}, "n = x + torch.arange(4)", "n = x"),
        (faults.unwrap, {"clone"}, "n = x.clone()", "n = x"),
        (faults.unwrap, {"fc"}, "n = self.fc(x)", "n = x"),
        (faults.unwrap, {"table"}, "n = self.table[x]", "n = x"),
        (faults.exchange, {"norm"}, "a, b = self.norm(x)", "b, a = self.norm(x)"),
    ],
)
def test_an_edit(operator: faults.Operator, argument: object, before: str, after: str) -> None:
    found = edits(body(before), operator, argument)
    assert found == ([body(after)] if before != after else [])


def test_a_write_into_the_table_is_no_index_to_leave_out() -> None:
    assert edits(body("self.table[x] = 1"), faults.unwrap, {"table"}) == []


def test_a_local_that_is_assigned_on_every_path_is_not_forgotten() -> None:
    assert edits(body("n = x"), faults.drop_assignment, {"n"}) == []


def test_a_local_is_forgotten_in_its_branch() -> None:
    after = edited(body("if x:", "    n = x"), faults.drop_assignment, {"n"})
    assert after == body("if x:", "    pass")


def test_a_swapped_call_takes_the_arguments_that_the_other_has_here() -> None:
    after = edited(SHARING, faults.swap, {"set_one": {"set_both"}})
    assert after.count("model.set_both(head, self.embed)") == 2


def test_a_test_with_two_parts_is_negated_as_a_whole() -> None:
    assert "    if not (model.asks and head is not None):\n" in edited(SHARING, faults.negate, {"asks"})


def test_a_guarded_return_is_dropped() -> None:
    after = edited(body("if x.wide:", "    return", "x.go()"), faults.drop_return, {"wide"})
    assert after == body("if x.wide:", "    pass", "x.go()")


def test_a_statement_moves_behind_another() -> None:
    after = edited(
        body("self.share()", "n = 1", "self.capture()"),
        faults.late,
        {"call": {"share"}, "after": {"capture"}},
    )
    assert after == body("n = 1", "self.capture()", "self.share()")


def test_a_statement_that_comes_late_already_stays() -> None:
    before = body("self.capture()", "self.share()")
    assert edits(before, faults.late, {"call": {"share"}, "after": {"capture"}}) == []


def test_a_mapping_is_done_twice() -> None:
    after = edited(body("x = self.table[x]"), faults.repeat, {"table"})
    assert after == body("x = self.table[x]", "x = self.table[x]")


def test_a_method_is_dropped_with_its_decorators() -> None:
    after = edited(
        "class A:\n    n = 1\n\n    @cached\n    def go(self):\n        return 1\n",
        faults.drop_method,
        {"go"},
    )
    assert after == "class A:\n    n = 1\n\n    pass\n"


def test_a_method_with_work_of_its_own_is_no_delegation() -> None:
    assert edits("class A:\n    def go(self):\n        self.n = 1\n", faults.drop_delegation, {"go"}) == []


def test_a_delegation_is_dropped() -> None:
    after = edited("class A:\n    def go(self):\n        self.inner.go()\n", faults.drop_delegation, {"go"})
    assert after == "class A:\n    pass\n"
