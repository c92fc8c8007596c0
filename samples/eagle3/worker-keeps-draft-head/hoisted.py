# file: drafting/worker.py
"""The test is made once and kept in a local."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        borrows = hasattr(model, "borrows_head") and model.borrows_head
        if self.scheme.is_eagle3() and not borrows:
            model.take_embed(embed)
        else:
            model.take_embed_and_head(embed, head)


class Confuses(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        keeps = getattr(model, "borrows_head", False)
        if keeps:
            model.take_embed(embed)
        else:
            model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
