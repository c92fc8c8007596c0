# file: models/tiny.py
"""The whole question in one expression; in the other draft with `or` for `and`."""

from torch import nn

from toy.draft import DraftModel


class Right(nn.Module):  # holds: eagle3/draft-asks-for-head-without-vocab
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        rows = getattr(config, "draft_vocab_size", None)
        self.borrows_head = not (config.tie_word_embeddings or rows is not None)


class Wrong(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        rows = getattr(config, "draft_vocab_size", None)
        self.borrows_head = not config.tie_word_embeddings or rows is None  # breaks: eagle3/draft-asks-for-head-without-vocab


MODELS = [Right, Wrong]
