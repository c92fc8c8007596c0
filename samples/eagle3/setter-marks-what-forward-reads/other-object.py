# file: models/misplaced.py
"""The list is written on the owner and read on the backbone, or the other way round."""

from toy.backbone import CausalModel


class Misplaced(CausalModel):  # breaks: eagle3/setter-marks-what-forward-reads
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


class Renamed(CausalModel):  # breaks: eagle3/setter-marks-what-forward-reads
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watching = [each + 1 for each in layer_ids or (1, 16, 31)]


class Aliased(CausalModel):  # holds: eagle3/setter-marks-what-forward-reads
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        backbone = self.model
        backbone.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


MODELS = [Misplaced, Renamed, Aliased]
