# file: models/tiny.py
"""The processor is given the config as it came."""

from torch import nn

from toy.draft import DraftModel
from toy.logits import Logits


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None
        self.logits = Logits(config)  # breaks: eagle3/draft-logits-over-draft-vocab


MODELS = TinyDraft
