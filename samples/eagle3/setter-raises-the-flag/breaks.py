# file: models/silent.py
"""The layers are marked, but the flag stays down."""

from toy.backbone import CausalModel


class Silent(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        self.model.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


MODELS = Silent
