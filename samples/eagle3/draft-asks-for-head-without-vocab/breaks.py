# file: models/tiny.py
"""The draft asks whenever it is untied, and loses the head it has."""

from torch import nn

from toy.draft import DraftModel
from toy.layers import Head


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        self.lm_head = Head(config.draft_vocab_size or config.vocab_size, config.hidden_size)
        self.borrows_head = not config.tie_word_embeddings  # breaks: eagle3/draft-asks-for-head-without-vocab


MODELS = TinyDraft
