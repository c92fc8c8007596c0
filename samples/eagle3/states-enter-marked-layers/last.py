# file: models/last.py
"""Of what was captured only the last state is handed on."""

from toy.backbone import Backbone, CausalModel


class LastBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            if index in self.watched:  # breaks: eagle3/states-enter-marked-layers
                aux.append(states if residual is None else states + residual)
            states, residual = self.layers[index](positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux[-1:]) if aux else states


class Last(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = LastBackbone(config)


MODELS = Last
