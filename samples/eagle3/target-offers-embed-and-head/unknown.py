# file: models/wrapper.py
"""The getter forwards to a model whose class is only known at run time."""

from outside import build_model

from toy.backbone import CausalModel


class Wrapper(CausalModel):  # unknown: eagle3/target-offers-embed-and-head
    def __init__(self, config):
        super().__init__(config)
        self.language_model = build_model(config)

    def embed_and_head(self):
        return self.language_model.embed_and_head()


MODELS = Wrapper
