# file: models/wrapper.py
"""What the wrapper lacks, its language model is asked for."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Forwards(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def __getattr__(self, name):
        if name == "language_model":
            return super().__getattr__(name)
        return getattr(self.language_model, name)


MODELS = [Inner, Forwards]
