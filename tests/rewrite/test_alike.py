"""What each equivalent edit makes of a function, and where it has no place."""

from __future__ import annotations

from flowtrace.rewrite import alike
from tests.rewrite.editing import edited, edits, written

GUARDED = """
    class A:
        def go(self, x):
            if x.asks and x.many:
                self.model.set(x.one(2))
            else:
                self.model.drop()
"""


def test_a_guard_is_hoisted() -> None:
    assert edited(GUARDED, alike.hoist, {"asks"}) == written(
        """
        class A:
            def go(self, x):
                hoisted = (x.asks and x.many)
                if hoisted:
                    self.model.set(x.one(2))
                else:
                    self.model.drop()
        """
    )


def test_an_elif_has_no_place_for_a_local() -> None:
    assert (
        edits("def f(x):\n    if x.a:\n        pass\n    elif x.b:\n        pass\n", alike.hoist, {"b"}) == []
    )


def test_branches_are_turned() -> None:
    assert edited(GUARDED, alike.turn, {"asks"}) == written(
        """
        class A:
            def go(self, x):
                if not (x.asks and x.many):
                    self.model.drop()
                else:
                    self.model.set(x.one(2))
        """
    )


def test_a_call_moves_into_a_method() -> None:
    assert edited(GUARDED, alike.delegate, {"set"}) == written(
        """
        class A:
            def go(self, x):
                if x.asks and x.many:
                    self.moved(x)
                else:
                    self.model.drop()

            def moved(self, x):
                self.model.set(x.one(2))
        """
    )


def test_what_a_comprehension_binds_is_not_handed_over() -> None:
    after = edited(
        "class A:\n    def go(self, n):\n        self.set([i for i in n])\n", alike.delegate, {"set"}
    )
    assert "self.moved(n)\n" in after


def test_a_free_function_has_no_method_beside_it() -> None:
    assert edits("def f(x):\n    x.set(1)\n", alike.delegate, {"set"}) == []


def test_a_local_is_renamed_but_no_attribute_and_no_keyword() -> None:
    after = edited("def f(x):\n    n = x.n\n    return g(n=n)\n", alike.rename, {"n"})
    assert after == "def f(x):\n    renamed = x.n\n    return g(n=renamed)\n"


def test_a_parameter_keeps_its_name() -> None:
    assert edits("def f(x):\n    x = x + 1\n", alike.rename, {"x"}) == []


def test_an_argument_is_split_off() -> None:
    after = edited("def f(x):\n    x.set(x.one(2), 3)\n", alike.split, {"set"})
    assert after == "def f(x):\n    part = (x.one(2))\n    x.set(part, 3)\n"


def test_a_plain_name_is_not_split_off() -> None:
    assert edits("def f(x):\n    x.set(x)\n", alike.split, {"set"}) == []


def test_a_receiver_is_aliased() -> None:
    after = edited("def f(self):\n    return self.a.b.set(1)\n", alike.alias, {"set"})
    assert after == "def f(self):\n    receiver = (self.a.b)\n    return receiver.set(1)\n"
