# file: models/late.py
"""Each state is taken behind its layer, which is the input of the next one."""

from toy.backbone import Backbone, CausalModel


class LateBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            states, residual = self.layers[index](positions, states, residual)
            if index in self.watched:  # breaks: eagle3/states-enter-marked-layers
                aux.append(states + residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Late(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = LateBackbone(config)


MODELS = Late
