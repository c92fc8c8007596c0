# file: models/next.py
"""The look is taken behind each layer, at the number of the next."""

from toy.backbone import Backbone, CausalModel


class NextBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            states, residual = self.layers[index](positions, states, residual)
            if index + 1 in self.watched:
                aux.append(states + residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Next(CausalModel):  # holds: eagle3/states-enter-marked-layers
    def __init__(self, config):
        super().__init__(config)
        self.model = NextBackbone(config)


MODELS = Next
