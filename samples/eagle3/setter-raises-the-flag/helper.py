# file: models/helped.py
"""A helper raises the flag, for good or not at all."""

from toy.backbone import CausalModel


class Raises(CausalModel):  # holds: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        self._capture([each + 1 for each in layer_ids or (1, 16, 31)])

    def _capture(self, marks):
        self.capture_aux_hidden_states = True
        self.model.watched = marks


class Forgets(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        self._capture([each + 1 for each in layer_ids or (1, 16, 31)])

    def _capture(self, marks):
        self.model.watched = marks


MODELS = [Raises, Forgets]
