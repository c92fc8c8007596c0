# file: running/recorder.py
"""Both sides ask the same function."""

import torch

from toy.draft import aux_count, target_width


class ExtendRecorder:
    def __init__(self, runner):
        config = runner.draft_config
        self.states = torch.zeros((runner.tokens, aux_count(config) * target_width(config)))
# file: running/runner.py


class Runner:
    def load(self):
        nested = getattr(self.draft_config, "eagle_config", None) or {}
        ids = nested.get("eagle_aux_hidden_state_layer_ids")
        if not ids:
            ids = getattr(self.draft_config, "eagle_aux_hidden_state_layer_ids", None)
        self.model.watch_layers(ids)
# file: models/tiny.py


from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
