# file: models/tiny.py
"""One loader skips what is no parameter, the other skips what is one."""

from toy.draft import Draft


class Right(Draft):  # holds: eagle3/draft-loads-its-names
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            own = name if name in parameters else "model." + name
            if own not in parameters:
                continue
            parameters[own].data.copy_(tensor)


class Inverted(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            own = name if name in parameters else "model." + name
            if own in parameters:  # breaks: eagle3/draft-loads-its-names
                continue
            parameters[own].data.copy_(tensor)


MODELS = [Right, Inverted]
