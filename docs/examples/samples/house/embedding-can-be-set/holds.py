# file: models/taker.py
from torch import nn

from toy.backbone import CausalModel


class Taker(CausalModel):  # holds: house/embedding-can-be-set
    def take_embed_and_head(self, embed, head):
        self.model.embed_tokens.weight = embed
        self.lm_head.weight = head


class Wrapper(nn.Module):  # holds: house/embedding-can-be-set
    def __init__(self, config):
        super().__init__()
        self.language_model = Taker(config)

    def embed_and_head(self):
        return self.language_model.embed_and_head()

    def take_embed_and_head(self, embed, head):
        self.language_model.take_embed_and_head(embed, head)


MODELS = [Taker, Wrapper]
