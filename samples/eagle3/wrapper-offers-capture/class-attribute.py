# file: models/wrapper.py
"""A class attribute chooses the language model; a child chooses one that can't capture."""

from torch import nn

from toy.backbone import CausalModel
from toy.layers import Embedding, Head
from toy.logits import Logits


class Inner(CausalModel):
    pass


class Plain(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed_tokens = Embedding(config.vocab_size, config.hidden_size)
        self.lm_head = Head(config.vocab_size, config.hidden_size)
        self.logits = Logits(config)

    def forward(self, input_ids, positions, batch):
        return self.logits(input_ids, self.embed_tokens(input_ids), self.lm_head, batch)


class Wrapper(nn.Module):  # breaks: eagle3/wrapper-offers-capture
    inner = Inner

    def __init__(self, config):
        super().__init__()
        self.language_model = self.inner(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)


class PlainWrapper(Wrapper):
    inner = Plain


MODELS = [Inner, Plain, Wrapper, PlainWrapper]
