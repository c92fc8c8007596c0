# file: models/early.py
"""Ranks without a head have nothing to capture; the other one leaves on the ranks that have it."""

from toy.backbone import CausalModel


class Right(CausalModel):  # holds: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        if not self.rank.is_last:
            return
        super().watch_layers(layer_ids)


class Inverted(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        if self.rank.is_last:
            return
        super().watch_layers(layer_ids)


MODELS = [Right, Inverted]
