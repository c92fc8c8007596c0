# file: models/inverted.py
"""The pair is returned when nothing was captured, or by a conditional that is right."""

from toy.backbone import Backbone, CausalModel


class RightBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            if index in self.watched:
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if len(aux) > 0 else states


class WrongBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            if index in self.watched:
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        if len(aux) != 0:
            return states
        return states, aux


class Right(CausalModel):  # holds: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = RightBackbone(config)


class Wrong(CausalModel):  # breaks: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = WrongBackbone(config)


MODELS = [Right, Wrong]
