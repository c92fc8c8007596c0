# file: models/tiny.py
"""Both names become the one the layer has; in a list of layers, and in an attribute."""

import re

from torch import nn

from toy.draft import Draft, DraftModel
from toy.layers import Norm


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.hidden_norm = Norm(config.hidden_size)
        self.input_layernorm = Norm(config.hidden_size)


class Listed(DraftModel):
    def __init__(self, config):
        super().__init__(config)
        self.layers = nn.ModuleList([Layer(config)])


class Single(DraftModel):
    def __init__(self, config):
        super().__init__(config)
        self.midlayer = Layer(config)


class Renames(Draft):  # holds: eagle3/draft-layer-goes-by-both-names
    def __init__(self, config):
        super().__init__(config)
        self.model = Listed(config)

    def load_weights(self, weights):
        super().load_weights((name.replace("midlayer", "layers.0"), tensor) for name, tensor in weights)


class Turns(Draft):  # holds: eagle3/draft-layer-goes-by-both-names
    def __init__(self, config):
        super().__init__(config)
        self.model = Single(config)

    def load_weights(self, weights):
        for name, tensor in weights:
            super().load_weights([(re.sub(r"^layers\.0\.", "midlayer.", name), tensor)])


MODELS = [Renames, Turns]
