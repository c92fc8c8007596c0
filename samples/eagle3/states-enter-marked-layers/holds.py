# file: models/whole.py
"""What enters a watched layer is taken where it begins."""

from toy.backbone import CausalModel


class Whole(CausalModel):  # holds: eagle3/states-enter-marked-layers
    pass


MODELS = Whole
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
# file: models/kept.py
"""The layer itself is handed what puts its input into the list."""

from toy.backbone import Backbone, CausalModel


class KeptBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, aux = self.embed_tokens(input_ids), []
        for index in range(len(self.layers)):
            states = self.layers[index](positions, states, keep=aux.append if index in self.watched else None)
        states = self.norm(states)
        return (states, aux) if aux else states


class Kept(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = KeptBackbone(config)


MODELS = Kept
