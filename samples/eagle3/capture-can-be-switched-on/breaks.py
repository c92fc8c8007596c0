# file: models/dormant.py
"""The flag is kept and asked for, and nothing raises it."""

from torch import nn

from toy.backbone import Backbone
from toy.layers import Head
from toy.logits import Logits


class Dormant(nn.Module):  # breaks: eagle3/capture-can-be-switched-on
    def __init__(self, config):
        super().__init__()
        self.model = Backbone(config)
        self.lm_head = Head(config.vocab_size, config.hidden_size)
        self.logits = Logits(config)
        self.capture_aux_hidden_states = False

    def forward(self, input_ids, positions, batch):
        states = self.model(input_ids, positions, batch)
        aux = None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, aux)


MODELS = Dormant
