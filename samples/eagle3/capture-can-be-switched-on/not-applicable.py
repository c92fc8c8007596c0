# file: models/plain.py
"""A class with a setter, and one that keeps no flag at all."""

# not-applicable: eagle3/capture-can-be-switched-on

from torch import nn

from toy.backbone import CausalModel
from toy.layers import Head
from toy.logits import Logits


class Switched(CausalModel):
    pass


class Plain(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.lm_head = Head(config.vocab_size, config.hidden_size)
        self.logits = Logits(config)

    def forward(self, input_ids, positions, batch):
        return self.logits(input_ids, input_ids, self.lm_head, batch)


MODELS = [Switched, Plain]
