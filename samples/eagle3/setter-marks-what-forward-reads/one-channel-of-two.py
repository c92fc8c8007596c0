# file: models/generous.py
"""The setter leaves its mark in both places; the backbone looks into one, and that is enough."""

from toy.backbone import CausalModel


class Generous(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watched = [each + 1 for each in layer_ids or (1, 16, 31)]
        for index in self.model.watched:
            self.model.layers[index].is_watched = True


MODELS = Generous
