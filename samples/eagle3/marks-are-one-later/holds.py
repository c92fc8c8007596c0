# file: models/whole.py
"""Each id is taken one further: in a list, by a helper, as flags, or through the wrapper."""

from torch import nn

from toy.backbone import CausalModel


class Listed(CausalModel):
    pass


class Helped(CausalModel):
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watched = self._entries(layer_ids)

    def _entries(self, layer_ids):
        entries = []
        for each in layer_ids or (1, 17, 32):
            entries.append(each + 1)
        return entries


class Wrapper(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.language_model = Listed(config)

    def forward(self, input_ids, positions, batch):
        return self.language_model(input_ids, positions, batch)

    def watch_layers(self, layer_ids=None):
        self.language_model.watch_layers(layer_ids)


MODELS = [Listed, Helped, Wrapper]
