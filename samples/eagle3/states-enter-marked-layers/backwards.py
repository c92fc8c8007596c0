# file: models/backwards.py
"""The last state comes first."""

from toy.backbone import Backbone, CausalModel


class BackwardsBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            if index in self.watched:  # breaks: eagle3/states-enter-marked-layers
                aux.insert(0, states if residual is None else states + residual)
            states, residual = self.layers[index](positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Backwards(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = BackwardsBackbone(config)


MODELS = Backwards
