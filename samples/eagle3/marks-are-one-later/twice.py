# file: models/wrapper.py
"""The wrapper adds one, and so does its language model."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watched = [each + 1 for each in layer_ids]  # breaks: eagle3/marks-are-one-later


class Wrapper(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers([each + 1 for each in layer_ids])


MODELS = Wrapper
