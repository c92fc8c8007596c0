"""The user's configurations as a world."""

from __future__ import annotations

from pathlib import Path

from flowtrace.draft.checkpoint import read_draft
from flowtrace.draft.config import Config
from flowtrace.draft.world import world_of
from tests.draft.layouts import CONFIGS, layout


def test_world_has_both_configs_as_they_are(tmp_path: Path) -> None:
    draft = read_draft(layout(tmp_path, "speculators"))
    target = Config(tmp_path, {"text_config": {"hidden_size": 8}})
    assert world_of(draft, target) == {
        "draft": CONFIGS["speculators"],
        "target": {"text_config": {"hidden_size": 8}},
    }


def test_world_without_a_target_has_none(tmp_path: Path) -> None:
    assert list(world_of(read_draft(layout(tmp_path, "official")), None)) == ["draft"]


def test_world_is_a_copy(tmp_path: Path) -> None:
    target = Config(tmp_path, {"text_config": {"hidden_size": 8}})
    world_of(None, target)["target"]["text_config"]["hidden_size"] = 9
    assert target.values == {"text_config": {"hidden_size": 8}}
