# file: models/whole.py
"""The defaults come from the config, or from the layers themselves."""

from toy.backbone import CausalModel


class FromConfig(CausalModel):
    pass


class FromLayers(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        if layer_ids is not None:
            self.model.watched = [each + 1 for each in layer_ids]
            return
        count = len(self.model.layers)
        self.model.watched = [2, count // 2, count - 3]


MODELS = [FromConfig, FromLayers]
