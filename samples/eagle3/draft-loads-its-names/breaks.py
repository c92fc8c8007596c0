# file: models/tiny.py
"""The loader turns the name of its own block into one that it does not have."""

from toy.draft import Draft


class TinyDraft(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            name = name.replace("block.", "layers.0.")
            if name in parameters:  # breaks: eagle3/draft-loads-its-names
                parameters[name].data.copy_(tensor)


MODELS = TinyDraft
