# file: models/tiny.py
"""The processor is given a copy with the other size, or a config made for it."""

from torch import nn

from toy.draft import Draft, DraftModel
from toy.logits import Logits


class Copies(Draft):
    pass


class Writes(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        rows = config.draft_vocab_size or config.vocab_size
        config.vocab_size = rows
        self.logits = Logits(config)


MODELS = [Copies, Writes]
