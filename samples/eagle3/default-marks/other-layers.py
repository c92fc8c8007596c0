# file: models/other.py
"""The last of the three is another layer."""

from toy.backbone import CausalModel


class Other(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        if layer_ids is None:
            count = self.config.num_hidden_layers
            self.model.watched = [2, count // 2, count - 2]  # breaks: eagle3/default-marks
        else:
            self.model.watched = [each + 1 for each in layer_ids]


MODELS = Other
