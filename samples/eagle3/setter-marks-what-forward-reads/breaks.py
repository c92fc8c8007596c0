# file: models/crossed.py
"""The setter it inherits writes a list; its backbone looks at a flag on each layer."""

from toy.backbone import Backbone, CausalModel


class FlaggedBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for layer in self.layers:
            if getattr(layer, "is_watched", False):
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Crossed(CausalModel):  # breaks: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = FlaggedBackbone(config)


MODELS = Crossed
