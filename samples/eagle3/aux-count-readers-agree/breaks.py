# file: running/recorder.py
"""The buffer counts by number, the fusion by ids, the capture by some of them."""

import torch

from toy.draft import target_width


class ExtendRecorder:
    def __init__(self, runner):
        config = runner.draft_config
        count = getattr(config, "num_aux_hidden_states", None) or 3
        self.states = torch.zeros((runner.tokens, count * target_width(config)))  # breaks: eagle3/aux-count-readers-agree
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
