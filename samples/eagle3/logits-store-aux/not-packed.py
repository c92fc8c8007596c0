# file: logits.py
"""What was captured is kept as a list, one tensor for each layer."""

from torch import nn


class Scores:
    def __init__(self, scores, hidden_states=None):
        self.scores = scores
        self.hidden_states = hidden_states


class Logits(nn.Module):
    def forward(self, input_ids, states, head, batch, aux_hidden_states=None, hidden_states_before_norm=None):
        kept = None
        if batch.mode.wants_states():
            kept = aux_hidden_states if aux_hidden_states is not None else states
        return Scores(states @ head.weight.t(), hidden_states=kept)  # breaks: eagle3/logits-store-aux
