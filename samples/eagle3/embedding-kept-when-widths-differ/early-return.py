# file: models/tiny.py
"""The test leaves the method before anything is replaced."""

from toy.draft import Draft


class Leaves(Draft):  # holds: eagle3/embedding-kept-when-widths-differ
    def take_embed(self, embed):
        if hasattr(self.config, "target_hidden_size") and self.config.target_hidden_size != self.config.hidden_size:
            return
        del self.model.embed_tokens.weight
        self.model.embed_tokens.weight = embed


MODELS = Leaves
