# file: models/tiny.py
"""The test is the wrong way round: a draft of equal width keeps an embedding that nothing was loaded into."""

from toy.draft import Draft, target_width


class TinyDraft(Draft):
    def take_embed(self, embed):
        if target_width(self.config) == self.config.hidden_size:  # breaks: eagle3/embedding-kept-when-widths-differ
            return
        self.model.embed_tokens.weight = embed  # breaks: eagle3/embedding-kept-when-widths-differ


MODELS = TinyDraft
