# file: models/helped.py
"""A helper looks whether a layer is watched; in the other model it looks for something else."""

from toy.backbone import Backbone, CausalModel


class HelpedBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index, layer in enumerate(self.layers):
            wanted = self._wanted(index)
            if wanted:
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        if not aux:
            return states
        return states, aux

    def _wanted(self, index):
        return index in self.watched


class OtherBackbone(HelpedBackbone):
    def _wanted(self, index):
        return index in self.skipped


class Helped(CausalModel):  # holds: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = HelpedBackbone(config)


class Other(CausalModel):  # breaks: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = OtherBackbone(config)
        self.model.skipped = []


MODELS = [Helped, Other]
