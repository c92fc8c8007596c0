# file: models/wrapper.py
"""The wrapper hides what its language model has."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Wrapper(nn.Module):  # breaks: eagle3/target-offers-embed-and-head
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)


MODELS = [Inner, Wrapper]
