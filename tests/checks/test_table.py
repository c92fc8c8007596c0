"""The table of targets on small classes, one for each way that a forward can hand on what was captured, or not."""

from __future__ import annotations

import pytest

from flowtrace.binding import Binding
from flowtrace.checks.table import table
from flowtrace.facts import Source
from flowtrace.graph.program import Program
from flowtrace.sources.samples import read_common
from flowtrace.spec.load import load_engines, load_specs, shipped

SAMPLES = shipped().parent / "samples"
MODULE = """
from outside import registry
from torch import nn

from toy.backbone import CausalModel
from toy.layers import Head
from toy.logits import Logits, Scores


class Overriding(CausalModel):
    def forward(self, input_ids, positions, batch):
        if batch.plain:
            return super().forward(input_ids, positions, batch)
        states = self.model(input_ids, positions, batch)
        aux = None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, aux)


class HandingOn(CausalModel):
    def forward(self, *args, **kwargs):
        return super().forward(*args, **kwargs)


class Unpacking(CausalModel):
    def forward(self, *args, **kwargs):
        states, _ = self.model(*args, **kwargs)
        return self.logits(args[0], states, self.lm_head, args[2])


class Foreign(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = registry.pick(config)(config)

    def forward(self, input_ids, positions, batch):
        return self.model(input_ids, positions, batch)


class PuttingOut(Foreign):
    def forward(self, input_ids, positions, batch):
        return Scores(self.model(input_ids, positions, batch))


VERSIONS = {(2, 6): CausalModel}


class Versioned:
    def __init__(self, config):
        version = tuple(int(part) for part in config.version.split("."))
        self.inner = VERSIONS.get(version)(config)

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def __call__(self, *args):
        return self.inner(*args)


class Pooling(nn.Module):
    class Weights(nn.Module):
        def forward(self, states):
            return states

    def __init__(self, config):
        super().__init__()
        self.weights = self.Weights()

    def forward(self, input_ids, positions, batch):
        return self.weights(input_ids)


class OtherDraft(Foreign):
    def take_context(self, states):
        return states


MODELS = [Overriding, HandingOn, Unpacking, Foreign, PuttingOut, Versioned, Pooling, OtherDraft]
"""


@pytest.fixture(scope="module")
def cells() -> dict[str, dict[str, str]]:
    """The cells of each class, by its name."""
    specs = load_specs(load_engines([SAMPLES / "engine.yaml"])[0], [shipped()])
    common = read_common(SAMPLES, specs.engine.package)
    sources = (*common, Source("models/several.py", "toy.models.several", MODULE.encode()))
    rows = table(Binding(Program(sources), specs, None), "toy", capable=False, classes=()).rows
    return {row.symbol: dict(row.cells) for row in rows}


@pytest.mark.parametrize(
    ("name", "kind", "captures"),
    [
        ("Overriding", "target", "yes"),
        ("HandingOn", "target", "via:CausalModel"),
        ("Unpacking", "target", "no"),
        ("Foreign", "target", "unknown"),
        ("PuttingOut", "target", "no"),
        ("Versioned", "target", "via:CausalModel"),
        ("Pooling", "pooling", "no"),
        ("OtherDraft", "draft", "no"),
    ],
)
def test_what_a_class_is_and_whether_it_captures(
    cells: dict[str, dict[str, str]], name: str, kind: str, captures: str
) -> None:
    assert (cells[name]["kind"], cells[name]["captures_in_forward"]) == (kind, captures)


def test_member_of_an_object_that_is_asked_is_delegated(cells: dict[str, dict[str, str]]) -> None:
    assert (cells["Versioned"]["setter"], cells["Versioned"]["get_embed_and_head"]) == (
        "delegates",
        "delegates",
    )
