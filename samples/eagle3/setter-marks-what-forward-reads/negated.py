# file: models/negated.py
"""The loop skips the layers that are not watched, or skips those that are."""

from toy.backbone import Backbone, CausalModel


class SkippingBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            if index not in self.watched:
                states, residual = layer(positions, states, residual)
                continue
            aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Skipping(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = SkippingBackbone(config)


MODELS = Skipping
