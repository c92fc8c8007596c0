# file: models/tiny.py
"""The constructor sets attributes whose names are only known at run time."""

from torch import nn

from toy.draft import DraftModel


class TinyDraft(nn.Module):  # unknown: eagle3/draft-has-worker-members
    def __init__(self, config, extras):
        super().__init__()
        self.model = DraftModel(config)
        for name in extras:
            setattr(self, name, None)

    def load_weights(self, weights):
        for name, tensor in weights:
            if name == "d2t":
                self.token_map = tensor

    def take_embed(self, embed):
        self.model.embed_tokens.weight = embed

    def take_embed_and_head(self, embed, head):
        self.take_embed(embed)


MODELS = TinyDraft
