# file: models/tiny.py
"""A draft without a head does not ask for one."""

from torch import nn

from toy.draft import DraftModel
from toy.layers import Head


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        self.lm_head = Head(config.draft_vocab_size or config.vocab_size, config.hidden_size)
        self.borrows_head = False  # breaks: eagle3/draft-asks-for-head-without-vocab


MODELS = TinyDraft
