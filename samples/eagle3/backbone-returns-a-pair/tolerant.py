# file: models/tolerant.py
"""Only a tuple is taken apart, so that a single value does no harm here."""

from toy.backbone import Backbone, CausalModel


class SingleBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            if index in self.watched:
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        return self.norm(states, residual)[0]


class Tolerant(CausalModel):  # holds: eagle3/backbone-returns-a-pair
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if isinstance(states, tuple):
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, aux)


class TolerantOfOne(Tolerant):
    def __init__(self, config):
        super().__init__(config)
        self.model = SingleBackbone(config)


MODELS = [Tolerant, TolerantOfOne]
