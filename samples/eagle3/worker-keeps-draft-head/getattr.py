# file: drafting/worker.py
"""The methods are looked up by name."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        if getattr(model, "borrows_head", False):
            getattr(model, "take_embed_and_head")(embed, head)
        else:
            getattr(model, "take_embed")(embed)


class Assumes(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        getattr(model, "take_embed_and_head")(embed, head)  # breaks: eagle3/worker-keeps-draft-head
