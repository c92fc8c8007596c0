"""Where symbols of the toy engine are built, loaded, replaced and used."""

from __future__ import annotations

import pytest

from flowtrace.errors import InputError
from tests.tracing.toy import toy

ASKED = toy()


# --- built


def test_head_is_built_with_its_sizes_and_their_keys() -> None:
    (site,) = ASKED.sites("Draft.head", "built")
    assert site.what == "Head(rows=31 [draft_words], columns=7 [width])"


def test_built_object_tells_its_class() -> None:
    (site,) = ASKED.sites("Draft.head", "built")
    assert site.target is not None
    assert site.target.key == "layers.py:Head"


def test_computed_size_tells_the_key_it_comes_from() -> None:
    (site,) = ASKED.sites("Draft.fc", "built")
    assert site.what == "Linear(21 [width], 7 [width])"


def test_class_tells_what_its_constructor_leaves() -> None:
    said = [site.what for site in ASKED.sites("Draft", "built")]
    assert "borrows is False" in said


# --- written


def test_every_constructor_that_writes_is_told() -> None:
    assert ASKED.section("Draft.head", "written") == [
        "models/base.py:11 Model.__init__",
        "models/draft.py:11 Draft.__init__",
        "models/draft.py:13 Draft.__init__",
    ]


def test_writes_have_their_path_conditions() -> None:
    assert [site.when for site in ASKED.sites("Draft.head", "written")] == [
        (),
        ("config.tied",),
        ("not config.tied",),
    ]


def test_world_leaves_out_what_it_does_not_reach() -> None:
    assert ASKED.section("Draft.head", "written", world="tied") == [
        "models/base.py:11 Model.__init__",
        "models/draft.py:11 Draft.__init__",
    ]


def test_world_tells_why_a_path_is_taken() -> None:
    site = ASKED.sites("Draft.head", "written", world="tied")[-1]
    assert site.when == ("config.tied [tied is True]",)


def test_constructor_that_is_not_called_writes_nothing() -> None:
    files = {
        "models/draft.py": (
            "from toy.models.base import Model\n\n\n"
            "class Draft(Model):\n"
            "    def __init__(self, config):\n"
            "        self.head = None\n"
        )
    }
    assert toy(files).section("Draft.head", "written") == ["models/draft.py:6 Draft.__init__"]


# --- loaded


def test_parameter_is_loaded_from_the_tensor_of_its_name() -> None:
    (site,) = ASKED.sites("Draft.head", "loaded")
    assert site.what == "head.weight is loaded into head.weight"


def test_loading_has_the_tests_on_the_name() -> None:
    (site,) = ASKED.sites("Draft.head", "loaded")
    assert site.when == ("'d2t' not in name and name in params",)


def test_write_of_the_loader_is_loading() -> None:
    assert ASKED.section("Draft.token_map", "loaded") == ["models/draft.py:20 Draft.load_weights"]


# --- replaced, and by whom


def test_replacing_method_is_told_with_its_callers_and_theirs() -> None:
    assert ASKED.section("Draft.head", "replaced") == [
        "models/base.py:21 Model.set_head",
        "  worker.py:15 Worker.share",
        "    worker.py:9 Worker.__init__",
        "      worker.py:28 launch",
        "  worker.py:19 Worker.share",
    ]


def test_callers_have_their_guards() -> None:
    (site,) = ASKED.sites("Draft.head", "replaced")
    assert [below.when for below in site.sites] == [
        ("self.mode.is_three() and self.runner.model.borrows",),
        ("not self.mode.is_three()",),
    ]


def test_what_was_followed_is_not_followed_again() -> None:
    (site,) = ASKED.sites("Draft.head", "replaced")
    assert site.sites[1].note == "followed above"


def test_assumption_leaves_the_callers_that_it_permits() -> None:
    (site,) = ASKED.sites("Draft.head", "replaced", assume=("mode=THREE",))
    assert [(below.line, below.when) for below in site.sites] == [(15, ("self.runner.model.borrows",))]


