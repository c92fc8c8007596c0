# file: models/tiny.py
"""The sum is made by functions and methods, or item by item."""

import torch

from toy.draft import Draft


class ByFunction(Draft):
    def load_weights(self, weights):
        for name, tensor in weights:
            if "d2t" in name:
                self.token_map = torch.add(tensor, torch.arange(tensor.size(0)))


class ByItem(Draft):
    def load_weights(self, weights):
        for name, tensor in weights:
            if "d2t" in name:
                self.token_map = torch.tensor([one + place for place, one in enumerate(tensor.tolist())])


class Summed(Draft):
    def load_weights(self, weights):
        for name, tensor in weights:
            if "d2t" in name:
                self.token_map = torch.cumsum(tensor, dim=0)  # breaks: eagle3/d2t-is-an-offset


MODELS = [ByFunction, ByItem, Summed]
