# file: models/family.py
"""The parent's setter knew the flag; the child that lost it falls back to a grandparent's list."""

from toy.backbone import Backbone, CausalModel


class FlaggedBackbone(Backbone):
    def forward(self, input_ids, positions, batch):
        states, residual, aux = self.embed_tokens(input_ids), None, []
        for layer in self.layers:
            if getattr(layer, "is_watched", False):
                aux.append(states if residual is None else states + residual)
            states, residual = layer(positions, states, residual)
        states, _ = self.norm(states, residual)
        return (states, aux) if aux else states


class Parent(CausalModel):  # breaks: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = FlaggedBackbone(config)


class Child(Parent):  # breaks: eagle3/setter-marks-what-forward-reads
    pass


class Repaired(Parent):  # holds: eagle3/setter-marks-what-forward-reads
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        for index in layer_ids or (1, 16, 31):
            self.model.layers[index + 1].is_watched = True


MODELS = [Parent, Child, Repaired]
