# file: models/tiny.py
"""A tied draft gets a head that nothing is loaded into."""

from torch import nn

from toy.draft import DraftModel
from toy.layers import Head


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.lm_head = Head(config.draft_vocab_size, config.hidden_size)  # breaks: eagle3/draft-head-by-tie
        self.token_map = None


MODELS = TinyDraft
