# file: drafting/worker.py
"""A helper makes the test; in the other worker it only asks whether there is such an attribute."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self._borrows():
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.draft_runner.model.take_embed(embed)

    def _borrows(self):
        return bool(getattr(self.draft_runner.model, "borrows_head", False))


class Forgets(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self._borrows():
            self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
        else:
            self.draft_runner.model.take_embed(embed)

    def _borrows(self):
        return True
