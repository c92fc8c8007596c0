# file: logits.py
"""In full mode the plain states are kept."""

import torch
from torch import nn


class Scores:
    def __init__(self, scores, hidden_states=None):
        self.scores = scores
        self.hidden_states = hidden_states


class Logits(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.vocab_size = config.vocab_size

    def forward(self, input_ids, states, head, batch, aux_hidden_states=None, hidden_states_before_norm=None):
        kept = None
        if batch.mode.is_full():
            kept = states
        elif batch.mode.is_last():
            kept = states[batch.ends] if aux_hidden_states is None else torch.cat(aux_hidden_states, dim=-1)
        return Scores(states @ head.weight.t(), hidden_states=kept)  # breaks: eagle3/logits-store-aux
