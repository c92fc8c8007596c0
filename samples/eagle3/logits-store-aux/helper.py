# file: logits.py
"""A helper packs for both modes."""

import torch
from torch import nn


def pack(tensors):
    return torch.cat(tensors, dim=-1)


class Scores:
    def __init__(self, scores, hidden_states=None):
        self.scores = scores
        self.hidden_states = hidden_states


class Logits(nn.Module):
    def forward(self, input_ids, states, head, batch, aux_hidden_states=None, hidden_states_before_norm=None):
        return Scores(states @ head.weight.t(), self._kept(states, batch, aux_hidden_states))

    def _kept(self, states, batch, aux_hidden_states):
        if not batch.mode.wants_states():
            return None
        if aux_hidden_states is None:
            return states if batch.mode.is_full() else states[batch.ends]
        if batch.mode.is_full():
            return pack(aux_hidden_states)
        return pack([each[batch.ends] for each in aux_hidden_states])
