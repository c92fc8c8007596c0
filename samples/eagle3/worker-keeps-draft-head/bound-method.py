# file: drafting/worker.py
"""The method to call is chosen first and called later."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        give, given = model.take_embed, (embed,)
        if model.borrows_head:
            give, given = model.take_embed_and_head, (embed, head)
        give(*given)


class Assumes(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        give = self.draft_runner.model.take_embed_and_head
        give(embed, head)  # breaks: eagle3/worker-keeps-draft-head
