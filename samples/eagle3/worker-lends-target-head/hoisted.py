# file: drafting/worker.py
"""The test is kept in a local; one of them reads it the wrong way round."""

from toy.drafting.base import WorkerBase


class Right(WorkerBase):  # holds: eagle3/worker-lends-target-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        keeps = not getattr(model, "borrows_head", False)
        if keeps:
            model.take_embed(embed)
        else:
            model.take_embed_and_head(embed, head)


class Wrong(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        keeps = getattr(model, "borrows_head", False)
        if keeps:  # breaks: eagle3/worker-lends-target-head
            model.take_embed(embed)
        else:
            model.take_embed_and_head(embed, head)
