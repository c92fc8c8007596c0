# file: running/recorder.py
"""The buffer and the idle batch are sized by the draft's own width."""

import torch


class ExtendRecorder:
    def __init__(self, runner):
        width = runner.draft_config.hidden_size
        self.states = torch.zeros((runner.tokens, 3 * width))  # breaks: eagle3/buffers-as-wide-as-fc
# file: drafting/worker.py


class Worker:
    def extend_idle(self, batch):
        width = self.draft_config.hidden_size * 3  # breaks: eagle3/buffers-as-wide-as-fc
        batch.hints = batch.idle_batch(width=width)
# file: models/tiny.py


from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
