# file: models/family.py
"""The child inherits capture from one parent, and the members from another or from nobody."""

from toy.capture import Capture, Lender


class Both(Lender, Capture):
    pass


class One(Capture):  # breaks: eagle3/target-offers-embed-and-head
    pass


MODELS = [Both, One]
# file: capture.py


from torch import nn

from toy.backbone import Backbone
from toy.layers import Head
from toy.logits import Logits


class Capture(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = Backbone(config)
        self.lm_head = Head(config.vocab_size, config.hidden_size)
        self.logits = Logits(config)
        self.capture_aux_hidden_states = False

    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, aux)

    def watch_layers(self, layer_ids):
        self.capture_aux_hidden_states = True
        self.model.watched = [each + 1 for each in layer_ids]


class Lender:
    def embed_and_head(self):
        return self.model.embed_tokens.weight, self.lm_head.weight
