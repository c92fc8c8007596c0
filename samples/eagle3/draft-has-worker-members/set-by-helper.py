# file: models/tiny.py
"""A method that the constructor calls sets the map, on every path or on one only."""

from torch import nn

from toy.draft import DraftModel


class Takes(nn.Module):
    def take_embed(self, embed):
        self.model.embed_tokens.weight = embed

    def take_embed_and_head(self, embed, head):
        self.take_embed(embed)


class Always(Takes):  # holds: eagle3/draft-has-worker-members
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)
        self._reset()

    def _reset(self):
        self.token_map = None


class Sometimes(Takes):  # breaks: eagle3/draft-has-worker-members
    def __init__(self, config, small=False):
        super().__init__()
        self.model = DraftModel(config)
        if small:
            self.token_map = None


MODELS = [Always, Sometimes]
