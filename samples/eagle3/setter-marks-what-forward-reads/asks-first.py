# file: models/asking.py
"""The setter takes the backbone's own where it has one; a test for another name never finds it."""

from toy.backbone import Backbone, CausalModel


class FlaggedBackbone(Backbone):
    def watch(self, marks):
        for index in marks:
            self.layers[index].is_watched = True

    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for index in range(len(self.layers)):
            layer = self.layers[index]
            if getattr(layer, "is_watched", False):
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Asks(CausalModel):  # holds: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = FlaggedBackbone(config)

    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        marks = [each + 1 for each in layer_ids or (1, 16, 31)]
        if hasattr(self.model, "watch"):
            self.model.watch(marks)
        else:
            self.model.watched = marks


class AsksForAnother(Asks):  # breaks: eagle3/setter-marks-what-forward-reads
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        marks = [each + 1 for each in layer_ids or (1, 16, 31)]
        if hasattr(self.model, "watch_all"):
            self.model.watch(marks)
        else:
            self.model.watched = marks


MODELS = [Asks, AsksForAnother]
