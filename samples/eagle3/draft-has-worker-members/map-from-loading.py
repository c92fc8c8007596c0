# file: models/tiny.py
"""The map exists only once a tensor of that name has been loaded."""

import torch
from torch import nn

from toy.draft import DraftModel


class TinyDraft(nn.Module):  # breaks: eagle3/draft-has-worker-members
    def __init__(self, config):
        super().__init__()
        self.model = DraftModel(config)

    def load_weights(self, weights):
        for name, tensor in weights:
            if name == "d2t":
                self.token_map = tensor + torch.arange(tensor.shape[0])

    def take_embed(self, embed):
        self.model.embed_tokens.weight = embed

    def take_embed_and_head(self, embed, head):
        self.take_embed(embed)


MODELS = TinyDraft
