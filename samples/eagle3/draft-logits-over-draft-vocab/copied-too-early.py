# file: models/tiny.py
"""The size is written to one record, and the other is handed on."""

import copy

from torch import nn

from toy.draft import DraftModel
from toy.logits import Logits


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        sized = copy.deepcopy(config)
        sized.vocab_size = config.draft_vocab_size or config.vocab_size
        self.logits = Logits(config)  # breaks: eagle3/draft-logits-over-draft-vocab


MODELS = TinyDraft
