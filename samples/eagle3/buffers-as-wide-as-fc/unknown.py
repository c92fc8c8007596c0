# file: running/recorder.py
"""Code outside the package says how wide the buffer is."""

import torch
from outside import width_of


class ExtendRecorder:
    def __init__(self, runner):
        self.states = torch.zeros((runner.tokens, width_of(runner)))  # unknown: eagle3/buffers-as-wide-as-fc
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
