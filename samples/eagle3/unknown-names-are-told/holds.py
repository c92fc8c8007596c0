# file: models/tiny.py
"""A name that nothing takes is logged, or refused."""

from toy.draft import Draft


class Logs(Draft):
    pass


class Refuses(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            if name not in parameters:
                raise KeyError(name)
            parameters[name].data.copy_(tensor)


class LooksUp(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            parameters[name].data.copy_(tensor)


MODELS = [Logs, Refuses, LooksUp]
