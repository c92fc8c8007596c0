"""The graph around symbols of the toy engine."""

from __future__ import annotations

from tests.tracing.toy import toy

ASKED = toy()


def test_attribute_has_its_readers_and_writers() -> None:
    assert sorted(set(ASKED.edges("Draft.head"))) == [
        "Draft.__init__ -writes-> Draft.head",
        "Model.__init__ -writes-> Draft.head",
        "Model.forward -reads-> Draft.head",
        "Model.set_head -writes-> Draft.head",
    ]


def test_function_has_its_callers() -> None:
    assert "Worker.__init__ -calls-> Worker.share" in ASKED.edges("Worker.share")


def test_call_on_what_the_engine_names_is_supposed() -> None:
    (edge,) = [e for e in ASKED.picture("Worker.share").edges if e.target.qualname == "Model.set_embed"]
    assert (edge.kind, edge.sure, edge.line) == ("calls", False, 17)


def test_edge_has_its_path_condition() -> None:
    edges = ASKED.picture("Worker.share").edges
    (edge,) = [e for e in edges if e.target.qualname == "Model.set_embed"]
    assert edge.when == "self.mode.is_three() and not self.runner.model.borrows"


def test_class_inherits_and_its_methods_construct() -> None:
    edges = ASKED.edges("Draft")
    assert "Draft -inherits-> Model" in edges
    assert "Draft.__init__ -constructs-> Head" in edges


def test_class_has_who_constructs_it() -> None:
    assert "launch -constructs-> Worker" in ASKED.edges("Worker")


def test_depth_goes_on_upwards() -> None:
    assert "Worker.__init__ -calls-> Worker.share" not in ASKED.edges("Model.set_head", depth=1)
    assert "launch -constructs-> Worker.__init__" in ASKED.edges("Worker.share", depth=2)


def test_depth_zero_is_the_focus_alone() -> None:
    assert [node.key for node in ASKED.picture("Draft.head", depth=0).nodes] == ["models/draft.py:Draft.head"]


def test_same_question_same_picture() -> None:
    assert ASKED.picture("Draft", depth=2) == toy().picture("Draft", depth=2)
