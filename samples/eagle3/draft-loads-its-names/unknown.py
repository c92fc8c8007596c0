# file: models/tiny.py
"""Code outside the package renames."""

from outside import renamed

from toy.draft import Draft


class TinyDraft(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            name = renamed(name)
            if name in parameters:  # unknown: eagle3/draft-loads-its-names
                parameters[name].data.copy_(tensor)


MODELS = TinyDraft
