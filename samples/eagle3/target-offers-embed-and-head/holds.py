# file: models/whole.py
"""A target with both members, and a wrapper that hands both on."""

from torch import nn

from toy.backbone import CausalModel


class Whole(CausalModel):
    pass


class Wrapper(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.language_model = Whole(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)

    def embed_and_head(self):
        return self.language_model.embed_and_head()


MODELS = [Whole, Wrapper]