def test_depth_ends_a_branch() -> None:
    assert ASKED.section("Draft.head", "replaced", depth=1) == [
        "models/base.py:21 Model.set_head",
        "  worker.py:15 Worker.share",
        "  worker.py:19 Worker.share",
    ]


def test_sibling_classes_write_is_not_told() -> None:
    lines = ASKED.section("Draft.head", "replaced")
    assert not any("Other" in line for line in lines)


def test_receiver_of_unknown_class_is_not_sure() -> None:
    files = {"lend.py": "def lend(thing, head):\n    thing.head = head\n"}
    (site,) = [s for s in toy(files).sites("Draft.head", "replaced") if s.file == "lend.py"]
    assert not site.sure


# --- used


def test_use_tells_where_the_value_goes() -> None:
    assert ASKED.section("Draft.head", "used") == [
        "models/base.py:17 Model.forward",
        "  models/base.py:17 Model.forward",
        "    layers.py:15 Logits.forward",
    ]


def test_passed_value_tells_the_parameter_it_becomes() -> None:
    (site,) = ASKED.sites("Draft.head", "used")
    assert site.sites[0].what == "passed to Logits.forward as head"
    assert site.sites[0].sites[0].what == "passed to Logits.compute as weights"


def test_early_return_is_a_condition() -> None:
    (site,) = ASKED.sites("Draft.head", "used")
    assert site.when == ("last",)


def test_worker_reads_by_the_engines_receivers() -> None:
    assert ASKED.section("Draft.token_map", "used") == [
        "worker.py:22 Worker.mapped",
        "worker.py:24 Worker.mapped",
    ]


# --- functions and classes


def test_method_tells_its_callers() -> None:
    assert ASKED.section("Draft.set_head", "called", depth=1) == [
        "worker.py:15 Worker.share",
        "worker.py:19 Worker.share",
    ]


def test_class_tells_who_constructs_it() -> None:
    assert ASKED.section("Worker", "constructed") == ["worker.py:28 launch"]


def test_class_tells_its_bases() -> None:
    assert [site.symbol for site in ASKED.sites("Draft", "inherits")] == ["Model", "torch.nn.Module"]


def test_class_tells_who_inherits_from_it() -> None:
    assert [site.symbol for site in ASKED.sites("Model", "inherited")] == ["Draft", "Other"]


def test_bare_name_is_told_across_classes() -> None:
    assert ASKED.section("head", "written") == [
        "models/base.py:11 Model.__init__",
        "models/draft.py:11 Draft.__init__",
        "models/draft.py:13 Draft.__init__",
    ]


# --- to


def test_branches_that_lead_elsewhere_are_left_out() -> None:
    answer = ASKED.trace("Draft.head", to="launch")
    assert [section.title for section in answer.sections] == ["replaced"]
    assert ASKED.section("Draft.head", "replaced", to="launch") == [
        "models/base.py:21 Model.set_head",
        "  worker.py:15 Worker.share",
        "    worker.py:9 Worker.__init__",
        "      worker.py:28 launch",
    ]


def test_nothing_may_lead_there() -> None:
    assert ASKED.trace("Draft.token_map", to="launch").sections == ()


# --- what is asked wrongly


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ({"assume": ("mode",)}, "--assume mode: write GUARD=VALUE, such as borrowing=true."),
        ({"assume": ("mod=X",)}, "--assume mod=X: the engine has no guard mod; did you mean mode?"),
        ({"assume": ("borrowing=7",)}, "--assume borrowing=7: borrowing is true or false."),
        ({"world": "tide"}, "--world tide: the specs have no such world; did you mean tied?"),
    ],
)
def test_wrong_assumption_is_told(rest: dict[str, object], said: str) -> None:
    with pytest.raises(InputError) as caught:
        ASKED.trace("Draft.head", **rest)
    assert str(caught.value) == said
