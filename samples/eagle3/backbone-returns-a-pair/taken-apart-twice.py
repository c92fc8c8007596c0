# file: models/twice.py
"""The backbone's override takes the pair apart itself; the forward that was inherited does it again."""

from toy.backbone import Backbone, CausalModel


class TwiceBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states = super().forward(input_ids, positions, batch)
        if isinstance(states, tuple):
            states, self.kept = states
        return states * self.scale


class Twice(CausalModel):  # breaks: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = TwiceBackbone(config)


MODELS = Twice
