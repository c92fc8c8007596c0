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
# file: models/backwards.py
"""The last state comes first."""

from toy.backbone import Backbone, CausalModel


class BackwardsBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            if index in self.watched:  # breaks: eagle3/states-enter-marked-layers
                aux.insert(0, states if residual is None else states + residual)
            states, residual = self.layers[index](positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Backwards(CausalModel):
    def __init__(self, config):
        super().__init__(config)
        self.model = BackwardsBackbone(config)


MODELS = Backwards
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
