# file: models/old.py
# version: 0.4.5
"""A release from before ids were a matter of the config."""


from toy.backbone import CausalModel


class Old(CausalModel):  # not-applicable: eagle3/marks-are-one-later
    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        self.model.watched = [2, 18, 33]


MODELS = Old
