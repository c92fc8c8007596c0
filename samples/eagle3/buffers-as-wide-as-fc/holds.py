# file: running/recorder.py
"""All that carries states to the draft is as wide as what takes them."""

import torch

from toy.draft import aux_count, target_width


class ExtendRecorder:
    def __init__(self, runner):
        config = runner.draft_config
        self.states = torch.zeros((runner.tokens, aux_count(config) * target_width(config)))
# file: drafting/worker.py


from toy.draft import aux_count, target_width


class Worker:
    def extend_idle(self, batch):
        config = self.draft_config
        batch.hints = batch.idle_batch(width=aux_count(config) * target_width(config))
# file: models/tiny.py


from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
