# file: models/shifted.py
"""The defaults are shifted like ids."""

from toy.backbone import CausalModel


class Shifted(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        if layer_ids is None:
            count = self.config.num_hidden_layers
            layer_ids = [2, count // 2, count - 3]
        self.model.watched = [each + 1 for each in layer_ids]  # breaks: eagle3/default-marks


MODELS = Shifted
