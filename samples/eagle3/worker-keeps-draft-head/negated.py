# file: drafting/worker.py
"""The test is negated; only one of the two has swapped its branches with it."""

from toy.drafting.base import WorkerBase


class Swaps(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        if not (hasattr(model, "borrows_head") and model.borrows_head):
            model.take_embed(embed)
        else:
            model.take_embed_and_head(embed, head)


class Stays(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        if not (hasattr(model, "borrows_head") and model.borrows_head):
            model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
        else:
            model.take_embed(embed)
