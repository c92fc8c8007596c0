# file: models/named.py
"""The flag is set by its name, or another one is."""

from toy.backbone import CausalModel


class Named(CausalModel):  # holds: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        setattr(self, "capture_aux_hidden_states", True)
        self.model.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


class Misnamed(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        setattr(self, "capture_hidden_states", True)
        self.model.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


MODELS = [Named, Misnamed]
