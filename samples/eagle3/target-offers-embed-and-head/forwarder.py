# file: models/forwarder.py
"""What the wrapper lacks it takes from its language model; the other forwards to a part that lacks it too."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Forwarder(nn.Module):  # holds: eagle3/target-offers-embed-and-head
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.language_model, name)


class Eyes(nn.Module):
    pass


class Stray(nn.Module):  # breaks: eagle3/target-offers-embed-and-head
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)
        self.eyes = Eyes()

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def embed_and_head(self):
        return self.eyes.embed_and_head()


MODELS = [Inner, Forwarder, Stray]
