# file: drafting/worker.py
"""A draft with its own head is done with early; the other worker returns for the wrong one."""

from toy.drafting.base import WorkerBase


class Right(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
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
        if model.borrows_head:
            model.take_embed(embed)
            return
        model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
