# file: drafting/worker.py
"""A match on the draft's answer, its cases in the order of a guard."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        match getattr(self.draft_runner.model, "borrows_head", False):
            case True:
                self.draft_runner.model.take_embed_and_head(embed, head)
            case _:
                self.draft_runner.model.take_embed(embed)


class Turned(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        match getattr(self.draft_runner.model, "borrows_head", False):
            case True | None:
                self.draft_runner.model.take_embed(embed)
            case _:
                self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
