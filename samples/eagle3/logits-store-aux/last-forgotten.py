# file: logits.py
"""In last mode one branch packs what it never assigned."""

import torch
from torch import nn


class Scores:
    def __init__(self, scores, hidden_states=None):
        self.scores = scores
        self.hidden_states = hidden_states


class Logits(nn.Module):
    def forward(self, input_ids, states, head, batch, aux_hidden_states=None, hidden_states_before_norm=None):
        if batch.wants_input_scores:
            last = states[batch.chosen]
            aux_last = None
        else:
            last = states[batch.ends]
            aux_last = [each[batch.ends] for each in aux_hidden_states] if aux_hidden_states is not None else None
        kept = None
        if batch.mode.wants_states():
            if batch.mode.is_full():
                kept = states if aux_hidden_states is None else torch.cat(aux_hidden_states, dim=-1)
            elif batch.mode.is_last():
                if aux_hidden_states is not None:
                    kept = torch.cat(aux_last, dim=-1)  # breaks: eagle3/logits-store-aux
                else:
                    kept = last
        return Scores(last @ head.weight.t(), hidden_states=kept)
