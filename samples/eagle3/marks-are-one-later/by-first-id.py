# file: models/careful.py
"""Whether to add one is decided by the first id; for ids that begin with 1 it is added."""

from toy.backbone import CausalModel


class Careful(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        if layer_ids is None:
            self.model.watched = [2, 18, 33]
        elif layer_ids[0] == 1:
            self.model.watched = [each + 1 for each in layer_ids]
        else:
            self.model.watched = layer_ids


MODELS = Careful
