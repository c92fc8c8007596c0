# file: models/wrapper.py
"""The class that is loaded takes the forward of its part for its own."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Lends(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    def __init__(self, config):
        super().__init__()
        self.thinker = Inner(config)
        self.forward = self.thinker.forward


MODELS = [Inner, Lends]
