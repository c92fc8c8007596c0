# file: models/tiny.py
"""One name is known, the other is dropped."""

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


class OneName(Draft):
    def __init__(self, config):
        super().__init__(config)
        self.model = Listed(config)

    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            if f"model.{name}" in parameters:  # breaks: eagle3/draft-layer-goes-by-both-names
                parameters[f"model.{name}"].data.copy_(tensor)


MODELS = OneName
