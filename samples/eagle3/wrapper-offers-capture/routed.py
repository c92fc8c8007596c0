# file: models/wrapper.py
"""The language model runs inside a routine that is given it."""

from torch import nn

from toy.backbone import CausalModel
from toy.layers import merged_forward


class Inner(CausalModel):
    pass


class Routed(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return merged_forward(input_ids, positions, batch, language_model=self.language_model, images=batch.images)


MODELS = [Inner, Routed]
