# file: models/outside.py
"""Code outside the package computes the marks."""

from outside import entries

from toy.backbone import CausalModel


class Outside(CausalModel):  # unknown: eagle3/marks-are-one-later
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watched = entries(layer_ids)


MODELS = Outside
