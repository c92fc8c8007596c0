# file: models/half.py
"""The flag is raised where ids are given, and forgotten where there are none."""

from toy.backbone import CausalModel


class Half(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        if layer_ids is None:
            self.model.watched = [2, 18, 33]
        else:
            self.capture_aux_hidden_states = True
            self.model.watched = [each + 1 for each in layer_ids]


class Both(CausalModel):  # holds: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        if layer_ids is None:
            self.capture_aux_hidden_states = True
            self.model.watched = [2, 18, 33]
        else:
            self.capture_aux_hidden_states = True
            self.model.watched = [each + 1 for each in layer_ids]


MODELS = [Half, Both]
