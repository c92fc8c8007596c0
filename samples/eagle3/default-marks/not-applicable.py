# file: models/strict.py
"""Without ids the setter refuses."""

from toy.backbone import CausalModel


class Strict(CausalModel):  # not-applicable: eagle3/default-marks
    def watch_layers(self, layer_ids=None):
        if layer_ids is None:
            raise ValueError("say which layers")
        self.capture_aux_hidden_states = True
        self.model.watched = [each + 1 for each in layer_ids]


MODELS = Strict
