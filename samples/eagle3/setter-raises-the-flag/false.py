# file: models/lowered.py
"""The flag is set, to False: at once, or after it was raised."""

from toy.backbone import CausalModel


class Lowered(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = False
        self.model.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


class LoweredAgain(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        super().watch_layers(layer_ids)
        self.capture_aux_hidden_states = False


class RaisedAgain(CausalModel):  # holds: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = False
        super().watch_layers(layer_ids)


MODELS = [Lowered, LoweredAgain, RaisedAgain]
