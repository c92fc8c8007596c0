# file: models/wrapper.py
"""Whoever hands the setter on, inherits it or has no language model that captures is no silent wrapper."""

# not-applicable: eagle3/wrapper-offers-capture

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Delegates(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)


class Inherits(Delegates):
    def forward(self, input_ids, positions, batch):
        return super().forward(input_ids, positions, batch)


class Embeds(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model.model.embed_tokens(input_ids).mean(0)


MODELS = [Inner, Delegates, Inherits, Embeds]
