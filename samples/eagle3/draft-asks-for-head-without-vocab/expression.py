# file: models/tiny.py
"""The whole question in one expression; in the other draft with `or` for `and`."""

from torch import nn

from toy.draft import DraftModel
from toy.layers import Head


class Right(nn.Module):  # holds: eagle3/draft-asks-for-head-without-vocab
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        rows = getattr(config, "draft_vocab_size", None)
        self.lm_head = Head(rows or config.vocab_size, config.hidden_size)
        self.borrows_head = not (config.tie_word_embeddings or rows is not None)


class Wrong(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        rows = getattr(config, "draft_vocab_size", None)
        self.lm_head = Head(rows or config.vocab_size, config.hidden_size)
        self.borrows_head = not config.tie_word_embeddings or rows is None  # breaks: eagle3/draft-asks-for-head-without-vocab


MODELS = [Right, Wrong]
