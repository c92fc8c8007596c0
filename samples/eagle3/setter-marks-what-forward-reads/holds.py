# file: models/whole.py
"""A list is written and read; a flag on each layer is set and looked at."""

from toy.backbone import CausalModel
from toy.flagged import FlaggedModel


class Listed(CausalModel):
    pass


class Flagged(FlaggedModel):
    pass


MODELS = [Listed, Flagged]
# file: flagged.py


from toy.backbone import Backbone, CausalModel


class FlaggedBackbone(Backbone):
    def watch(self, marks):
        for index in marks:
            setattr(self.layers[index], "is_watched", True)

    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for layer in self.layers:
            if getattr(layer, "is_watched", False):
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class FlaggedModel(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = FlaggedBackbone(config)

    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watch([each + 1 for each in layer_ids or (1, 16, 31)])
