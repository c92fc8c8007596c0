# file: models/wrapper.py
"""The inner flag is enough where the inner forward unpacks, and not where the wrapper does."""

from torch import nn

from toy.backbone import CausalModel
from toy.layers import merged_forward


class Inner(CausalModel):
    pass


class Delegates(nn.Module):  # holds: eagle3/setter-raises-the-flag
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)

    def forward(self, input_ids, positions, batch):
        return merged_forward(input_ids, positions, batch, language_model=self.language_model)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)


class Unpacks(nn.Module):  # breaks: eagle3/setter-raises-the-flag
    def __init__(self, config):
        super().__init__()
        self.language_model = Inner(config)
        self.capture_aux_hidden_states = False

    def forward(self, input_ids, positions, batch):
        inner = self.language_model
        states, aux = merged_forward(input_ids, positions, batch, language_model=inner.model), None
        if self.capture_aux_hidden_states:
            states, aux = states
        return inner.logits(input_ids, states, inner.lm_head, batch, aux)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)


MODELS = [Inner, Delegates, Unpacks]
