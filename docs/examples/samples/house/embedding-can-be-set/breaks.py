# file: models/giver.py
from torch import nn

from toy.backbone import CausalModel


class Giver(CausalModel):  # breaks: house/embedding-can-be-set
    pass


class Wrapper(nn.Module):  # breaks: house/embedding-can-be-set
    def __init__(self, config):
        super().__init__()
        self.language_model = Giver(config)

    def embed_and_head(self):
        return self.language_model.embed_and_head()

    def take_embed_and_head(self, embed, head):
        self.language_model.take_embed_and_head(embed, head)


MODELS = [Giver, Wrapper]
