# file: models/tiny.py
"""A method builds the head; in the other draft its branches are swapped under the same test."""

from torch import nn

from toy.draft import DraftModel
from toy.layers import Head


class Right(nn.Module):  # holds: eagle3/draft-head-by-tie
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        self.lm_head = self._head(config)

    def _head(self, config):
        tied = getattr(config, "tie_word_embeddings", False)
        if not tied:
            return Head(rows=config.draft_vocab_size, columns=config.hidden_size)
        return self.model.embed_tokens


class Swapped(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        if not config.tie_word_embeddings:
            self.lm_head = self.model.embed_tokens  # breaks: eagle3/draft-head-by-tie
        else:
            self.lm_head = Head(config.draft_vocab_size, config.hidden_size)  # breaks: eagle3/draft-head-by-tie


MODELS = [Right, Swapped]
