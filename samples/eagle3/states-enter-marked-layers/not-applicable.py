# file: models/kept.py
"""The layer itself is handed what puts its input into the list."""

from toy.backbone import Backbone, CausalModel


class KeptBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, aux = self.embed_tokens(input_ids), []
        for index in range(len(self.layers)):
            states = self.layers[index](positions, states, keep=aux.append if index in self.watched else None)
        states = self.norm(states)
        return (states, aux) if aux else states


class Kept(CausalModel):  # not-applicable: eagle3/states-enter-marked-layers
    def __init__(self, config):
        super().__init__(config)
        self.model = KeptBackbone(config)


MODELS = Kept
