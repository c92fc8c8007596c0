# file: models/plain.py
"""Nobody has named this class for a target: it may lack everything that a target needs."""

# not-applicable: eagle3/named-target-can-capture

from torch import nn

from toy.layers import Head
from toy.logits import Logits


class Plain(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.lm_head = Head(config.vocab_size, config.hidden_size)
        self.logits = Logits(config)

    def forward(self, input_ids, positions, batch):
        return self.logits(input_ids, input_ids, self.lm_head, batch)


MODELS = Plain
