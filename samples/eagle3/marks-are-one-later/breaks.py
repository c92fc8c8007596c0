# file: models/early.py
"""The ids are taken as they are, so that every state is one layer early."""

from toy.backbone import CausalModel


class Early(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watched = list(layer_ids or (2, 18, 33))  # breaks: eagle3/marks-are-one-later


MODELS = Early
