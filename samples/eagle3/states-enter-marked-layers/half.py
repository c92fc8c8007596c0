# file: models/half.py
"""The residual, without which a state is half of one, is left out."""

from toy.backbone import Backbone, CausalModel


class HalfBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            if index in self.watched:  # breaks: eagle3/states-enter-marked-layers
                aux.append(states)
            states, residual = self.layers[index](positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Half(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = HalfBackbone(config)


MODELS = Half
