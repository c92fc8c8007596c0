# file: models/half.py
"""Only the embedding is handed out where embedding and head are taken apart."""

from toy.backbone import CausalModel


class Half(CausalModel):
    def embed_and_head(self):
        return self.model.embed_tokens.weight.data  # breaks: eagle3/target-offers-embed-and-head


MODELS = Half
