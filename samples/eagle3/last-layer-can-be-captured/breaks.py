# file: models/short.py
"""Only what enters a layer is looked at; what leaves the last one enters none."""

from toy.backbone import Backbone, CausalModel


class ShortBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            if index in self.watched:  # breaks: eagle3/last-layer-can-be-captured
                aux.append(states if residual is None else states + residual)
            states, residual = self.layers[index](positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Short(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = ShortBackbone(config)


MODELS = Short
