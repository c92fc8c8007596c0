# file: models/tiny.py
"""A draft without a head does not ask for one."""

from torch import nn

from toy.draft import DraftModel


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        self.borrows_head = False  # breaks: eagle3/draft-asks-for-head-without-vocab


MODELS = TinyDraft
