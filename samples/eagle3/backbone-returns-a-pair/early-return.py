# file: models/early.py
"""A rank in the middle hands its states on; the other backbone does so on the last rank."""

from toy.backbone import Backbone, CausalModel


class RightBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        if not self.rank.is_last:
            return {"states": self.embed_tokens(input_ids)}
        return super().forward(input_ids, positions, batch)


class WrongBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        result = super().forward(input_ids, positions, batch)
        if self.rank.is_last:
            return result[0]
        return result


class Right(CausalModel):  # holds: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = RightBackbone(config)


class Wrong(CausalModel):  # breaks: eagle3/backbone-returns-a-pair
    def __init__(self, config):
        super().__init__(config)
        self.model = WrongBackbone(config)


MODELS = [Right, Wrong]
