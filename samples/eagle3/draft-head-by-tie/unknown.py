# file: models/tiny.py
"""The head is built outside the package."""

from outside import build_head
from torch import nn

from toy.draft import DraftModel


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        self.lm_head = build_head(config)  # unknown: eagle3/draft-head-by-tie


MODELS = TinyDraft
