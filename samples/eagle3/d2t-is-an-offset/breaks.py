# file: models/tiny.py
"""The offsets are taken for ids."""

from toy.draft import Draft


class TinyDraft(Draft):
    def load_weights(self, weights):
        for name, tensor in weights:
            if name == "d2t":
                self.token_map = tensor  # breaks: eagle3/d2t-is-an-offset


MODELS = TinyDraft
