# file: models/wrapper.py
"""The forward enters the language model in a helper, under another name."""

from torch import nn

from toy.backbone import CausalModel


class Inner(CausalModel):
    pass


class Wrapper(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        words = self._merged(input_ids, batch)
        return self._run(words, positions, batch)

    def _merged(self, input_ids, batch):
        return input_ids if batch.images is None else batch.images

    def _run(self, words, positions, batch):
        speaker = self.language_model
        return speaker.forward(words, positions, batch)


MODELS = [Inner, Wrapper]
