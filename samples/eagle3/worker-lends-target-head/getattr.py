# file: drafting/worker.py
"""The method is looked up by name."""

from toy.drafting.base import WorkerBase


class Right(WorkerBase):  # holds: eagle3/worker-lends-target-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        getattr(model, "take_embed_and_head")(embed, head)


class Wrong(WorkerBase):
    def share(self):  # breaks: eagle3/worker-lends-target-head
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        getattr(model, "take_embed")(embed)
