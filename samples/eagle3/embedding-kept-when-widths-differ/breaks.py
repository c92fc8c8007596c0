# file: models/tiny.py
"""The embedding is replaced whatever its width."""

from toy.draft import Draft


class TinyDraft(Draft):
    def take_embed(self, embed):
        del self.model.embed_tokens.weight
        self.model.embed_tokens.weight = embed  # breaks: eagle3/embedding-kept-when-widths-differ


MODELS = TinyDraft
