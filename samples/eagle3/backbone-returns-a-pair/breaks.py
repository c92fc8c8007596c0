# file: models/single.py
"""The backbone captures, and keeps what it captured to itself."""

from toy.backbone import Backbone, CausalModel


class SingleBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            if index in self.watched:
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return states


class Single(CausalModel):  # breaks: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = SingleBackbone(config)


MODELS = Single
