# file: models/deaf.py
"""Marks are left for a backbone that looks for none."""

from toy.backbone import Backbone, CausalModel


class DeafBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual = self.embed_tokens(input_ids), None
        for layer in self.layers:
            states, residual = layer(positions, states, residual)
        return self.norm(states, residual)[0]


class Deaf(CausalModel):  # breaks: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = DeafBackbone(config)


MODELS = Deaf
