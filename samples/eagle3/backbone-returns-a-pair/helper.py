# file: models/helped.py
"""A helper puts the result together: a pair, or a triple."""

from toy.backbone import Backbone, CausalModel


class PairBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            if index in self.watched:
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        return self._result(states, residual, aux)

    def _result(self, states, residual, aux):
        states, _ = self.norm(states, residual)
        if not aux:
            return states
        return states, aux


class TripleBackbone(PairBackbone):
    def _result(self, states, residual, aux):
        states, before = self.norm(states, residual)
        return states, before, aux


class Pair(CausalModel):  # holds: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = PairBackbone(config)


class Triple(CausalModel):  # breaks: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = TripleBackbone(config)


MODELS = [Pair, Triple]
