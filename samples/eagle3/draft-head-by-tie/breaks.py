# file: models/tiny.py
"""An untied draft gets a head over the whole vocabulary."""

from torch import nn

from toy.draft import DraftModel
from toy.layers import Head


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        if config.tie_word_embeddings:
            self.lm_head = self.model.embed_tokens
        else:
            self.lm_head = Head(config.vocab_size, config.hidden_size)  # breaks: eagle3/draft-head-by-tie


MODELS = TinyDraft
