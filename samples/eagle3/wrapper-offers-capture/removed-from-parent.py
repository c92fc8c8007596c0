# file: models/wrapper.py
"""The setter is gone from the parent, and with it from every child that had it from there."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Parent(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)


class Child(Parent):  # breaks: eagle3/wrapper-offers-capture
    pass


class Keeps(Parent):
    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)


MODELS = [Inner, Parent, Child, Keeps]
