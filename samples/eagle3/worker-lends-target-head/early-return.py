# file: drafting/worker.py
"""One returns before it gives the head when the draft has its own, the other when it asks."""

from toy.drafting.base import WorkerBase


class Right(WorkerBase):  # holds: eagle3/worker-lends-target-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        if not model.borrows_head:
            model.take_embed(embed)
            return
        model.take_embed_and_head(embed, head)


class Inverted(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        if model.borrows_head:  # breaks: eagle3/worker-lends-target-head
            model.take_embed(embed)
            return
        model.take_embed_and_head(embed, head)
