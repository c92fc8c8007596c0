"""States to scores; what the next draft step needs of the states is kept beside them."""

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
        last = states[batch.ends]
        kept = None
        if batch.mode.wants_states():
            if batch.mode.is_full():
                kept = states if aux_hidden_states is None else torch.cat(aux_hidden_states, dim=-1)
            elif batch.mode.is_last():
                kept = last
                if aux_hidden_states is not None:
                    ends = [each[batch.ends] for each in aux_hidden_states]
                    kept = torch.cat(ends, dim=-1)
        scores = (last @ head.weight.t())[:, : self.vocab_size]
        return Scores(scores, hidden_states=kept)
