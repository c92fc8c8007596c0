# file: logits.py
"""Each branch assigns what is packed and what is kept."""

import torch
from torch import nn


class Scores:
    def __init__(self, scores, hidden_states=None):
        self.scores = scores
        self.hidden_states = hidden_states


class Logits(nn.Module):  # holds: eagle3/logits-store-aux
    def forward(self, input_ids, states, head, batch, aux_hidden_states=None, hidden_states_before_norm=None):
        aux_pruned_states = None
        if aux_hidden_states is not None:
            aux_pruned_states = [each[batch.ends] for each in aux_hidden_states]
        hidden_states_to_store = None
        if batch.mode.wants_states():
            if batch.mode.is_full():
                hidden_states_to_store = states
                if aux_hidden_states is not None:
                    hidden_states_to_store = torch.cat(aux_hidden_states, dim=-1)
            elif batch.mode.is_last():
                hidden_states_to_store = states[batch.ends]
                if aux_hidden_states is not None:
                    hidden_states_to_store = torch.cat(aux_pruned_states, dim=-1)
        return Scores(states @ head.weight.t(), hidden_states=hidden_states_to_store)
