# file: models/wrapper.py
"""The language model can capture; the class that is loaded does not say so."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Wrapper(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)


MODELS = [Inner, Wrapper]
