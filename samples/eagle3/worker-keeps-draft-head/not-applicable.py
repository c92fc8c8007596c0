# file: drafting/worker.py
"""The worker refuses to be built under any other scheme than EAGLE."""

from toy.drafting.base import WorkerBase
from toy.scheme import Scheme


class Worker(WorkerBase):  # not-applicable: eagle3/worker-keeps-draft-head
    def __init__(self, args, target, draft_runner):
        super().__init__(args, target, draft_runner)
        assert self.scheme == Scheme.EAGLE, "this worker drafts with EAGLE alone"
        self.share()

    def share(self):
        embed, head = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed_and_head(embed, head)
