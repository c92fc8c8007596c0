# file: models/elsewhere.py
"""The flag is raised on the backbone; the forward of the owner looks at its own."""

from toy.backbone import CausalModel


class Elsewhere(CausalModel):  # breaks: eagle3/setter-raises-the-flag
    def watch_layers(self, layer_ids=None):
        self.model.capture_aux_hidden_states = True
        self.model.watched = [each + 1 for each in layer_ids or (1, 16, 31)]


MODELS = Elsewhere
