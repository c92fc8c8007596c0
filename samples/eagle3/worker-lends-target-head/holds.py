# file: drafting/worker.py
"""A draft that asks for the target's head is given it."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3() and not getattr(self.draft_runner.model, "borrows_head", False):
            self.draft_runner.model.take_embed(embed)
        else:
            self.draft_runner.model.take_embed_and_head(embed, head)
