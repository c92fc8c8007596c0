# file: drafting/worker.py
"""The constructor asks and keeps the answer on the worker; the other keeps another one."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def __init__(self, args, target, draft_runner):
        super().__init__(args, target, draft_runner)
        self.lends_head = getattr(draft_runner.model, "borrows_head", False)

    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.lends_head:
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.draft_runner.model.take_embed(embed)


class Assumes(WorkerBase):
    def __init__(self, args, target, draft_runner):
        super().__init__(args, target, draft_runner)
        self.lends_head = True

    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.lends_head:
            self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
        else:
            self.draft_runner.model.take_embed(embed)
