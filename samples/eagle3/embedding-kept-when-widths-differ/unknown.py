# file: models/tiny.py
"""Code outside the package decides whether the embedding fits."""

from outside import fits

from toy.draft import Draft


class TinyDraft(Draft):  # unknown: eagle3/embedding-kept-when-widths-differ
    def take_embed(self, embed):
        if fits(embed, self.config):
            self.model.embed_tokens.weight = embed


MODELS = TinyDraft
