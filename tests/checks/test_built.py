"""An instance is built once for all assumptions that its construction can't tell apart."""

from __future__ import annotations

from flowtrace.facts import Source
from flowtrace.flow import members
from flowtrace.flow.ask import Asker
from flowtrace.flow.assumptions import Assumptions, Pin, Rules
from flowtrace.flow.run import Run
from flowtrace.flow.values import Object, describe
from flowtrace.graph.program import Program, classes_of

MODEL = """
from toy.flags import switch

WIDE = switch().wide


class Model:
    def __init__(self, config):
        self.first = 1 if config.flag_on else 2
        self.second = 3 if is_last_rank() else 4
        self.width = 5 if WIDE else 6

    def later(self):
        return 7 if self.captured else 8


class Earlier:
    def __init__(self, config):
        self.width = WIDE
"""


class Built:
    """Instances of the classes above, each under one guard."""

    def __init__(self) -> None:
        program = Program([Source("models/toy.py", "toy.models.toy", MODEL.encode())])
        (module,) = program.parse_all(program.sources)
        self.classes = {cls.name: cls for cls in classes_of(module)}
        self.asker = Asker(program, Rules())

    def under(self, pin: Pin | None = None) -> tuple[Run, Object]:
        return self.one("Model", Assumptions((pin,) if pin else (), {}, Rules()))

    def one(self, name: str, given: Assumptions) -> tuple[Run, Object]:
        return self.asker.built(self.classes[name], given, "target")

    def attribute(self, pin: Pin, name: str) -> str:
        run, subject = self.under(pin)
        assert subject.place is not None
        return describe(members.read(run, subject, name, subject.place))


def test_what_only_a_method_tests_builds_no_second_instance() -> None:
    built = Built()
    _, one = built.under()
    _, other = built.under(Pin("captured", True, attributes=("captured",)))
    assert one is other


def test_an_attribute_that_the_constructor_reads_builds_another() -> None:
    built = Built()
    on, off = (Pin("flag", value, attributes=("flag_on",)) for value in (True, False))
    assert [built.attribute(pin, "first") for pin in (on, off)] == ["1", "2"]


def test_a_test_that_the_constructor_makes_builds_another() -> None:
    built = Built()
    last, first = (Pin("rank", value, tests=("is_last_rank()",)) for value in (True, False))
    assert [built.attribute(pin, "second") for pin in (last, first)] == ["3", "4"]


def test_what_a_global_asked_of_an_earlier_class_builds_another() -> None:
    built = Built()
    given = Assumptions((Pin("wide", True, attributes=("wide",)),), {}, Rules())
    for name in ("Earlier", "Model"):  # the global is evaluated for the first of them
        built.one(name, given)
    assert built.attribute(Pin("wide", False, attributes=("wide",)), "width") == "6"
