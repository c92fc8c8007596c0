# file: models/tiny.py
"""Only one of the two methods is there."""

from torch import nn

from toy.draft import DraftModel


class TinyDraft(nn.Module):  # breaks: eagle3/draft-has-worker-members
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self.token_map = None

    def take_embed_and_head(self, embed, head):
        self.model.embed_tokens.weight = embed
        self.lm_head.weight = head


MODELS = TinyDraft
