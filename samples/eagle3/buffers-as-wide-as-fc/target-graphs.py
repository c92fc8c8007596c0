# file: running/recorder.py
# version: 0.9
"""In an old release the graphs of the target keep a buffer too, and only some schemes need it wide."""

import torch

from toy.draft import aux_count, target_width


class ExtendRecorder:
    def __init__(self, runner):
        config = runner.draft_config
        self.states = torch.zeros((runner.tokens, aux_count(config) * target_width(config)))


class GraphRecorder:
    def __init__(self, runner):
        width = runner.target_config.hidden_size
        if runner.scheme.is_eagle3():
            width = 2 * width
        self.states = torch.zeros((runner.tokens, width))  # breaks: eagle3/buffers-as-wide-as-fc
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
