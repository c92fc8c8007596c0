# file: models/wrapper.py
"""What the setter reaches is built by code outside the package."""

from outside import build_model
from torch import nn

from toy.layers import merged_forward
from toy.logits import Logits


class Wrapper(nn.Module):  # unknown: eagle3/setter-raises-the-flag
    def __init__(self, config):
        super().__init__()
        self.language_model = build_model(config)
        self.logits = Logits(config)

    def forward(self, input_ids, positions, batch):
        states = merged_forward(input_ids, positions, batch, language_model=self.language_model)
        return self.logits(input_ids, states, None, batch)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)


MODELS = Wrapper
