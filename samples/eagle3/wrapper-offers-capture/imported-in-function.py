# file: models/wrapper.py
"""The class of the language model is imported where it is built, to avoid a circle."""

from torch import nn


class Wrapper(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    def __init__(self, config):
        super().__init__()
        from toy.models.inner import Inner

        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)


MODELS = Wrapper
# file: models/inner.py


from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


MODELS = Inner
