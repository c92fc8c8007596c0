# file: models/tiny.py
"""A name that nothing takes is dropped without a word."""

from toy.draft import Draft


class TinyDraft(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            if name in parameters:  # breaks: eagle3/unknown-names-are-told
                parameters[name].data.copy_(tensor)


MODELS = TinyDraft
