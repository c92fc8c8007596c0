# file: models/wrapper.py
"""What an outside function makes of the pair nobody can say."""

from outside import finished

from toy.backbone import Backbone, CausalModel


class FinishedBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        return finished(super().forward(input_ids, positions, batch))


class Finished(CausalModel):  # unknown: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = FinishedBackbone(config)


MODELS = Finished
