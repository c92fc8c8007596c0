# file: models/tiny.py
"""A helper compares the widths, and another one writes."""

from toy.draft import Draft


class Right(Draft):  # holds: eagle3/embedding-kept-when-widths-differ
    def take_embed(self, embed):
        if self._fits():
            self._replace(embed)

    def _fits(self):
        wide = self.config.target_hidden_size if hasattr(self.config, "target_hidden_size") else None
        return wide in (None, self.config.hidden_size)

    def _replace(self, embed):
        table = self.model.embed_tokens
        table.weight = embed


class Wrong(Draft):
    def take_embed(self, embed):
        self._replace(embed)

    def _replace(self, embed):
        self.model.embed_tokens.weight = embed  # breaks: eagle3/embedding-kept-when-widths-differ


MODELS = [Right, Wrong]
