# file: models/tiny.py
"""Each entry is added to its place, at once or in a helper."""

import torch

from toy.draft import Draft


class Plain(Draft):
    pass


class Helped(Draft):
    def load_weights(self, weights):
        for name, tensor in weights:
            if "d2t" in name:
                self.token_map = self._map(tensor)
            elif "t2d" not in name:
                super().load_weights([(name, tensor)])

    def _map(self, offsets):
        places = torch.arange(offsets.shape[0], device=offsets.device)
        return places + offsets


MODELS = [Plain, Helped]
